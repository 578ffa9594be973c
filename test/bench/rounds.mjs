// @ts-check
// Times several functions against each other, in turn, so that a noisy machine is noisy for all of them.

const BATCH_MICROSECONDS = 20_000;

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** The processor time, in microseconds, that so many calls take. @param {() => void} work @param {number} calls */
function cpuOf(work, calls) {
  const before = process.cpuUsage();
  for (let call = 0; call < calls; call++) work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** How many calls fill a batch, found while the function warms up. @param {() => void} work */
function callsPerBatch(work) {
  let calls = 1;
  for (;;) {
    const spent = cpuOf(work, calls);
    if (spent >= BATCH_MICROSECONDS) return Math.max(1, Math.round((calls * BATCH_MICROSECONDS) / spent));
    calls *= 2;
  }
}

/**
 * The processor time of each work, in microseconds an object, round by round.
 * @param {Readonly<Record<string, import("./works.mjs").Work>>} works
 * @param {number} rounds
 * @returns {ReadonlyMap<string, readonly number[]>}
 */
export function interleaved(works, rounds) {
  const cases = Object.entries(works).map(([name, { objects, run }]) => {
    callsPerBatch(run);
    return { name, objects, run, calls: callsPerBatch(run), times: /** @type {number[]} */ ([]) };
  });
  for (let round = 0; round < rounds; round++) {
    for (const { objects, run, calls, times } of cases) times.push(cpuOf(run, calls) / calls / objects);
  }
  return new Map(cases.map(({ name, times }) => [name, times]));
}
