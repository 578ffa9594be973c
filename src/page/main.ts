// What a report's page does beyond being read. Generated into src/generated/page.ts; uPlot and sortable stand before it.
import type { Plot } from "../cli/report/plot.js";
import { addCopying } from "./copying.js";
import { drawPlots } from "./plots.js";
import { addSorting } from "./sorting.js";
import { addTheme } from "./theme.js";

/** Tells somebody who does not see the page what just happened. */
function say(text: string): void {
  const status = document.querySelector("[role=status]");
  if (status !== null) status.textContent = text;
}

function start(): void {
  document.documentElement.classList.add("scripted");
  const plots = JSON.parse(document.getElementById("plots")?.textContent ?? "[]") as readonly Plot[];
  const draw = drawPlots(plots);
  addTheme(draw);
  addSorting(say);
  addCopying(say);
}

start();
