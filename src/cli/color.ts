import type { Palette } from "../prose/index.js";
import { plain } from "../prose/palette.js";
import type { Settings } from "./settings.js";
import type { Shell } from "./shell.js";

/** The colours of a run. */
export async function paletteOf(color: Settings["color"], shell: Shell): Promise<Palette> {
  if (color === "never" || (color === "auto" && !isColorful(shell))) return plain;
  const { default: picocolors } = await import("picocolors");
  return picocolors.createColors(true);
}

/** NO_COLOR and FORCE_COLOR say so, the former first (no-color.org); else only a terminal that is no dumb one has colours. */
function isColorful({ env, outIsTerminal }: Shell): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR) return !["0", "false"].includes(env.FORCE_COLOR);
  return outIsTerminal && env.TERM !== "dumb";
}
