// @ts-check
// Which lines the plots of the documentation have.
import { plotOf } from "./plot.mjs";

/** @typedef {import("./growth.mjs").Growth} Growth */

/** Beside which the others are seen. */
const PARSED = ["Deployment, containers", "ConfigMap, keys"];

/** By file name. @param {readonly Growth[]} growths @returns {ReadonlyMap<string, string>} */
export function plotsOf(growths) {
  const plain = growths.filter(({ mode, strategy }) => mode === "replace" && strategy === "exact");
  const parsed = plain
    .filter(({ shape, outcome }) => PARSED.includes(shape) && outcome === "nothing changed")
    .map(({ shape, parses }) => ({ name: `JSON.parse: ${shape}`, points: parses, dashed: true }));
  /** @param {string} title @param {(growth: Growth) => boolean} shown */
  const plot = (title, shown) =>
    plotOf(title, [...plain.filter(shown).map(({ shape, points }) => ({ name: shape, points })), ...parsed]);
  return new Map([
    ["growth-skip.svg", plot("Nothing to write: time of a decision as the object grows", isSkip)],
    ["growth-write.svg", plot("The last part changed: time of a decision and its payload", isWrite)],
  ]);
}

/** In the worst order, where the order does not count. @param {Growth} growth */
function isSkip({ outcome, anyOrder }) {
  return outcome === (anyOrder ? "reversed" : "nothing changed");
}

/** @param {Growth} growth */
function isWrite({ outcome }) {
  return outcome === "the last one changed";
}
