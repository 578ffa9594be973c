// @ts-check
// Sets are sets whatever their order, though the server keeps it: what a write that only reorders one would be without that.
import equal from "fast-deep-equal";
import { get, set } from "./edit.mjs";
import { sitesOf } from "./sites.mjs";

/** @typedef {import("./types.js").KubeObject} KubeObject */

/**
 * Desired with the values of each set in live's order, new ones last; desired itself where they are so already.
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
    if (!Array.isArray(wanted) || !Array.isArray(there)) return ordered;
    const shared = there.filter((value) => wanted.includes(value));
    const sorted = [...shared, ...wanted.filter((value) => !there.includes(value))];
    return sorted.length === wanted.length && !equal(sorted, wanted) ? set(ordered, path, sorted) : ordered;
  }, desired);
}

/** An object with each of its sets sorted. @param {KubeObject} object @param {import("./types.js").Node} root @returns {KubeObject} */
export function sorted(object, root) {
  return sitesOf(object, root)
    .filter(({ node, value }) => node.type === "list" && node.list === "set" && Array.isArray(value))
    .reduce((after, { path, value }) => set(after, path, value.toSorted(byText)), object);
}

/** @param {unknown} left @param {unknown} right */
const byText = (left, right) => (String(left) < String(right) ? -1 : 1);
