import type { Decision } from "../decision.js";
import type { Json, JsonObject } from "../json.js";
import type { Lens } from "./lens.js";
import { OWN, type Pattern } from "./pattern.js";
import { type Flat, flatten, patternOf } from "./record.js";

/** A pattern that objects share. */
export interface Shared {
  readonly pattern: Pattern;
  /** Its scalars, laid flat: OWN where each object has another one. */
  readonly scalars: readonly (Json | typeof OWN)[];
  /** How much room it takes. */
  readonly size: number;
  /** What was decided of all that are like it. */
  readonly decision: Decision<never>;
}

/** What one live object was: what it shares with others, and its own scalars. */
export interface Memory {
  readonly shared: Shared;
  readonly own: readonly Json[];
}

/** A skip, and the live object that it was over. */
export interface Remembering {
  readonly live: JsonObject;
  /** Its texts are kept in place of live's, where they are the same. */
  readonly desired: JsonObject;
  readonly lens: Lens;
  /** One object for all pairs of which the same was decided. */
  readonly decision: Decision<never>;
  /** Nothing was remembered for desired before. */
  readonly isNew: boolean;
}

/** As many names and scalars are kept in patterns, and for each object so many more: hardly more than it holds itself. */
const ROOM = 10_000;
const ROOM_OF_ONE = 2;
/** An object with more scalars of its own than that is not remembered: it would hold too much. */
const MAX_OWN = 16;

const NONE: readonly Json[] = Object.freeze([]);

/**
 * The patterns of one kind's live objects. Objects of one make differ in names and a few values, so that they share a pattern and
 * keep those alone.
 */
export class Patterns {
  private readonly byOutline = new Map<string, WeakRef<Shared>>();
  private room = ROOM;
  /** How many objects have been remembered. */
  private objects = 0;

  /** What live is, for `matches`; undefined where that would be too much to keep. */
  memoryOf({ live, desired, lens, decision, isNew }: Remembering): Memory | undefined {
    const flat = flatten(live, lens);
    if (flat === undefined) return undefined;
    if (isNew) {
      this.objects++;
      this.room += ROOM_OF_ONE;
    }
    const outline = `${decision.strategy} ${flat.outline}`;
    const known = this.byOutline.get(outline)?.deref();
    if (known !== undefined && fits(known, flat)) return memory(known, flat, desired);
    if (known === undefined && !this.takesRoom(flat.size)) return undefined;
    const scalars = known === undefined ? flat.scalars : loosened(known, flat);
    const pattern = patternOf(live, lens, (index) => scalars[index] === OWN);
    const shared = { pattern, scalars, size: flat.size, decision };
    this.byOutline.set(outline, new WeakRef(shared));
    return memory(shared, flat, desired);
  }

  /** Takes the room for a new pattern, if there is any: that of patterns which nobody uses any more is free again. */
  private takesRoom(size: number): boolean {
    if (this.room < size) this.sweep();
    if (this.room < size) return false;
    this.room -= size;
    return true;
  }

  private sweep(): void {
    this.room = ROOM + ROOM_OF_ONE * this.objects;
    for (const [outline, kept] of this.byOutline) {
      const shared = kept.deref();
      if (shared === undefined) this.byOutline.delete(outline);
      else this.room -= shared.size;
    }
  }
}

function fits({ scalars }: Shared, flat: Flat): boolean {
  return scalars.every((scalar, index) => scalar === OWN || scalar === flat.scalars[index]);
}

/** The scalars of a pattern that an object of the same outline fits as well. */
function loosened({ scalars }: Shared, flat: Flat): Shared["scalars"] {
  return scalars.map((scalar, index) => (scalar === flat.scalars[index] ? scalar : OWN));
}

function memory(shared: Shared, flat: Flat, desired: JsonObject): Memory | undefined {
  const own = flat.scalars.filter((_, index) => shared.scalars[index] === OWN);
  if (own.length === 0) return { shared, own: NONE };
  if (own.length > MAX_OWN) return undefined;
  const texts = textsOf(desired);
  return { shared, own: own.map((scalar) => texts.get(scalar) ?? scalar) };
}

/** As many of desired's values are looked through: it may be a cycle. */
const MAX_LOOKED_AT = 10_000;

/** Desired's texts, so that a live object that the caller lets go of is not kept for its own texts' sake. */
function textsOf(desired: JsonObject): ReadonlyMap<Json, string> {
  const texts = new Map<Json, string>();
  const open: (Json | undefined)[] = [desired];
  for (let count = 0; open.length > 0 && count < MAX_LOOKED_AT; count++) {
    const value = open.pop();
    if (typeof value === "string") texts.set(value, value);
    else if (typeof value === "object" && value !== null)
      for (const key in value) open.push((value as JsonObject)[key]);
  }
  return texts;
}
