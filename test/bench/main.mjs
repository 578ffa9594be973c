// @ts-check
// Benchmarks as ratios of one run: npm run bench [-- DIR_OR_FILE...]; --help has its options.
// Exit: 1 where a bound is exceeded, 2 error.
import { accuracyOf } from "./accuracy.mjs";
import { accuracyBounds, otherBounds, peerBounds, ratioBounds } from "./bounds.mjs";
import { distributions } from "./distributions.mjs";
import { gatesFor } from "./engine.mjs";
import { writeTables } from "./markdown.mjs";
import { optionsOf } from "./options.mjs";
import { startPeers } from "./peers.mjs";
import { processTimes } from "./process.mjs";
import { progress } from "./progress.mjs";
import { changes, headOf, KEPT, keep, lastRun, load, save } from "./results.mjs";
import { warm } from "./rounds.mjs";
import { rowsOf } from "./rows.mjs";
import { shapeRows, sweep } from "./shapes.mjs";
import { nameOf, readObjects } from "./sources.mjs";
import { changeText, resultText } from "./text.mjs";
import { timeKinds, timeShapes } from "./time.mjs";

/** Passes over all kinds before the first that counts: more than ten thousand decisions of each mode. */
const WARM = 1;

/** All that is timed of each kind, as text: the objects themselves would be in the garbage collector's way. @param {import("./options.mjs").Options} options */
async function planned({ paths, only }) {
  const { kinds: all, labelled, definitions } = await readObjects(paths);
  const kinds = all.filter(({ name }) => only?.test(name) ?? true);
  const gates = await gatesFor(kinds, definitions);
  return { kinds: kinds.map(({ name, pairs }) => ({ name, ...rowsOf(pairs, gates) })), gates, labelled };
}

/** @param {import("./options.mjs").Options} options @param {ReturnType<typeof startPeers> | undefined} peers */
async function measure(options, peers) {
  const { rounds } = options;
  const said = progress();
  said.step("reading");
  const { kinds, gates, labelled } = await planned(options);
  const accuracy = [];
  for (const file of labelled) {
    said.step(`verdicts of ${file}`);
    accuracy.push(...(await accuracyOf(file)));
  }
  for (const { name, rows } of kinds) {
    said.step(`warming up: ${name}`);
    warm(rows, WARM);
  }
  const results = await timeKinds(kinds, rounds, peers, said.step);
  said.step("the operator example");
  const bundled = gates("bundled", "replace");
  const shapes = await timeShapes(await shapeRows(bundled), rounds);
  const swept = await sweep(bundled, rounds);
  said.step("whole processes");
  const processes = processTimes(rounds);
  said.end();
  const bounds = [
    ...accuracyBounds(accuracy),
    ...ratioBounds(results),
    ...otherBounds(swept, processes),
    ...peerBounds(results),
  ];
  const head = headOf({ rounds, sources: labelled.map(nameOf), go: peers?.go });
  return { result: { head, kinds: results, accuracy, shapes, sweep: swept, processes, bounds }, kinds };
}

async function main() {
  const options = optionsOf(process.argv.slice(2));
  if (options === undefined) return 0;
  const before = load(options.compare ?? KEPT);
  const peers = options.peers ? startPeers() : undefined;
  const { result, kinds } = await measure(options, peers).finally(() => peers?.end());
  const saved = options.save ?? lastRun();
  save(saved, result);
  console.log(resultText(result, options.detail));
  if (before !== undefined)
    console.log(`\n${changeText(changes(before.kinds, result.kinds), before.head, options.detail)}`);
  if (options.detail) console.log(`\n${await distributions(kinds)}`);
  console.log(`\nAll rows: ${saved}`);
  if (options.keep) keep(result);
  if (options.readme) writeTables(result);
  return result.bounds.every(({ within }) => within) ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
