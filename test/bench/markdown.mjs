// @ts-check
// Puts a result's tables into README.md and docs/performance.md, between the comments that say so.
import { readFileSync, writeFileSync } from "node:fs";
import { besidePeers } from "./bounds.mjs";
import { cells, shownKinds } from "./columns.mjs";

/** @typedef {import("./types.js").Result} Result */

const root = new URL("../../", import.meta.url);

/** @param {readonly (readonly (string | number)[])[]} rows the first is the head */
function table([head = [], ...rows]) {
  const line = (/** @type {readonly (string | number)[]} */ cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? "---" : "---:"))), ...rows.map(line)].join(
    "\n",
  );
}

/** @param {Result} result */
function conditions({ head, kinds }) {
  return `${kinds.length} kinds, Node.js ${head.node.slice(1)}${head.go ? `, Go ${head.go.replace(/^go/, "")}` : ""}, ${head.cpu}, commit ${head.commit}${head.changed ? " and changes" : ""}.`;
}

/** What a reader in a hurry wants to know. */
const MAIN = [
  "kind",
  "JSON.parse µs",
  "skip cold",
  "skip prepared",
  "apply cold",
  "apply prepared",
  "hash prepared",
  "bare walk",
  "fast-deep-equal",
  "Go DeepEqual",
  "DeepDerivative",
];

/** The main columns of a table. @param {readonly (readonly (string | number)[])[]} rows the first is the head */
function some(rows) {
  const shown = MAIN.map((title) => rows[0]?.indexOf(title) ?? -1).filter((index) => index >= 0);
  return rows.map((row) => shown.map((index) => row[index] ?? ""));
}

/** @param {Result} result */
function readmeTables(result) {
  const { kinds, accuracy, sweep } = result;
  const named = shownKinds(kinds, false).slice(0, 5);
  const faster = kinds.flatMap((kind) => besidePeers(kind).map((beside) => ({ kind: kind.kind, ...beside })));
  const slower = faster.filter(({ ratio }) => ratio > 1);
  return [
    table(some(cells(named, accuracy))),
    "",
    `${conditions(result)} A sweep over ${sweep.objects} prepared objects of examples/operator takes ${sweep.prepared.toFixed(1)} ms. `.concat(
      slower.length === 0
        ? `Faster than every peer in the same run, on every kind.`
        : `Slower than a peer in ${slower.length} of ${faster.length} comparisons, on ${new Set(slower.map(({ kind }) => kind)).size} kinds.`,
    ),
  ].join("\n");
}

/** @param {Result} result */
function allTables(result) {
  const { kinds, accuracy, shapes } = result;
  const rows = accuracy.map(({ file, mode, pairs, right, falseSkips, falseWrites }) => [
    file,
    mode,
    pairs,
    right,
    falseSkips,
    falseWrites,
  ]);
  return [
    conditions(result),
    "",
    table([["verdicts in the same run", "mode", "pairs", "right", "false skips", "false writes"], ...rows]),
    "",
    table(cells(shownKinds(kinds, true), accuracy)),
    "",
    table([
      ["the operator example's children", "µs", "ratio"],
      ...Object.entries(shapes).map(([key, [time, ratio]]) => [key, time.toFixed(2), ratio.toFixed(3)]),
    ]),
  ].join("\n");
}

/** @param {Result} result */
export function writeTables(result) {
  put("README.md", readmeTables(result));
  put("docs/performance.md", allTables(result));
}

/** @param {string} file @param {string} text */
function put(file, text) {
  const url = new URL(file, root);
  const before = readFileSync(url, "utf8");
  const place = /(?<=<!-- bench -->\n).*?(?=<!-- \/bench -->)/s;
  if (!place.test(before)) throw new Error(`${file} has no <!-- bench --> and <!-- /bench -->`);
  writeFileSync(
    url,
    before.replace(place, () => `\n${text}\n\n`),
  );
}
