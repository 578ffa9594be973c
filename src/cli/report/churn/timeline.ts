import type { CountedEffect } from "../../../adapter/churn/index.js";
import { EFFECT_LABELS } from "../../churn/effect.js";
import { counted, durationText, grouped, rateText } from "../../churn/numbers.js";
import type { Churn, Counts } from "../documents.js";
import { utc } from "../figures.js";
import { type Html, html } from "../html.js";
import type { Plots } from "../plot.js";
import { type Column, table } from "../table.js";
import { effectCounts, effectLayers, sumOf } from "./effects.js";

/** As many steps as a screen can tell apart. */
const MOST_STEPS = 600;

interface Step {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly effects: Counts;
}

/** Writes over time, stacked by effect. */
export function timelineSection(churn: Churn, plots: Plots): Html | undefined {
  const { seconds, steps } = stepsOf(churn);
  if (steps.length === 0) return undefined;
  const busiest = steps.reduce((most, step) => (writesIn(step) > writesIn(most) ? step : most));
  const alternative = `${counted(steps.length, "step")} of ${durationText(seconds)} from ${utc(churn.from)} to ${utc(churn.to)} UTC. Most: ${rateText((writesIn(busiest) / seconds) * 60)} a minute at ${utc(busiest.at)}. The table below has the figures.`;
  const columns: Column<Step>[] = [
    { head: "From (UTC)", cell: ({ at }) => utc(at), isName: true },
    ...[...EFFECT_LABELS]
      .filter(([effect]) => steps.some((step) => countOf(step, effect) > 0))
      .map(([effect, label]): Column<Step> => {
        const number = (step: Step): number => countOf(step, effect);
        return { head: label, number, cell: (step) => grouped(number(step)) };
      }),
  ];
  return html`<section>
<h3>Over time</h3>
${plots.figure(
  "Writes a minute, by what they changed",
  alternative,
  {
    type: "time",
    unit: "writes a minute",
    seconds,
    at: steps.map(({ at }) => at / 1000),
    layers: effectLayers(
      steps.map(({ effects }) => effects),
      60 / seconds,
    ),
  },
  table(`Writes in steps of ${durationText(seconds)}`, columns, steps, MOST_STEPS),
)}
</section>`;
}

function countOf({ effects }: Step, effect: CountedEffect): number {
  return effectCounts(effects).get(effect) ?? 0;
}

function writesIn({ effects }: Step): number {
  return [...effects.values()].reduce((sum, count) => sum + count, 0);
}

/** Steps of one length without gaps, so many as can be shown. */
function stepsOf({ from, to, timeline: { seconds: width, buckets } }: Churn): {
  seconds: number;
  steps: readonly Step[];
} {
  if (buckets.length === 0 || width <= 0) return { seconds: 1, steps: [] };
  const began = buckets.reduce((least, { at }) => Math.min(least, at), Number.POSITIVE_INFINITY);
  // Steps begin where buckets do; those of silence before and after are left out of a document.
  const first = began - Math.max(0, Math.ceil((began - from) / (width * 1000))) * width * 1000;
  const last = buckets.reduce((most, { at }) => Math.max(most, at), to - 1);
  const count = Math.floor((last - first) / (width * 1000)) + 1;
  const seconds = width * Math.ceil(count / MOST_STEPS);
  const found: Counts[][] = Array.from(
    { length: Math.floor((last - first) / (seconds * 1000)) + 1 },
    () => [],
  );
  for (const { at, effects } of buckets) found[Math.floor((at - first) / (seconds * 1000))]?.push(effects);
  return {
    seconds,
    steps: found.map((each, index) => ({ at: first + index * seconds * 1000, effects: sumOf(each) })),
  };
}
