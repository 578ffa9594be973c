import type uPlotType from "uplot";
import type { Plot } from "../cli/report/plot.js";
import type { Colors } from "./colors.js";

/** What one plot needs of the library. */
export interface Drawing {
  readonly options: Omit<uPlotType.Options, "width">;
  readonly data: uPlotType.AlignedData;
  /** What the readout says of a place. */
  readonly placeOf: (index: number) => string;
}

/** A number with three digits. */
export function shortened(value: number): string {
  return value.toLocaleString("en", { maximumSignificantDigits: 3 });
}

/** What stands upon what: each layer's top, the topmost first, so that it is drawn behind the others. */
export function stacked(plot: Plot): number[][] {
  const tops: number[][] = [];
  let below: readonly number[] = [];
  for (const { values } of plot.layers) {
    const top = values.map((value, index) => value + (below[index] ?? 0));
    tops.unshift(top);
    below = top;
  }
  return tops;
}

/** One series a layer, in the order of `stacked`. */
export function seriesOf(plot: Plot, colors: Colors, more: Partial<uPlotType.Series>): uPlotType.Series[] {
  return plot.layers
    .map(({ tone, label }) => ({ label, fill: colors.tone(tone), points: { show: false }, ...more }))
    .reverse();
}

/** The same of both axes. */
export function axisOf(colors: Colors): uPlotType.Axis {
  return {
    stroke: colors.ink,
    font: FONT,
    grid: { stroke: colors.line, width: 1 },
    ticks: { show: false },
  };
}

export const FONT = "12px system-ui, sans-serif";

/** From nothing to a little above the highest. */
export function upTo(_plot: uPlotType, _least: number, most: number): [number, number] {
  return [0, most > 0 ? most * 1.06 : 1];
}
