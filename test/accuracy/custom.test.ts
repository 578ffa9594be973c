// The gate on pairs of custom kinds that a real API server labelled, with the facts of their definitions: see docs/accuracy.md.
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import * as engine from "../../src/index.js";
import { gateMaker } from "../../tools/score/gate.mjs";
import { MODES } from "../../tools/score/modes.mjs";
import { scorePairs } from "../../tools/score/pairs.mjs";
import { definitionsIn } from "../../tools/score/read.mjs";

const file = fileURLToPath(new URL("custom.jsonl.gz", import.meta.url));
const definitions = await definitionsIn(file);

describe.each(MODES)("%s", async (mode) => {
  const gate = await gateMaker(engine)(mode, { definitions });
  const { total, wrong } = await scorePairs(file, gate, mode, {});

  test("there are pairs, of every label", () => {
    expect(total.pairs).toBeGreaterThan(1000);
    expect(total.skipLabelled).toBeGreaterThan(250);
    expect(total.refused).toBeGreaterThan(50);
  });

  test("each decision is right, but for what cannot be known", () => {
    expect(total.errors).toBe(0);
    expect(wrong.filter(({ outcome, listed }) => outcome !== "unforeseen" && listed === undefined)).toEqual(
      [],
    );
  });
});
