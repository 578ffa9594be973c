// The table in docs/faults.md, beside the rows that `npm run faults -- --write` makes it of.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { MODES } from "../../src/core/decision.js";
import { linesIn, startOf } from "../../tools/faults/table.mjs";
import { MEANWHILE } from "../cluster/faults/meanwhile.js";
import { ROWS } from "../cluster/faults/rows.js";

const DOCS = readFileSync(new URL("../../docs/faults.md", import.meta.url), "utf8");

const starts = [
  ...ROWS.map(({ fault, on }) => startOf({ what: fault, on })),
  ...MEANWHILE.flatMap(({ what }) => MODES.map((mode) => startOf({ what, on: "write", mode }))),
];

it("docs/faults.md has a line for each row, and none besides", () => {
  const inDocs = linesIn(DOCS).map((line) => line.split("|").slice(0, 3).join("|").concat("|"));
  expect(inDocs.sort()).toEqual(starts.sort());
});
