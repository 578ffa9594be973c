import type uPlotType from "uplot";
import type { Plot } from "../cli/report/plot.js";
import { barsOptions } from "./bars.js";
import { withColors } from "./colors.js";
import { shortened } from "./stack.js";
import { timeOptions } from "./time.js";

declare const uPlot: typeof uPlotType;

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
