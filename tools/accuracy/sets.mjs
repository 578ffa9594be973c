// @ts-check
// Sets are sets whatever their order, though the server keeps it: what a write that only reorders one would be without that.
import equal from "fast-deep-equal";
import { get, set } from "./edit.mjs";
import { sitesOf } from "./sites.mjs";

/** @typedef {import("./types.js").KubeObject} KubeObject */

/**
 * Desired with the order of live in each set that holds the same values; desired itself where there is none.
 * @param {KubeObject} desired
 * @param {KubeObject} live
 * @param {import("./types.js").Node} root
 * @returns {KubeObject}
 */
export function inLiveOrder(desired, live, root) {
  const sets = sitesOf(desired, root)
    .filter(({ node }) => node.type === "list" && node.list === "set")
    .map(({ path }) => path);
  return [["metadata", "finalizers"], ...sets].reduce((ordered, path) => {
    const wanted = get(desired, path);
    const there = get(live, path);
    return Array.isArray(wanted) && Array.isArray(there) && isReordered(wanted, there)
      ? set(ordered, path, there)
      : ordered;
  }, desired);
}

/** @param {readonly any[]} wanted @param {readonly any[]} there */
function isReordered(wanted, there) {
  return !equal(wanted, there) && equal([...wanted].sort(), [...there].sort());
}
