import { keyOf } from "../port/object.js";
import type { ObjectRef } from "../port/port.js";
import { Recent } from "../recent.js";

interface Writes {
  /** The versions that were written over, the last ones; undefined: there was no object. */
  readonly over: readonly (string | undefined)[];
  /** What the last write made of it. */
  readonly now: string | undefined;
  /** When that was, in milliseconds. */
  readonly at: number;
}

/** Of how many objects writes are remembered. */
const OBJECTS = 10_000;

/** How many of one object's. */
const WRITES = 8;

/** Milliseconds in which a cache should have seen what was written. */
const LAG = 60_000;

/** Our own last writes, by the versions that they were made over: a cache that still has one of these is behind. */
export class Written {
  private readonly recent = new Recent<Writes>(OBJECTS);

  note(ref: ObjectRef, over: string | undefined, now: string | undefined): void {
    if (over === now) return;
    const key = keyOf(ref);
    const before = this.recent.get(key);
    const earlier = before !== undefined && before.now === over ? before.over.slice(1 - WRITES) : [];
    this.recent.set(key, { over: [...earlier, over], now, at: performance.now() });
  }

  /** A write over this version may have taken effect, or not. */
  noteUnsure(ref: ObjectRef, over: string | undefined): void {
    this.recent.set(keyOf(ref), { over: [over], now: undefined, at: performance.now() });
  }

  /** Is this version, as the caller's cache has it, from before our last write? */
  isBehind(ref: ObjectRef, version: string | undefined): boolean {
    const key = keyOf(ref);
    const writes = this.recent.get(key);
    if (writes === undefined) return false;
    if (writes.over.includes(version) && performance.now() - writes.at < LAG) return true;
    // Another part of the cache may be behind still, unless somebody else wrote since.
    if (version !== writes.now) this.recent.delete(key);
    return false;
  }
}
