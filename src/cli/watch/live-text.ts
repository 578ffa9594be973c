import { type ChurnCounter, type Finding, findingsOf } from "../../adapter/churn/index.js";
import type { FactSource } from "../../core/facts.js";
import { type Palette, printable, table } from "../../prose/index.js";
import { effectsText } from "../churn/effect.js";
import { faultPhrase, makersPhrase } from "../churn/fault.js";
import { counted, durationText, grouped, rateText } from "../churn/numbers.js";
import { objectName } from "../churn/object-name.js";
import { phraseText } from "../churn/phrase.js";
import { valueText } from "../churn/value.js";
import type { WatchedKinds } from "./watching.js";

/** What is shown while it goes on. */
export interface LiveView {
  readonly counter: ChurnCounter;
  readonly kinds: WatchedKinds;
  readonly facts: FactSource;
  /** Seconds since all began; undefined while lists still come. */
  readonly seconds: number | undefined;
  /** Seconds that it is to go on for. */
  readonly until: number | undefined;
}

/** Its lines, no more than `rows`. */
export function liveLines(view: LiveView, rows: number, color: Palette): readonly string[] {
  const lines = [
    headLine(view),
    countLine(view),
    "",
    ...faultLines(view, color),
    "",
    ...mostLines(view, color),
  ];
  return lines.slice(0, Math.max(1, rows));
}

function headLine({ kinds, seconds = 0, until }: LiveView): string {
  const list = kinds.list();
  const there = list.reduce((sum, { objects }) => sum + objects, 0);
  const { waiting, listing } = kinds;
  const parts = [
    `watching ${counted(list.length, "kind")}, ${counted(there, "object")}`,
    until === undefined
      ? durationText(Math.round(seconds))
      : `${durationText(Math.round(seconds))} of ${durationText(until)}`,
    ...(listing > 0 ? [`${listing} being listed`] : []),
    ...(waiting === undefined ? [] : [`${waiting.count} waiting: ${printable(waiting.why)}`]),
    "Ctrl-C ends it and prints the report",
  ];
  return parts.join("   ");
}

function countLine({ counter, seconds = 0 }: LiveView): string {
  if (counter.writes === 0) return "no updates yet";
  const rate = (counter.writes * 60) / Math.max(seconds, 1);
  return `${counted(counter.writes, "update")}, ${rateText(rate)} a minute, by what they changed: ${effectsText(counter.effects)}`;
}

function faultLines({ counter, seconds = 0, facts }: LiveView, color: Palette): readonly string[] {
  const findings = findingsOf(counter, seconds, facts);
  if (findings.length === 0) return [color.green("no churn so far")];
  const rows = findings
    .slice(0, 8)
    .map((each) => [
      phraseText(makersPhrase(each)),
      phraseText(faultPhrase({ ...each, paths: [] })),
      printable(each.kind),
      grouped(each.writes),
      rateText(each.perMinute),
      worst(each),
      path(each),
    ]);
  const [head = "", ...rest] = table(
    [["CHURN BY", "", "KIND", "UPDATES", "A MINUTE", "WORST", "PATH"], ...rows],
    {
      limit: 40,
    },
  );
  return [color.dim(head), ...rest];
}

function worst({ worst: [first], objects }: Finding): string {
  if (first === undefined) return "";
  return `${printable(objectName(first))}${objects > 1 ? ` +${objects - 1}` : ""}`;
}

function path({ paths: [first] }: Finding): string {
  if (first === undefined) return "";
  const values = (first.values ?? []).map(valueText).join(" <-> ");
  return `${printable(first.path)}  ${values}`;
}

function mostLines({ counter, seconds = 0 }: LiveView, color: Palette): readonly string[] {
  const most = [...counter.objects.values()].sort((a, b) => b.writes - a.writes).slice(0, 5);
  if (most.length === 0) return [];
  const rows = most.map(({ ref, writes, managers }) => [
    printable(objectName(ref)),
    printable(ref.kind),
    grouped(writes),
    rateText((writes * 60) / Math.max(seconds, 1)),
    printable([...managers].join(", ")) || "-",
  ]);
  const [head = "", ...rest] = table([["MOST UPDATED", "KIND", "UPDATES", "A MINUTE", "BY"], ...rows], {
    limit: 48,
  });
  return [color.dim(head), ...rest];
}
