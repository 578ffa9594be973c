// @ts-check
// The ways to write, and where a pair has the server's label of the naive write.

/** apply-unforced: `force: false`; what others own is not taken over. */
export const MODES = /** @type {const} */ (["replace", "apply", "merge", "apply-unforced"]);

export const LABEL_OF = /** @type {const} */ ({
  replace: "put",
  apply: "ssa",
  merge: "merge",
  "apply-unforced": "unforced",
});

/**
 * @param {string} name
 * @throws {Error} for another one
 */
export function modeOf(name) {
  const mode = MODES.find((each) => each === name);
  if (mode === undefined) throw new Error(`unknown mode ${name}; there are ${MODES.join(", ")}`);
  return mode;
}
