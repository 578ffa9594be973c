import type uPlotType from "uplot";
import type { Plot } from "../cli/report/plot.js";
import type { Colors } from "./colors.js";
import { axisOf, type Drawing, FONT, seriesOf, shortened, stacked, upTo } from "./stack.js";

declare const uPlot: typeof uPlotType;

const BAR = 30;
const AXIS = 34;

/** Distances of the marks of counts. */
const WHOLE = Array.from({ length: 15 }, (_, power) => [1, 2, 5].map((step) => step * 10 ** power)).flat();

/** A bar for each name, lying, one layer beside the other. */
export function barsOptions(plot: Plot & { type: "bars" }, colors: Colors, width: number): Drawing {
  const { names } = plot;
  const room = Math.floor(width * 0.38);
  const labels = names.map((name) => fitted(name, room - 12));
  const size = Math.min(room, Math.max(...labels.map(lengthOf)) + 14);
  const bars = uPlot.paths.bars?.({ size: [0.68, 22] });
  return {
    data: [names.map((_, index) => index), ...stacked(plot)],
    placeOf: (index) => names[index] ?? "",
    options: {
      height: names.length * BAR + AXIS + 8,
      padding: [8, 16, 0, 0],
      legend: { show: false },
      cursor: { x: false, y: false, drag: { x: false, y: false }, points: { show: false } },
      scales: {
        x: { time: false, ori: 1, dir: -1, range: [-0.5, names.length - 0.5] },
        y: { ori: 0, range: upTo },
      },
      axes: [
        {
          ...axisOf(colors),
          side: 3,
          size,
          grid: { show: false },
          splits: () => names.map((_, index) => index),
          values: () => labels,
        },
        {
          ...axisOf(colors),
          side: 2,
          size: AXIS,
          space: 70,
          incrs: WHOLE,
          values: (_plot, values) => values.map(shortened),
        },
      ],
      series: [
        {},
        ...seriesOf(plot, colors, { width: 1, stroke: colors.surface, ...(bars ? { paths: bars } : {}) }),
      ],
    },
  };
}

const context = document.createElement("canvas").getContext("2d");

function lengthOf(text: string): number {
  if (context === null) return text.length * 7;
  context.font = FONT;
  return context.measureText(text).width;
}

/** The text, with its middle left out where it is too long. */
function fitted(text: string, room: number): string {
  const characters = [...text].slice(0, 200);
  if (lengthOf(text) <= room) return text;
  for (let kept = characters.length - 1; kept > 1; kept--) {
    const head = Math.ceil(kept * 0.6);
    const short = `${characters.slice(0, head).join("")}…${characters.slice(characters.length - (kept - head)).join("")}`;
    if (lengthOf(short) <= room) return short;
  }
  return "…";
}
