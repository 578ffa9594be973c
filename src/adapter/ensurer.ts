import type { Ensurer, EnsurerOptions } from "./types.js";

/**
 * Makes an ensurer: gated writes through a port.
 * @throws UsageError `bad-option` where the port cannot write in the gate's mode, or cannot pass on what that needs
 */
export function createEnsurer(_options: EnsurerOptions): Ensurer {
  throw new Error("not there yet");
}
