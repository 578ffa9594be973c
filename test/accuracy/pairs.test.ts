// The gate on pairs that a real API server labelled: see docs/accuracy.md.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createGate, type KubeObject } from "../../src/index.js";
import { scorePairs } from "../../tools/score/pairs.mjs";

const file = fileURLToPath(new URL("pairs.jsonl.gz", import.meta.url));
const unknowable: Record<string, { why: string; inTest?: false; paths: string[] }> = JSON.parse(
  readFileSync(new URL("unknowable.json", import.meta.url), "utf8"),
);
const known = Object.values(unknowable).flatMap(({ paths }) => paths.map((path) => new RegExp(path)));

const gate = createGate();
const asked = {
  decide: (desired: KubeObject, live: KubeObject) => gate.decide(desired, live),
  explain: (desired: KubeObject, live: KubeObject) => gate.explain(desired, live),
};
const score = await scorePairs(file, asked, "replace", {});

test("there are pairs, of every label", () => {
  expect(score.total.pairs).toBeGreaterThan(2000);
  expect(score.total.skipLabelled).toBeGreaterThan(500);
  expect(score.total.refused).toBeGreaterThan(200);
});

test("no write that is needed is skipped", () => {
  expect(score.wrong.filter(({ outcome }) => outcome === "false-skip")).toEqual([]);
});

test("every write that is not needed is of a kind that cannot be known", () => {
  const causes = score.wrong.flatMap(({ causes: found }) => found);
  expect(causes.filter((cause) => !known.some((path) => path.test(cause)))).toEqual([]);
});

test("what is listed as unknowable is still met", () => {
  const causes = score.wrong.flatMap(({ causes: found }) => found);
  for (const [name, { paths, inTest }] of Object.entries(unknowable)) {
    if (inTest === false) continue;
    const met = causes.some((cause) => paths.some((path) => new RegExp(path).test(cause)));
    expect([name, met]).toEqual([name, true]);
  }
});
