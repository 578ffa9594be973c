// @ts-check
// Bytes of the heap: what is held, and what is allocated.
import { median } from "./measure.mjs";

/** What is in use once nothing is left to be collected. */
export function heldBytes() {
  if (globalThis.gc === undefined) throw new Error("node --expose-gc is needed");
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

/** Short enough that most rounds meet no collection. */
const ROUNDS = 15;

/** What one call allocates, roughly: the median over rounds, since a collection within one hides what it allocated. @param {() => void} work */
export function allocatedBytes(work) {
  work();
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.memoryUsage().heapUsed;
    work();
    return process.memoryUsage().heapUsed - before;
  });
  return Math.max(0, median(rounds));
}
