// @ts-check
// The columns of the tables: which rows they show of a kind.

import { NAMED, parseMicroseconds } from "./bounds.mjs";
import { GO_PEERS } from "./peers.mjs";
import { BARE, EQUAL, PARSE } from "./rows.mjs";

/** @typedef {import("./types.js").KindResult} KindResult */

const WORST = 10;

/** Of a row: its column's title. @type {Readonly<Record<string, string>>} */
export const TITLES = {
  "replace bundled skip cold": "skip cold",
  "replace bundled skip prepared": "skip prepared",
  "replace bundled write cold": "write cold",
  "apply bundled skip cold": "apply cold",
  "apply bundled skip prepared": "apply prepared",
  "merge bundled skip cold": "merge cold",
  "merge bundled skip prepared": "merge prepared",
  "replace derivative skip cold": "derivative cold",
  "replace hash skip cold": "hash cold",
  "replace hash skip prepared": "hash prepared",
  "replace observed skip cold": "observed cold",
  [BARE]: "bare walk",
  [EQUAL]: "fast-deep-equal",
  [GO_PEERS.deepEqual]: "Go DeepEqual",
  [GO_PEERS.deepDerivative]: "DeepDerivative",
  [GO_PEERS.marshalHash]: "Marshal, sha256",
};

/** Whether a table shows the row, or a ratio to it. @param {{ readonly key: string }} row */
export function isShown({ key }) {
  return Object.hasOwn(TITLES, key) || key.startsWith(PARSE);
}

/** The named kinds, then the worst others, or all of them. @param {readonly KindResult[]} kinds @param {boolean} all */
export function shownKinds(kinds, all) {
  const named = NAMED.flatMap((name) => kinds.filter(({ kind }) => kind === name));
  const ratio = (/** @type {KindResult} */ { rows }) => rows["replace bundled skip cold"]?.[1] ?? 0;
  const others = kinds.filter(({ kind }) => !NAMED.includes(kind)).sort((a, b) => ratio(b) - ratio(a));
  return [...named, ...(all ? others : others.slice(0, WORST))];
}

/**
 * The cells of a table, with its heads. Ratios to JSON.parse of the same live objects.
 * @param {readonly KindResult[]} kinds
 * @param {readonly import("./types.js").Accuracy[]} accuracy
 */
export function cells(kinds, accuracy) {
  const keys = Object.keys(TITLES).filter((key) => kinds.some(({ rows }) => rows[key] !== undefined));
  const head = ["kind", "pairs", "wrong", "JSON.parse µs", ...keys.map((key) => TITLES[key] ?? key)];
  const lines = kinds.map((result) => [
    result.kind,
    `${result.skips}+${result.writes}`,
    wrongOf(result.kind, accuracy),
    (parseMicroseconds(result) ?? Number.NaN).toFixed(1),
    ...keys.map((key) => result.rows[key]?.[1].toFixed(3) ?? "-"),
  ]);
  return [head, ...lines];
}

/** False skips and false writes of all labelled pairs of the kind, in both modes. @param {string} kind @param {readonly import("./types.js").Accuracy[]} accuracy */
function wrongOf(kind, accuracy) {
  const found = accuracy.flatMap(({ byKind }) => byKind[kind] ?? []);
  if (found.length === 0) return "-";
  const sum = (/** @type {"falseSkips" | "falseWrites"} */ key) =>
    found.reduce((all, each) => all + each[key], 0);
  return `${sum("falseSkips")}+${sum("falseWrites")}`;
}
