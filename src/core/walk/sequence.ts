import { asName, type Json, type JsonObject } from "../json.js";
import type { Slot } from "./slot.js";

/** As many members are kept in the sequences of one node. */
const LIMIT = 500;

/** How many more may be kept: one counter for all sequences of a node. */
interface Room {
  left: number;
}

/**
 * A member in one of the sequences in which a node's objects had theirs, as a tree: desired's members, and below their end those of the
 * other side. That is live, or of an apply what our last one stated.
 * Objects of one make have their members in one order, so that the next member is nearly always the one that came next the last
 * time. One comparison then tells what belongs to it, in place of a look-up in the facts and, of what desired leaves out, a vain one
 * in desired.
 */
export class Sequence {
  // What each step asks for comes first, so that it lies together in memory.
  /** The member that came next the last time. */
  key: string | undefined;
  next: Sequence | undefined;
  readonly slot: Slot | undefined;
  /** What live has where desired is silent, and nothing else is to be asked. */
  readonly fill: Json | undefined;
  /** Of the other side's members: desired has it too. Of desired's own: it may be followed. */
  readonly stated: boolean;
  /** The start of the other side's members, where desired's end here. */
  other: Sequence | undefined;
  /** What live lacks, where its members end here. */
  remains: readonly Remaining[] | undefined;
  /** How managedFields write the member's name. */
  readonly element: string;
  private others: Map<string, Sequence> | undefined;
  private readonly room: Room;

  private constructor(room: Room, stated: boolean, slot: Slot | undefined, name: string) {
    this.slot = slot;
    this.fill = slot?.quickDefault;
    this.stated = stated;
    this.element = asName(`f:${name}`);
    this.room = room;
  }

  /** The start of a node's sequences. */
  static start(): Sequence {
    return new Sequence({ left: LIMIT }, false, undefined, "");
  }

  /** The member of another name that follows, if it was met before. */
  turn(key: string): Sequence | undefined {
    const met = this.others?.get(key);
    if (met === undefined) return undefined;
    this.key = key;
    this.next = met;
    return met;
  }

  /** A member that follows for the first time; undefined where there is no room for more. */
  add(key: string, stated: boolean, slot: Slot | undefined): Sequence | undefined {
    if (this.room.left <= 0) return undefined;
    this.room.left--;
    this.others ??= new Map();
    this.others.set(key, new Sequence(this.room, stated, slot, key));
    return this.turn(key);
  }

  begin(): Sequence {
    this.other ??= new Sequence(this.room, false, undefined, "");
    return this.other;
  }

  leave(remains: readonly Remaining[]): readonly Remaining[] {
    this.remains = remains;
    return remains;
  }
}

/** A member that live does not have. */
export interface Remaining {
  readonly key: string;
  /** Desired has it; else a default may depend on others. */
  readonly stated: boolean;
  readonly slot: Slot | undefined;
}

/** Desired's members that live does not have. */
export function remaining(
  desired: JsonObject,
  live: JsonObject,
  fields: ReadonlyMap<string, Slot> | undefined,
): readonly Remaining[] {
  const all: Remaining[] = [];
  for (const key in desired) {
    if (!has(live, key)) all.push({ key, stated: true, slot: fields?.get(key) });
  }
  return all;
}

/** True where a loop over the object's members meets this one. */
export function has(object: JsonObject, key: string): boolean {
  for (const other in object) if (other === key) return true;
  return false;
}
