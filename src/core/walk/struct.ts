import type { UnionFacts } from "../facts.js";
import { countMembers, isObject, type Json, type JsonObject, member, put, setMember } from "../json.js";
import { assertShown, isEmpty } from "../wire.js";
import { ANY } from "./any.js";
import { atKey, type Context, DIFFERS, differ, pass, type Report } from "./context.js";
import { completed, hasIncidental } from "./incidental.js";
import type { Granularity, MembersNode } from "./node.js";
import type { Slot } from "./slot.js";
import { visit } from "./visit.js";

const EMPTY: JsonObject = Object.freeze({});

/**
 * A struct's other fields. unknown: the server drops them. plain: it keeps them as they are. noted, silent: not
 * ours, so left as live has them; noted shows in an explanation.
 */
export type Rest = "unknown" | "plain" | "noted" | "silent";

/** What apply and merge patches have to know of a struct. */
export interface StructTraits {
  /** One value under apply. */
  readonly atomic?: boolean;
  /** A custom kind's: null is no way to leave a field out. */
  readonly asIs?: boolean;
  /** An apply may state other fields too; they are dropped. */
  readonly tolerant?: boolean;
  readonly unions?: readonly UnionFacts[];
}

/** A struct whose fields are known. */
export class StructNode implements MembersNode {
  readonly struct = this;
  readonly granularity: Granularity;
  readonly marked: boolean;
  readonly forbids: boolean;
  readonly stump: JsonObject | undefined;
  readonly zero: JsonObject | undefined;
  private computed: readonly string[] | undefined;
  private unsettled: readonly string[] | undefined;
  /** Some fields stay as live has them, so that what stands beside them has to be seen so. */
  readonly mixes: boolean;
  /** Some fields are sent only along with others. */
  readonly incidental: boolean;

  /**
   * @param fields by JSON name; may still be filled after construction, since types refer to each other
   * @param byValue Go holds it by value: absent is the same as {}
   */
  constructor(
    readonly fields: Map<string, Slot>,
    byValue: boolean,
    marked: boolean,
    readonly rest: Rest = "unknown",
    readonly traits: StructTraits = {},
  ) {
    this.granularity = traits.atomic === true ? "whole" : "members";
    this.zero = byValue ? EMPTY : undefined;
    this.marked = marked;
    this.stump = marked && [...fields.values()].some((slot) => slot.protects) ? EMPTY : undefined;
    this.incidental = marked && hasIncidental(fields.values());
    this.mixes = rest === "noted" || (marked && [...fields.values()].some((slot) => slot.mixes));
    this.forbids = marked && [...fields.values()].some((slot) => slot.forbids);
  }

  walk(desired: Json, live: Json, cx: Context): Json | undefined {
    if (!isObject(desired) || !isObject(live)) return ANY.walk(desired, live, cx);
    return cx.report === undefined ? this.quick(desired, live, cx) : this.members(desired, live, cx);
  }

  /** Without a report: builds nothing, and stops at the first difference. */
  quick(desired: JsonObject, live: JsonObject, cx: Context): Json | undefined {
    const { fields, forbids } = this;
    const isSilent = this.rest === "silent";
    let shared = 0;
    let total = 0;
    for (const key in live) {
      const l = live[key];
      if (l === undefined) continue;
      total++;
      let d = desired[key];
      if (d === l && !forbids) {
        shared++;
        continue;
      }
      if (typeof d === "function" || (typeof d === "object" && key === "__proto__")) d = member(desired, key);
      if (d !== undefined) shared++;
      const slot = fields.get(key);
      let after: Json | undefined;
      if (slot === undefined) {
        if (isSilent) continue;
      } else if (d === undefined) {
        if (slot.quickDefault === l) continue;
        after = this.leftOut(slot, l, desired, cx);
      } else if (typeof d === "object" && typeof l === "object" && d !== null && l !== null) {
        const { quickStruct } = slot;
        after =
          quickStruct !== undefined && !Array.isArray(d) && !Array.isArray(l)
            ? quickStruct.quick(d as JsonObject, l as JsonObject, cx)
            : inside(slot, d, l, cx);
      }
      if (after === undefined) after = this.field(key, d, l, desired, live, cx);
      if (after !== l) return DIFFERS;
    }
    const stated = countMembers(desired);
    if (stated === 0) assertShown(desired);
    if (total === 0) assertShown(live);
    if (stated === shared && total === shared) return live;
    if (stated !== shared) {
      for (const key in desired) {
        const d = desired[key];
        if (d === undefined || member(live, key) !== undefined) continue;
        if (this.field(key, d, undefined, desired, live, cx) !== undefined) return DIFFERS;
      }
    }
    return this.areDependentsSame(desired, live, cx) ? live : DIFFERS;
  }

  /** Fields that neither side states, and that the server may fill in all the same. */
  private areDependentsSame(desired: JsonObject, live: JsonObject, cx: Context): boolean {
    this.unsettled ??= this.dependents().filter(
      (key) => this.mixes || this.fields.get(key)?.isOfStored !== true,
    );
    for (let index = 0; index < this.unsettled.length; index++) {
      const key = this.unsettled[index] as string;
      if (member(desired, key) !== undefined || member(live, key) !== undefined) continue;
      if (this.field(key, undefined, undefined, desired, live, cx) !== undefined) return false;
    }
    return true;
  }

  /** A field that desired leaves out, by a shorter way than `field`; undefined where there is none. */
  private leftOut(slot: Slot, l: Json, desired: JsonObject, cx: Context): Json | undefined {
    if (cx.derivative) return slot.quickUnstated ? l : undefined;
    const isSomething = typeof l === "object" && l !== null;
    if (isSomething && slot.quickEmpty && !Array.isArray(l) && isEmpty(l)) return l;
    if (slot.quickShared && cx.fieldManager === undefined && isObject(l)) return l;
    if (!slot.quickFill || this.mixes) return undefined;
    const filled = slot.effective(undefined, desired, false, l, cx);
    if (filled === l) return l;
    if (!isSomething || slot.completes || typeof filled !== "object" || filled === null) return undefined;
    return slot.walkNode(filled, l, cx);
  }

  /** Every member, to the end: what a report and a payload are made of. */
  private members(desired: JsonObject, live: JsonObject, cx: Context): Json | undefined {
    let after: Record<string, Json | undefined> | undefined;
    for (const key in live) {
      const l = live[key];
      if (l === undefined) continue;
      const d = member(desired, key);
      if (d === l && !this.forbids) continue;
      const value = this.visit(key, d, l, desired, live, cx);
      if (value === DIFFERS) return DIFFERS;
      if (value !== l) after = put(after ?? { ...live }, key, value);
    }
    for (const key in desired) {
      const d = desired[key];
      if (d === undefined || member(live, key) !== undefined) continue;
      const value = this.visit(key, d, undefined, desired, live, cx);
      if (value === DIFFERS) return DIFFERS;
      if (value !== undefined) after = put(after ?? { ...live }, key, value);
    }
    for (const key of this.dependents()) {
      if (member(desired, key) !== undefined || member(live, key) !== undefined) continue;
      const value = this.visit(key, undefined, undefined, desired, live, cx);
      if (value === DIFFERS) return DIFFERS;
      if (value !== undefined) after = put(after ?? { ...live }, key, value);
    }
    return completed(this, desired, live, after, cx.derivative);
  }

  slotOf(key: string): Slot | undefined {
    return this.fields.get(key);
  }

  onlyLives(desired: Json): boolean {
    if (!isObject(desired)) return false;
    return Object.keys(desired).every((key) => {
      const value = member(desired, key);
      return value === undefined || value === null || (this.fields.get(key)?.leavesLive(value) ?? false);
    });
  }

  /** What defaults that depend on neighbours are asked of: desired as the write will leave it. */
  private ownerOf(desired: JsonObject, live: JsonObject, cx: Context): JsonObject {
    return this.mixes || cx.derivative ? this.view(desired, live, cx.derivative) : desired;
  }

  /**
   * Desired as the write will leave it: what is not ours or is ignored, and under derivative what is not
   * stated, as live has it.
   */
  view(desired: JsonObject, live: JsonObject, derivative: boolean): JsonObject {
    if (!this.mixes && !derivative) return desired;
    const lives = derivative || this.rest === "noted";
    const view: Record<string, Json | undefined> = lives ? { ...live } : { ...desired };
    for (const [key, slot] of this.fields) {
      const [d, l] = [member(desired, key), member(live, key)];
      if (slot.isLives(l)) put(view, key, l);
      else if (slot.node instanceof StructNode && isObject(d) && isObject(l))
        put(view, key, slot.node.view(d, l, derivative));
      else if (!derivative || (d !== undefined && d !== null)) put(view, key, d);
    }
    return view;
  }

  /** Fields that neither side may state and that the server still fills in, by what stands beside them. */
  private dependents(): readonly string[] {
    this.computed ??= [...this.fields].filter(([, slot]) => slot.computed !== undefined).map(([key]) => key);
    return this.computed;
  }

  private visit(
    key: string,
    d: Json | undefined,
    l: Json | undefined,
    desired: JsonObject,
    live: JsonObject,
    cx: Context,
  ): Json | undefined {
    if (cx.report === undefined) return this.field(key, d, l, desired, live, cx);
    return this.reported(cx.report, key, d, l, desired, live, cx);
  }

  private reported(
    report: Report,
    key: string,
    d: Json | undefined,
    l: Json | undefined,
    desired: JsonObject,
    live: JsonObject,
    cx: Context,
  ): Json | undefined {
    return atKey(report, key, () => this.field(key, d, l, desired, live, cx));
  }

  private field(
    key: string,
    d: Json | undefined,
    l: Json | undefined,
    desired: JsonObject,
    live: JsonObject,
    cx: Context,
  ): Json | undefined {
    const slot = this.fields.get(key);
    if (slot !== undefined) {
      return visit(slot, d, l, slot.asksOwner(d) ? this.ownerOf(desired, live, cx) : desired, live, cx);
    }
    switch (this.rest) {
      case "unknown":
        return unknownField(d, l, cx);
      case "plain":
        return plainField(d, l, cx);
      case "noted":
        return pass(cx, { code: "not-owned" }, d, l);
      default:
        return l;
    }
  }

  canonical(desired: Json): Json {
    if (!isObject(desired)) return desired;
    const copy: Record<string, Json> = {};
    for (const key of Object.keys(desired).sort()) {
      const slot = this.fields.get(key);
      if (slot === undefined && (this.rest === "noted" || this.rest === "silent")) continue;
      const value =
        slot === undefined ? unknownCanonical(desired, key) : slot.canonical(member(desired, key));
      if (value !== undefined) setMember(copy, key, value);
    }
    return copy;
  }
}

/** A field of which both have an object or a list, by a shorter way than `field`; undefined where there is none. */
function inside(slot: Slot, d: object, l: object, cx: Context): Json | undefined {
  const { quickList, quickMap } = slot;
  if (quickList !== undefined && Array.isArray(d) && Array.isArray(l)) return quickList.quick(d, l, cx);
  if (quickMap !== undefined && isObject(d) && isObject(l)) return quickMap.quick(d, l, cx);
  return slot.quickWalk?.(d as Json, l as Json, cx);
}

function unknownCanonical(desired: JsonObject, key: string): Json | undefined {
  const value = member(desired, key);
  return value === undefined || value === null ? undefined : ANY.canonical(value);
}

/**
 * A field that the facts do not have. Desired alone has it: the server drops it. Live alone has it:
 * a server newer than the facts, so the write is not known to change nothing.
 */
function unknownField(d: Json | undefined, l: Json | undefined, cx: Context): Json | undefined {
  if (d === undefined || d === null) {
    if (cx.derivative || l === undefined) return l;
    return differ(cx, { code: "removed" }, undefined, l);
  }
  if (l === undefined) {
    cx.odd = true;
    return pass(cx, { code: "unknown-field" }, d, undefined);
  }
  return ANY.walk(d, l, cx);
}

/** A field that is stored as it is. */
function plainField(d: Json | undefined, l: Json | undefined, cx: Context): Json | undefined {
  if (d === undefined) {
    return cx.derivative ? pass(cx, { code: "not-stated" }, d, l) : differ(cx, { code: "removed" }, d, l);
  }
  return l === undefined ? differ(cx, { code: "added" }, d, l) : ANY.walk(d, l, cx);
}
