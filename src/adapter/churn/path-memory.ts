import type { Json } from "../../core/json.js";
import type { Path } from "../../core/path.js";
import type { Difference } from "./effect.js";
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

  constructor(readonly steps: Path) {}

  /** Notes a change, and says whether it put back what was taken away. */
  note(difference: Difference, by: string | undefined, at: number): boolean {
    this.writes++;
    if (by !== undefined && this.managers.size < BOUNDS.managersOfPath) this.managers.add(by);
    const [before, after] = [keptValue(difference.before), keptValue(difference.after)];
    this.show(before);
    this.show(after);
    const isBack = this.last !== undefined && this.last.taken === after.id;
    const again = by !== undefined && this.put(by, after.id);
    // managedFields never tell who put items in another order.
    const swinger = by ?? (difference.order === true ? NOBODY : undefined);
    if (swinger !== undefined) this.swing(swinger, isBack, at);
    this.last = { taken: before.id, by: swinger, at };
    if (isBack || again) this.flips++;
    return isBack || again;
  }

  /** What was put back last came beside a change: that is no going back and forth. */
  excuse(): void {
    for (const swing of this.swings.values()) swing.run = 0;
  }

  /** Updates were missed: nothing is known of who did what last. */
  interrupt(): void {
    this.last = undefined;
    for (const put of this.puts.values()) put.backs = 0;
    for (const swing of this.swings.values()) swing.run = 0;
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

  /** True where a manager puts the value that it alone puts, over another's. */
  private put(by: string, id: string): boolean {
    const known = this.puts.get(by);
    if (known === undefined || known.id !== id) {
      if (known === undefined && this.puts.size >= BOUNDS.managersOfPath) return false;
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
    swing.run = isOwn && at - (this.last?.at ?? 0) <= SWING_MS ? swing.run + 1 : 0;
    swing.best = Math.max(swing.best, swing.run);
    if (this.swings.has(by) || this.swings.size < BOUNDS.managersOfPath) this.swings.set(by, swing);
  }

  private show({ id, shown }: KeptValue): void {
    if (this.shown.size < BOUNDS.valuesOfPath) this.shown.set(id, shown);
  }
}
