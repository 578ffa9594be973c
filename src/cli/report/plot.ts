import { printable } from "../../prose/index.js";
import { type Html, html } from "./html.js";
import type { Tone } from "./tone.js";

/** One layer of a stack. */
export interface Layer {
  readonly tone: Tone;
  readonly label: string;
  readonly values: readonly number[];
}

/** What src/page draws: layers over time, or a bar for each name. */
export type Plot = {
  readonly unit: string;
  readonly layers: readonly Layer[];
} & (
  | {
      readonly type: "time";
      /** Seconds since 1970 at which each step begins. */
      readonly at: readonly number[];
      /** How long a step is. */
      readonly seconds: number;
    }
  | { readonly type: "bars"; readonly names: readonly string[] }
);

/** The plots of a page, in its order; each is drawn where its number stands. */
export class Plots {
  readonly all: Plot[] = [];

  /** A figure with its legend, and the same as a table. Layers that are empty throughout are left out. */
  figure(caption: string, alternative: string, plot: Plot, asTable: Html): Html {
    const layers = plot.layers.filter(({ values }) => values.some((value) => value > 0));
    const names = plot.type === "bars" ? { names: plot.names.map(printable) } : {};
    this.all.push({ ...plot, layers, ...names });
    return html`<figure>
<figcaption>${caption}</figcaption>
<ul class="legend">${layers.map(({ tone, label }) => html`<li><span class="swatch tone-${tone}"></span>${label}</li>`)}</ul>
<div class="plot" data-plot="${this.all.length - 1}" role="img" aria-label="${alternative}"></div>
<p class="readout" aria-hidden="true"></p>
<details><summary>The same as a table</summary>
${asTable}
</details>
</figure>`;
  }
}
