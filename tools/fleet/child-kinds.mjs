// @ts-check

/** @typedef {import("../../examples/operator/children/index.js")} Children */

const compiled = new URL("../../examples/operator/dist/children/index.js", import.meta.url).href;

/** The kinds that the operator keeps for an instance; it has to be built. */
export async function childKinds() {
  const { CHILD_KINDS } = /** @type {Children} */ (await import(compiled));
  return CHILD_KINDS;
}
