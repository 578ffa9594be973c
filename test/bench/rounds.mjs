// @ts-check
// Times rows against each other, in turn, so that a noisy machine is noisy for all of them.
import { getHeapSpaceStatistics } from "node:v8";
import { do_not_optimize } from "mitata";

/** A pass lasts at least so long, where its objects are not too large to be made for each. */
const LEAST_MICROSECONDS = 60;
const LEAST_OBJECTS = 24;
const MOST_OBJECTS = 600;
/** Inputs before those that are timed, so that the processor has the code at hand: cold are the objects. */
const LEAD_IN = 8;

/** @typedef {import("./types.js").Row<any, any>} Row */

/** Makes room in the young generation where half of it is used, so that hardly a collection falls into a pass. Needs --expose-gc. */
function collect() {
  const young = getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space");
  if (young !== undefined && young.space_used_size < young.space_available_size) return;
  /** @type {any} */ (globalThis).gc?.({ type: "minor" });
}

/** @param {readonly number[]} values @param {number} part */
export function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(part * (sorted.length - 1) + 0.5)] ?? Number.NaN;
}

/** @param {readonly number[]} values */
export function median(values) {
  return quantile(values, 0.5);
}

/**
 * Microseconds of one pass over fresh inputs, an input. The smaller of wall time, which others on the processor make longer, and of
 * processor time, which counts whole microseconds and other threads.
 * @param {Row} row
 * @param {number} copies
 */
function pass({ fresh, run, cases }, copies) {
  const first = Array.from({ length: LEAD_IN }, (_, index) => fresh(cases[index % cases.length]));
  const inputs = Array.from({ length: copies }, () => cases.map(fresh)).flat();
  collect();
  for (const input of first) do_not_optimize(run(input));
  const used = process.cpuUsage();
  const started = performance.now();
  for (const input of inputs) do_not_optimize(run(input));
  const wall = (performance.now() - started) * 1000;
  const { user, system } = process.cpuUsage(used);
  return Math.min(wall, user + system + 1) / inputs.length;
}

/** @param {Row} row @param {number} microseconds an input */
function copiesOf({ cases }, microseconds) {
  const wanted = Math.min(MOST_OBJECTS, Math.max(LEAST_OBJECTS, LEAST_MICROSECONDS / microseconds));
  return Math.ceil(wanted / cases.length);
}

/** How often a row's cases make a pass, once that was found. @type {WeakMap<Row, number>} */
const COPIES = new WeakMap();

/** @param {Row} row */
function plannedCopies(row) {
  const copies = COPIES.get(row) ?? copiesOf(row, pass(row, copiesOf(row, 1)));
  COPIES.set(row, copies);
  return copies;
}

/** Runs all rows, so that the code is warm and has met all kinds of objects. @param {readonly Row[]} rows @param {number} passes */
export function warm(rows, passes) {
  for (let done = 0; done < passes; done++) for (const row of rows) pass(row, copiesOf(row, 1));
}

/** Microseconds an object, by round. @typedef {number[]} Times */

/**
 * @param {readonly Row[]} rows
 * @param {number} count rounds
 * @param {Map<string, Times>} [times] of earlier rounds, to which these are added
 * @param {() => Promise<Readonly<Record<string, number>>>} [others] what else is timed in a round, by key, in microseconds an object
 */
export async function rounds(rows, count, times = new Map(), others = undefined) {
  const planned = rows.map((row) => ({ row, copies: plannedCopies(row) }));
  const first = Math.max(0, ...[...times.values()].map(({ length }) => length));
  for (let round = first; round < first + count; round++) {
    const add = (/** @type {string} */ key, /** @type {number} */ time) => {
      const known = times.get(key) ?? [];
      times.set(key, known);
      known[round] = time;
    };
    for (const { row, copies } of planned) add(row.key, pass(row, copies));
    for (const [key, time] of Object.entries((await others?.()) ?? {})) add(key, time);
  }
  return times;
}

/**
 * A row beside its base, of the same rounds.
 * @param {Times} times
 * @param {Times} [base]
 * @returns {import("./types.js").Measured}
 */
export function measured(times, base = []) {
  // A row that sat a round out left a hole, which filter drops.
  const own = times.filter(() => true);
  const ratios = times.map((time, round) => time / (base[round] ?? Number.NaN)).filter(() => true);
  return [median(own), median(ratios), quantile(ratios, 0.1), quantile(ratios, 0.9)];
}
