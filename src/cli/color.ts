import type { Palette } from "../prose/index.js";
import { plain } from "../prose/palette.js";
import type { Settings } from "./settings.js";
import type { Shell } from "./shell.js";

/** The colours of a run: with `auto`, only on a terminal, and never where NO_COLOR is set. */
export async function paletteOf(color: Settings["color"], shell: Shell): Promise<Palette> {
  const wanted =
    color === "auto"
      ? shell.outIsTerminal && !shell.env.NO_COLOR && shell.env.TERM !== "dumb"
      : color === "always";
  if (!wanted) return plain;
  const { default: picocolors } = await import("picocolors");
  return picocolors.createColors(true);
}
