// @ts-check
// Paths as a tree.
import { isUnknown } from "./cost.mjs";

/** @typedef {import("./types.js").Known} Known */

/**
 * @typedef {object} Tree
 * @property {string} path
 * @property {Known | undefined} known
 * @property {Map<string, Tree>} below
 * @property {boolean[]} free of each subject: nothing here or below speaks against its being free
 * @property {boolean[]} fixed the same for its being immutable
 * @property {boolean} stays something here or below may not go
 * @property {number} unknown how many places here and below nobody could ask of
 */

/** @param {readonly Known[]} known @param {number} subjects @returns {Tree} */
export function treeOf(known, subjects) {
  const root = emptyTree("", subjects);
  for (const each of known) {
    let tree = root;
    const above = [root];
    for (const step of each.path.match(/\[[^\]]*\]|[^.[]+/g) ?? []) {
      const path = step.startsWith("[") || tree.path === "" ? `${tree.path}${step}` : `${tree.path}.${step}`;
      const next = tree.below.get(step) ?? emptyTree(path, subjects);
      tree.below.set(step, next);
      tree = next;
      above.push(tree);
    }
    tree.known = each;
    for (const outer of above) tell(outer, each);
  }
  return root;
}

/** @param {string} path @param {number} subjects @returns {Tree} */
function emptyTree(path, subjects) {
  const all = () => Array(subjects).fill(true);
  return { path, known: undefined, below: new Map(), free: all(), fixed: all(), stays: false, unknown: 0 };
}

/** @param {Tree} tree @param {Known} known */
function tell(tree, known) {
  if (known.stays === true) tree.stays = true;
  if (isUnknown(known) && known.stays !== true) tree.unknown += 1;
  for (const [index, fitting] of known.says.entries()) {
    if (fitting?.includes("free") === false) tree.free[index] = false;
    if (fitting?.includes("fixed") === false) tree.fixed[index] = false;
  }
}
