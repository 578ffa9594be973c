import type { Layout } from "../prose/index.js";
import type { Shell } from "./shell.js";

/** The terminal that results are laid out for; undefined where they go elsewhere. */
export async function layoutOf({ columns }: Pick<Shell, "columns">): Promise<Layout | undefined> {
  if (columns === undefined) return undefined;
  const { default: widthOf } = await import("string-width");
  return { columns, widthOf };
}
