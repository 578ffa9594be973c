import type { CountedEffect } from "./effect.js";
import { BOUNDS } from "./thresholds.js";

/** Writes by their effect; those that none had are left out. */
export type Counts = Partial<Record<CountedEffect, number>>;

/** Adds to the counts of an effect, in place. */
export function count(counts: Counts, effect: CountedEffect, by = 1): void {
  counts[effect] = (counts[effect] ?? 0) + by;
}

/** Counts over time, in buckets of one width, which doubles as often as needed: at most 600 of them. */
export class Timeline {
  /** Of a bucket, in seconds. */
  seconds = 1;
  private buckets = new Map<number, Counts>();

  add(at: number, effect: CountedEffect): void {
    const start = this.startOf(at);
    const known = this.buckets.get(start);
    if (known !== undefined) {
      count(known, effect);
      return;
    }
    this.buckets.set(start, { [effect]: 1 });
    while (this.buckets.size > 1 && this.span() > BOUNDS.buckets) this.widen();
  }

  /** In the order of time; buckets in which nothing took place are left out. */
  list(): { at: number; effects: Counts }[] {
    return [...this.buckets].sort(([a], [b]) => a - b).map(([at, effects]) => ({ at, effects }));
  }

  private startOf(at: number): number {
    const width = this.seconds * 1000;
    return Math.floor(at / width) * width;
  }

  private span(): number {
    let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const at of this.buckets.keys()) {
      first = Math.min(first, at);
      last = Math.max(last, at);
    }
    return (last - first) / (this.seconds * 1000) + 1;
  }

  private widen(): void {
    this.seconds *= 2;
    const wider = new Map<number, Counts>();
    for (const [at, effects] of this.buckets) {
      const start = this.startOf(at);
      const into = wider.get(start) ?? {};
      for (const effect of Object.keys(effects) as CountedEffect[]) count(into, effect, effects[effect]);
      wider.set(start, into);
    }
    this.buckets = wider;
  }
}
