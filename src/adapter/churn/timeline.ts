import type { CountedEffect } from "./effect.js";
import { BOUNDS } from "./thresholds.js";

/** Writes by their effect; those that none had are left out. */
export type Counts = Partial<Record<CountedEffect, number>>;

/** Adds to the counts of an effect, in place. */
export function count(counts: Counts, effect: CountedEffect, by = 1): void {
  const before = Object.hasOwn(counts, effect) ? (counts[effect] ?? 0) : 0;
  counts[effect] = before + by;
}

/** The begin of the bucket that a time falls into: they are laid from 1970 on. */
export function startOf(at: number, seconds: number): number {
  const width = seconds * 1000;
  return Math.floor(at / width) * width;
}

/** How many buckets of a width it takes from the first of these times to the last. */
export function spanOf(times: Iterable<number>, seconds: number): number {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const at of times) {
    first = Math.min(first, at);
    last = Math.max(last, at);
  }
  return (startOf(last, seconds) - startOf(first, seconds)) / (seconds * 1000) + 1;
}

/** Counts over time, in buckets of one width, which doubles as often as needed: at most 600 of them. */
export class Timeline {
  /** Of a bucket, in seconds. */
  seconds = 1;
  private buckets = new Map<number, Counts>();

  add(at: number, effect: CountedEffect): void {
    const start = startOf(at, this.seconds);
    const known = this.buckets.get(start);
    if (known !== undefined) {
      count(known, effect);
      return;
    }
    this.buckets.set(start, { [effect]: 1 });
    while (this.buckets.size > 1 && spanOf(this.buckets.keys(), this.seconds) > BOUNDS.buckets) this.widen();
  }

  /** In the order of time; buckets in which nothing took place are left out. */
  list(): { at: number; effects: Counts }[] {
    return [...this.buckets].sort(([a], [b]) => a - b).map(([at, effects]) => ({ at, effects }));
  }

  private widen(): void {
    this.seconds *= 2;
    const wider = new Map<number, Counts>();
    for (const [at, effects] of this.buckets) {
      const start = startOf(at, this.seconds);
      const into = wider.get(start) ?? {};
      for (const effect of Object.keys(effects) as CountedEffect[]) count(into, effect, effects[effect]);
      wider.set(start, into);
    }
    this.buckets = wider;
  }
}
