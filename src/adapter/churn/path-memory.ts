import { isList, type Json } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import { Sensitive } from "../../core/sensitive.js";
import type { Difference } from "./effect.js";
import { isSameValue } from "./items.js";
import { BOUNDS, LEAST, SWING_MS } from "./thresholds.js";
import { type KeptValue, keptValue } from "./values.js";
import { NOBODY } from "./write.js";

/** What one manager put at a path. */
interface Put {
  /** The one value that it put, again and again. */
  id: string;
  /** How often in a row it put it back where another had put another. */
  backs: number;
  /** The most of it. */
  best: number;
  /** All of them. */
  flips: number;
}

/** What is taken up, beside names: by all of it, and by one maker or value. */
const PATH_BYTES = 1200;
const ITEM_BYTES = 150;

const LONG_LIST = 500;

/** What came and went at one path of one object. */
export class PathMemory {
  writes = 0;
  flips = 0;
  readonly managers = new Set<string>();
  readonly shown = new Map<string, Json | undefined>();
  private readonly puts = new Map<string, Put>();
  private readonly swings = new Map<string, { run: number; best: number; flips: number }>();
  /** The value that the last change took away, who did, and when; undefined where none is known. */
  private last: { readonly taken: string; readonly by: string | undefined; readonly at: number } | undefined;

  /** What is there since the last change. */
  private there: string | undefined;
  /** Updates were missed since. */
  private isInterrupted = false;
  /** What it takes up in memory, as far as it is reckoned. */
  bytes = PATH_BYTES;

  constructor(readonly steps: Path) {}

  /** Notes a change, and says whether it put back what was taken away. */
  note(difference: Difference, by: string | undefined, at: number): boolean {
    this.writes++;
    if (by !== undefined && this.managers.size < BOUNDS.managersOfPath && !this.managers.has(by)) {
      this.managers.add(by);
      this.bytes += ITEM_BYTES + 2 * by.length;
    }
    const [before, after] = [keptValue(difference.before), keptValue(difference.after)];
    this.show(before);
    this.show(after);
    this.heed(before.id);
    const isBack = this.last !== undefined && this.last.taken === after.id;
    const again = by !== undefined && this.put(by, after.id);
    // managedFields never tell who put items in another order.
    const swinger = by ?? (difference.order === true ? NOBODY : undefined);
    if (swinger !== undefined) this.swing(swinger, isBack && !isToggle(difference), at);
    this.there = after.id;
    this.last = { taken: before.id, by: swinger, at };
    if (isBack || again) this.flips++;
    return isBack || again;
  }

  /** What was put back last came beside a change: that is no going back and forth. */
  excuse(): void {
    for (const swing of this.swings.values()) swing.run = 0;
  }

  /** Updates were missed: nothing is known of who did what last. How often each has put its own value back by then still is. */
  interrupt(): void {
    this.last = undefined;
    this.isInterrupted = true;
    for (const swing of this.swings.values()) swing.run = 0;
  }

  /** It begins anew: the object was made, or is gone. */
  forget(): void {
    this.interrupt();
    this.isInterrupted = false;
    for (const put of this.puts.values()) put.backs = 0;
  }

  /** Those who put their own value back against each other, and how often; none unless there are two. */
  get fighters(): ReadonlyMap<string, number> {
    const found = new Map<string, number>();
    for (const [name, { best, flips }] of this.puts) if (best >= LEAST.putsBack) found.set(name, flips);
    return found.size > 1 ? found : new Map();
  }

  /** Those who went back and forth all by themselves, and how often. */
  get swingers(): ReadonlyMap<string, number> {
    const found = new Map<string, number>();
    for (const [name, { best, flips }] of this.swings) if (best >= LEAST.swings) found.set(name, flips);
    return found;
  }

  /** What was missed may have put a value of which those who fight know nothing. */
  private heed(before: string): void {
    if (!this.isInterrupted) return;
    this.isInterrupted = false;
    const puts = [...this.puts.values()];
    if (before === this.there || puts.some(({ id, backs }) => backs > 0 && id === before)) return;
    for (const put of puts) put.backs = 0;
  }

  /** True where a manager puts the value that it alone puts, over another's. */
  private put(by: string, id: string): boolean {
    const known = this.puts.get(by);
    if (known === undefined || known.id !== id) {
      if (known === undefined && this.puts.size >= BOUNDS.managersOfPath) return false;
      this.bytes += known === undefined ? ITEM_BYTES + 2 * (by.length + id.length) : 0;
      this.puts.set(by, { id, backs: 0, best: known?.best ?? 0, flips: known?.flips ?? 0 });
      return false;
    }
    const undone = this.last?.by;
    if (undone === undefined || undone === NOBODY || undone === by) return false;
    known.backs++;
    known.flips++;
    known.best = Math.max(known.best, known.backs);
    return true;
  }

  private swing(by: string, isBack: boolean, at: number): void {
    const swing = this.swings.get(by) ?? { run: 0, best: 0, flips: 0 };
    const isOwn = isBack && this.last?.by === by;
    if (isOwn) swing.flips++;
    swing.run = isOwn && Math.abs(at - (this.last?.at ?? 0)) <= SWING_MS ? swing.run + 1 : 0;
    swing.best = Math.max(swing.best, swing.run);
    if (this.swings.has(by)) return;
    if (this.swings.size >= BOUNDS.managersOfPath) return;
    this.swings.set(by, swing);
    this.bytes += ITEM_BYTES + 2 * by.length;
  }

  private show({ id, shown }: KeptValue): void {
    if (this.shown.size >= BOUNDS.valuesOfPath || this.shown.has(id)) return;
    this.shown.set(id, shown);
    this.bytes += ITEM_BYTES + 4 * id.length;
  }
}

/**
 * One who sets a thing and takes it away again, or turns it on and off (a lock, a pause, a finalizer), does so for what lies between: no two
 * settings, and no chance, show in that.
 */
function isToggle({ before, after, order }: Difference): boolean {
  if (order === true) return false;
  const [left, right] = [revealed(before), revealed(after)];
  if (isOff(left) || isOff(right) || (typeof left === "boolean" && typeof right === "boolean")) return true;
  if (!isList(left) || !isList(right) || left.length === right.length) return false;
  const [fewer, more] = left.length < right.length ? [left, right] : [right, left];
  // To look for each item of a very long one takes too long.
  return more.length > LONG_LIST || fewer.every((item) => more.some((each) => isSameValue(item, each)));
}

function revealed(value: Difference["before"]): Json | undefined {
  return value instanceof Sensitive ? value.reveal() : value;
}

function isOff(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === "" || value === 0) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}
