// @ts-check
// Paths as a tree.

/** @typedef {import("./types.js").Known} Known */
/** @typedef {{ readonly path: string, known: Known | undefined, readonly below: Map<string, Tree> }} Tree */

/** @param {readonly Known[]} known @returns {Tree} */
export function treeOf(known) {
  /** @type {Tree} */
  const root = { path: "", known: undefined, below: new Map() };
  for (const each of known) {
    let tree = root;
    for (const step of each.path.match(/\[[^\]]*\]|[^.[]+/g) ?? []) {
      const path = step.startsWith("[") || tree.path === "" ? `${tree.path}${step}` : `${tree.path}.${step}`;
      const next = tree.below.get(step) ?? { path, known: undefined, below: new Map() };
      tree.below.set(step, next);
      tree = next;
    }
    tree.known = each;
  }
  return root;
}
