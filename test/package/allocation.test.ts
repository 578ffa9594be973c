import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import { node, write } from "./helper.js";

const { folder } = inject("installed");
const deployments = fileURLToPath(new URL("../bench/deployments.jsonl", import.meta.url));

/** Prints the bytes that a decision allocates, once the code is warm. */
const PROGRAM = `
import { readFileSync } from "node:fs";
import { createGate } from "churngate";
const lines = readFileSync(${JSON.stringify(deployments)}, "utf8").trim().split("\\n");
const pairs = lines.map((line) => JSON.parse(line));
const gate = createGate();
function decide(rounds) {
  for (let round = 0; round < rounds; round++) {
    for (const { desired, live } of pairs) {
      if (gate.decide(desired, live).verdict !== "skip") throw new Error("not a skip");
    }
  }
}
decide(2000);
globalThis.gc();
const before = process.memoryUsage().heapUsed;
decide(500);
console.log((process.memoryUsage().heapUsed - before) / 500 / pairs.length);
`;

// To hold one of them takes 13 kB.
test("deciding to skip a Deployment allocates less than 2 kB", () => {
  write(folder, { "allocation.mjs": PROGRAM });
  // No garbage is collected while the young generation has room.
  const { out, err, code } = node(folder, "--expose-gc", "--max-semi-space-size=64", "allocation.mjs");
  expect({ err, code }).toEqual({ err: "", code: 0 });
  expect(Number(out)).toBeGreaterThanOrEqual(0);
  expect(Number(out)).toBeLessThan(2000);
});
