import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const { resolve } = createRequire(import.meta.url);

/** The texts of the libraries that a page carries, as they were installed. */
export interface Libraries {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** Reads them from their packages. */
export function readLibraries(): Libraries {
  const plots = dirname(resolve("uplot"));
  return {
    scripts: [
      textOf(join(plots, "uPlot.iife.min.js")),
      textOf(resolve("sortable-tablesort/dist/sortable.min.js")),
    ],
    styles: [textOf(join(plots, "uPlot.min.css"))],
  };
}

function textOf(path: string): string {
  return readFileSync(path, "utf8");
}
