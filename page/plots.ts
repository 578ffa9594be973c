import type uPlotType from "uplot";
import type { Plot } from "../src/cli/report/plot.js";
import { barsOptions } from "./bars.js";
import { type Colors, withColors } from "./colors.js";
import { timeOptions } from "./time.js";

declare const uPlot: typeof uPlotType;

/** What one plot needs of the library. */
export interface Drawing {
  readonly options: Omit<uPlotType.Options, "width">;
  readonly data: uPlotType.AlignedData;
  /** What the readout says of a place. */
  readonly placeOf: (index: number) => string;
}

/** Draws the plots, and again whenever their room changes. @returns draws all of them anew */
export function drawPlots(plots: readonly Plot[]): () => void {
  const drawn = new Map<HTMLElement, uPlotType>();
  const draw = (host: HTMLElement): void => {
    drawn.get(host)?.destroy();
    const plot = plots[Number(host.dataset.plot)];
    if (plot === undefined || host.clientWidth === 0) return;
    drawn.set(host, drawnIn(host, plot));
  };
  const hosts = [...document.querySelectorAll<HTMLElement>("[data-plot]")];
  const widths = new Map<Element, number>();
  const observer = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      if (!(target instanceof HTMLElement) || widths.get(target) === contentRect.width) continue;
      widths.set(target, contentRect.width);
      draw(target);
    }
  });
  for (const host of hosts) observer.observe(host);
  return () => hosts.forEach(draw);
}

function drawnIn(host: HTMLElement, plot: Plot): uPlotType {
  const width = host.clientWidth;
  const { options, data, placeOf } = withColors(host, (colors) =>
    plot.type === "time" ? timeOptions(plot, colors, width) : barsOptions(plot, colors, width),
  );
  const readout = host.parentElement?.querySelector(".readout");
  const read = ({ cursor: { idx } }: uPlotType): void => {
    if (!readout) return;
    const values = plot.layers.flatMap(({ label, values }) => {
      const value = idx === null || idx === undefined ? undefined : values[idx];
      return value ? [`${label} ${shortened(value)}`] : [];
    });
    readout.textContent = typeof idx === "number" ? [placeOf(idx), ...values].join("  ·  ") : "";
  };
  return new uPlot({ ...options, width, hooks: { setCursor: [read] } }, data, host);
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
