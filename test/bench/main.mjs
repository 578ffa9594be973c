// @ts-check
// Benchmarks as ratios: npm run bench. With --detail, also each function's distribution.
// Exit: 1 where a bound is exceeded.
import { bench, run } from "mitata";
import { processTimes } from "./process.mjs";
import { interleaved, median } from "./rounds.mjs";
import { BASE, works } from "./works.mjs";

const ROUNDS = 15;
const BOUNDS = new Map([["decide, nothing to write", 0.2]]);
const EXPLAIN_BOUND = 200;
let exceeded = false;

/** @param {boolean} holds @param {string} bound */
function judged(holds, bound) {
  exceeded ||= !holds;
  return `${holds ? "within" : "EXCEEDS"} ${bound}`;
}

const times = interleaved(works, ROUNDS);
const base = times.get(BASE) ?? [];
console.log("medians of interleaved rounds, processor time".padEnd(46), "per object", "   ratio");
for (const [name, rounds] of times) {
  const ratio = median(rounds.map((time, round) => time / (base[round] ?? Number.NaN)));
  const bound = BOUNDS.get(name);
  const verdict = bound === undefined ? "" : `  ${judged(ratio <= bound, `the bound of ${bound}`)}`;
  const microseconds = median(rounds).toFixed(2);
  console.log(`${name.padEnd(46)} ${microseconds.padStart(7)} µs ${ratio.toFixed(3).padStart(8)}${verdict}`);
}

const { idle, explain } = processTimes(ROUNDS);
const verdict = judged(explain <= EXPLAIN_BOUND, `the bound of ${EXPLAIN_BOUND} ms`);
console.log(
  `\nchurngate explain, the whole process: ${explain.toFixed(0)} ms (node -e 0: ${idle.toFixed(0)} ms)  ${verdict}`,
);

if (process.argv.includes("--detail")) {
  for (const [name, { objects, run: work }] of Object.entries(works))
    bench(`${name} (${objects} objects)`, work).gc("inner");
  await run();
}
process.exitCode = exceeded ? 1 : 0;
