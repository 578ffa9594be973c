import { isDuty, isReport } from "./duties.js";
import type { CountedEffect, Difference } from "./effect.js";
import type { Making } from "./making.js";
import { PathMemory } from "./path-memory.js";
import { BOUNDS, LEAST, NOTHING_MS, TIMES_MS } from "./thresholds.js";
import { type Counts, count } from "./timeline.js";
import { NOBODY, type Write, whoKey } from "./write.js";

/** What is found of one object, without comparing two values at a path. */
export type Plain = "moves-nothing" | "writes-nothing" | "respells" | "times-only";

/** What one maker did to one object, of one sort. */
export interface Evidence {
  writes: number;
  /** Of those that count together; the most of it. */
  run: number;
  best: number;
  last: number;
  readonly paths: Map<string, number>;
  readonly unstored: Set<string>;
}

const SEEN_MANAGERS = 8;

/** What is taken up, beside names: by an object, and by what is known of one maker of it. */
const OBJECT_BYTES = 1000;
const MAKER_BYTES = 500;
const PATH_BYTES = 60;

/** Writes of which the least finding is made. */
const FEWEST = Math.min(...Object.values(LEAST));

/** The writes of one object. */
export class ObjectCount {
  writes = 0;
  readonly effects: Counts = {};
  readonly managers = new Set<string>();
  readonly paths = new Map<string, PathMemory>();
  readonly makings = new Map<string, Making>();
  readonly evidence = new Map<string, Map<Plain, Evidence>>();

  /** What it takes up in memory, as far as it is reckoned. */
  bytes: number;

  constructor(readonly ref: Pick<Write, "apiVersion" | "kind" | "namespace" | "name">) {
    const { apiVersion, kind, namespace = "", name } = ref;
    this.bytes = OBJECT_BYTES + 2 * (apiVersion.length + kind.length + namespace.length + name.length);
  }

  /** Counts a write, and says what it was: a change that put something back is a flip. */
  add(write: Write): CountedEffect {
    this.writes++;
    const by = whoKey(write.who);
    const named = write.who.manager ?? write.who.userAgent;
    if (named !== undefined && this.managers.size < SEEN_MANAGERS && !this.managers.has(named)) {
      this.managers.add(named);
      this.bytes += PATH_BYTES + 2 * named.length;
    }
    const effect = this.effectOf(write, by);
    count(this.effects, effect);
    const what = plainOf(write);
    if (what !== undefined) this.note(what, by ?? NOBODY, write);
    if (by !== undefined && write.making !== undefined) this.noteMaking(by, write.making);
    return effect;
  }

  /** Updates were missed. */
  interrupt(): void {
    for (const path of this.paths.values()) path.interrupt();
  }

  /** Enough of one sort to be called churn, by maker; without a maker where no maker is known of that sort at all. */
  *found(): Generator<readonly [by: string, what: Plain, evidence: Evidence]> {
    for (const [by, sorts] of this.evidence) {
      for (const [what, evidence] of sorts) {
        if (evidence.best < LEAST[what]) continue;
        // Requests without a name are not one maker's; updates without one go with those of whoever is named.
        if (by === NOBODY && (what === "writes-nothing" || this.isNamed(what))) continue;
        yield [by, what, evidence];
      }
    }
  }

  /** How often nobody known did it. */
  unnamed(what: Plain): number {
    return this.evidence.get(NOBODY)?.get(what)?.writes ?? 0;
  }

  /** Who fights, or swings, at a path, and how often; a path on which reports come and go is none. */
  *flipping(): Generator<{
    readonly path: string;
    readonly memory: PathMemory;
    readonly by: ReadonlyMap<string, number>;
  }> {
    const { apiVersion, kind } = this.ref;
    for (const [path, memory] of this.paths) {
      const { fighters, swingers } = memory;
      if (fighters.size > 0 && !isReport(apiVersion, kind, memory, false))
        yield { path, memory, by: fighters };
      else if (swingers.size > 0 && !isReport(apiVersion, kind, memory, true))
        for (const swinger of swingers) yield { path, memory, by: new Map([swinger]) };
    }
  }

  /** Anything of which somebody, or nobody known, would be accused. */
  get isAccused(): boolean {
    // Asked of every object where memory is full.
    if (this.writes < FEWEST) return false;
    return this.found().next().done !== true || this.flipping().next().done !== true;
  }

  private noteMaking(by: string, making: Making): void {
    if (!this.makings.has(by)) {
      if (this.makings.size >= SEEN_MANAGERS) return;
      this.bytes += MAKER_BYTES + 2 * by.length;
    }
    this.makings.set(by, making);
  }

  private isNamed(what: Plain): boolean {
    return [...this.evidence].some(
      ([by, sorts]) => by !== NOBODY && (sorts.get(what)?.best ?? 0) >= LEAST[what],
    );
  }

  private effectOf(write: Write, by: string | undefined): CountedEffect {
    if (write.effect === "create" || write.effect === "delete")
      for (const path of this.paths.values()) path.forget();
    if (write.paths === undefined) {
      if (write.effect === "unknown") this.interrupt();
      return write.effect;
    }
    const back: PathMemory[] = [];
    let isNews = false;
    for (const difference of write.paths) {
      const memory = this.pathAt(difference);
      const bytes = memory?.bytes ?? 0;
      if (memory?.note(difference, by, write.at)) back.push(memory);
      else if (difference.time !== true) isNews = true;
      this.bytes += (memory?.bytes ?? 0) - bytes;
    }
    // A state that comes and goes with each job: whoever says something new besides has a reason.
    if (isNews) for (const memory of back) memory.excuse();
    return back.length > 0 && write.effect === "change" ? "flip" : write.effect;
  }

  /** undefined where there is no room for one more. */
  private pathAt({ path, steps }: Difference): PathMemory | undefined {
    const known = this.paths.get(path);
    if (known !== undefined) return known;
    if (this.paths.size >= BOUNDS.pathsOfObject || path.length > BOUNDS.pathLength) return undefined;
    const made = new PathMemory(steps);
    this.paths.set(path, made);
    // As text, and in its steps.
    this.bytes += made.bytes + 4 * path.length;
    return made;
  }

  private note(what: Plain, by: string, { at, paths = [], unstored = [] }: Write): void {
    let sorts = this.evidence.get(by);
    if (sorts === undefined) {
      if (this.evidence.size >= SEEN_MANAGERS) return;
      sorts = new Map();
      this.evidence.set(by, sorts);
      this.bytes += MAKER_BYTES + 2 * by.length;
    }
    if (!sorts.has(what)) this.bytes += MAKER_BYTES;
    const known = sorts.get(what) ?? {
      writes: 0,
      run: 0,
      best: 0,
      last: at,
      paths: new Map(),
      unstored: new Set(),
    };
    sorts.set(what, known);
    known.writes++;
    // Two servers' logs are read one after the other: time may go back.
    known.run = Math.abs(at - known.last) > APART_MS[what] ? 1 : known.run + 1;
    known.best = Math.max(known.best, known.run);
    known.last = at;
    for (const { path } of paths) {
      const count = known.paths.get(path) ?? 0;
      if (count === 0 && !this.hasRoom(known.paths, path)) continue;
      known.paths.set(path, count + 1);
    }
    for (const path of unstored)
      if (!known.unstored.has(path) && this.hasRoom(known.unstored, path)) known.unstored.add(path);
  }

  /** For one more path, which is reckoned. */
  private hasRoom(paths: { readonly size: number }, path: string): boolean {
    if (paths.size >= BOUNDS.pathsOfObject || path.length > BOUNDS.pathLength) return false;
    this.bytes += PATH_BYTES + 2 * path.length;
    return true;
  }
}

/** How far what counts together may lie apart. */
const APART_MS: Readonly<Record<Plain, number>> = {
  "moves-nothing": NOTHING_MS,
  "writes-nothing": NOTHING_MS,
  respells: NOTHING_MS,
  "times-only": TIMES_MS,
};

function plainOf({ effect, moved = true, apiVersion, kind, paths = [] }: Write): Plain | undefined {
  if (!moved) return "writes-nothing";
  switch (effect) {
    case "nothing":
    case "managed-fields":
      return "moves-nothing";
    case "respelling":
      return "respells";
    case "times":
      return isDuty(apiVersion, kind, paths) ? undefined : "times-only";
    default:
      return undefined;
  }
}
