import type uPlotType from "uplot";
import type { Plot } from "../cli/report/plot.js";
import type { Colors } from "./colors.js";
import { axisOf, type Drawing, seriesOf, shortened, stacked, upTo } from "./stack.js";

declare const uPlot: typeof uPlotType;

/** Steps of so few pixels have no line between them: it would be all that is seen. */
const NARROW = 6;

const DAY = "\n{D} {MMM} {YYYY}";

/** Labels of the time axis, by the least distance between two, in seconds: see uPlot's docs. */
const TIMES: (string | number | null)[][] = [
  [86_400, "{D} {MMM}", "\n{YYYY}", null, null, null, null, null, 1],
  [60, "{HH}:{mm}", DAY, null, DAY, null, null, null, 1],
  [0.001, "{HH}:{mm}:{ss}", DAY, null, DAY, null, null, null, 1],
];

/** Steps over time, one layer upon the other. */
export function timeOptions(plot: Plot & { type: "time" }, colors: Colors, width: number): Drawing {
  const { at, seconds } = plot;
  const outline = width / at.length < NARROW ? { width: 0 } : { width: 1, stroke: colors.surface };
  // A step is drawn up to the next one: the last one has its end as another.
  const end = (at.at(-1) ?? 0) + seconds;
  const tops = stacked(plot).map((top) => [...top, top.at(-1) ?? 0]);
  return {
    data: [[...at, end], ...tops],
    placeOf: (index) =>
      `${new Date((at[Math.min(index, at.length - 1)] ?? 0) * 1000).toISOString().slice(11, 19)} UTC`,
    options: {
      height: 260,
      padding: [10, 26, 0, 0],
      tzDate: (time) => uPlot.tzDate(new Date(time * 1000), "Etc/UTC"),
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      scales: { x: { time: true, range: [at[0] ?? 0, end] }, y: { range: upTo } },
      axes: [
        { ...axisOf(colors), grid: { show: false }, values: TIMES },
        { ...axisOf(colors), size: 48, values: (_plot, values) => values.map(shortened) },
      ],
      series: [
        {},
        ...seriesOf(plot, colors, {
          ...outline,
          ...(uPlot.paths.stepped ? { paths: uPlot.paths.stepped({ align: 1 }) } : {}),
        }),
      ],
    },
  };
}
