// @ts-check
// What must hold.

/** Bytes that gate and prepared objects may hold beyond the caller's own, an object. */
const HELD_BYTES = 200;
/** KiB by which the heap may grow over all sweeps: nothing, but for code that the runtime compiles meanwhile. */
const GROWTH_KIB = 256;
/** Milliseconds of one pass over the operator's objects. */
const PASS_MILLISECONDS = 10;
/** The exponent of the cost in the number of parts, where JSON.parse of the same has 1. */
const EXPONENT = 1.15;
/** As much of what JSON.parse has over 1 is granted: less than what a search for each part would add. */
const GRANTED = 0.2;

/** @typedef {{ readonly holds: boolean, readonly bound: string }} Judged */

/** @param {number} bytes @returns {Judged} */
export const heldBound = (bytes) => within(bytes, HELD_BYTES, `${HELD_BYTES} bytes`);

/** @param {number} bytes @returns {Judged} */
export const growthBound = (bytes) => within(bytes / 1024, GROWTH_KIB, `${GROWTH_KIB} KiB`);

/** @param {number} milliseconds @returns {Judged} */
export const passBound = (milliseconds) => within(milliseconds, PASS_MILLISECONDS, `${PASS_MILLISECONDS} ms`);

/** @param {number} requests @returns {Judged} */
export const requestsBound = (requests) => within(requests, 0, "0");

/**
 * Linear in what JSON.parse takes: where large objects outgrow the processor's caches, and the runtime keeps their members in
 * another way, all that reads them slows down.
 * @param {number} exponent @param {number} parse @returns {Judged}
 */
export function exponentBound(exponent, parse) {
  const bound = EXPONENT + Math.min(GRANTED, Math.max(0, parse - 1));
  return within(exponent, bound, bound.toFixed(2));
}

/** @param {number} value @param {number} most @param {string} bound */
function within(value, most, bound) {
  return { holds: value <= most, bound };
}
