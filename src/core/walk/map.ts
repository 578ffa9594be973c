import { countMembers, isObject, type Json, type JsonObject, member, put, setMember } from "../json.js";
import { assertShown } from "../wire.js";
import { ANY } from "./any.js";
import { atKey, type Context, DIFFERS, differ, pass, type Report } from "./context.js";
import { completed, hasIncidental } from "./incidental.js";
import { isOnlyOurs } from "./managed.js";
import type { Granularity, MembersNode, Node } from "./node.js";
import type { Slot } from "./slot.js";
import { visit } from "./visit.js";

/** How a map's keys are claimed and marked. */
export interface MapShape {
  /** The node of every value without a slot of its own. */
  readonly of: Node;
  /** What null as a value is stored as; undefined where it is left out. */
  readonly nullIs: Json | undefined;
  /** Keys that desired does not state: the map is ours whole (remove), or shared (keep). */
  readonly foreign: "remove" | "keep";
  /** In a shared map: keys that live's managedFields may record as ours. */
  readonly managed?: "labels" | "annotations";
  /** One value under apply. */
  readonly atomic?: boolean;
  /** A custom kind's: {} is a value, other than absent. */
  readonly asIs?: boolean;
  /** Only the keys that have slots are ours. */
  readonly only?: boolean;
  readonly keys?: ReadonlyMap<string, Slot>;
  readonly prefixes?: readonly { readonly prefix: string; readonly slot: Slot }[];
}

/** A map with free keys: data, labels, resource lists. */
export class MapNode implements MembersNode {
  /** A map that is not ours whole may be absent in desired. */
  readonly zero: JsonObject | undefined;
  readonly granularity: Granularity;
  readonly marked: boolean;
  readonly forbids: boolean;
  readonly stump: JsonObject | undefined;
  /** Some keys are sent only along with others. */
  readonly incidental: boolean;
  readonly map = this;
  /** What desired does not state is others', unless managedFields say that it is ours. */
  readonly isShared: boolean;
  constructor(readonly shape: MapShape) {
    this.granularity = shape.atomic === true ? "whole" : "members";
    this.zero = shape.only === true || shape.foreign === "keep" ? {} : undefined;
    this.marked = shape.keys !== undefined || shape.prefixes !== undefined || shape.of.marked;
    const slots = [...(shape.keys?.values() ?? []), ...(shape.prefixes ?? []).map(({ slot }) => slot)];
    this.incidental = hasIncidental(slots);
    const keeps = slots.some((slot) => slot.protects || slot.mark?.immutable !== undefined);
    this.stump = shape.of.stump !== undefined || keeps ? {} : undefined;
    this.isShared = shape.foreign === "keep" && !this.marked;
    this.forbids = shape.of.forbids || slots.some((slot) => slot.forbids);
  }

  walk(desired: Json, live: Json, cx: Context): Json | undefined {
    if (!isObject(desired) || !isObject(live)) return ANY.walk(desired, live, cx);
    return this.quick(desired, live, cx);
  }

  quick(desired: JsonObject, live: JsonObject, cx: Context): Json | undefined {
    let after: Record<string, Json | undefined> | undefined;
    const { forbids } = this;
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
      const value = this.visit(key, d, l, desired, live, cx);
      if (value === DIFFERS) return DIFFERS;
      if (value !== l) after = put(after ?? { ...live }, key, value);
    }
    const stated = countMembers(desired);
    if (stated === 0) assertShown(desired);
    if (total === 0) assertShown(live);
    if (stated === shared) return completed(this, desired, live, after, cx.derivative);
    for (const key in desired) {
      const d = desired[key];
      if (d === undefined || member(live, key) !== undefined) continue;
      const value = this.visit(key, d, undefined, desired, live, cx);
      if (value === DIFFERS) return DIFFERS;
      if (value !== undefined) after = put(after ?? { ...live }, key, value);
    }
    return completed(this, desired, live, after, cx.derivative);
  }

  private visit(
    key: string,
    d: Json | undefined,
    l: Json | undefined,
    desired: JsonObject,
    live: JsonObject,
    cx: Context,
  ): Json | undefined {
    if (cx.report === undefined) return this.compare(key, d, l, desired, live, cx);
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
    return atKey(report, key, () => this.compare(key, d, l, desired, live, cx));
  }

  private compare(
    key: string,
    d: Json | undefined,
    l: Json | undefined,
    desired: JsonObject,
    live: JsonObject,
    cx: Context,
  ): Json | undefined {
    const slot = this.marked ? this.slotOf(key) : undefined;
    const stated = d === null ? this.shape.nullIs : d;
    if (slot !== undefined && !(stated === undefined && this.isForeign(slot)))
      return visit(slot, stated, l, desired, live, cx);
    if (this.shape.only === true) return pass(cx, { code: "not-owned" }, d, l);
    if (stated === undefined) {
      if (l === undefined) return l;
      if (this.shape.foreign === "keep") return this.foreign(key, slot, l, desired, live, cx);
      if (cx.derivative) return pass(cx, { code: "not-stated" }, d, l);
      return differ(cx, { code: "removed" }, undefined, l);
    }
    if (l === undefined) {
      if (cx.derivative && d === null) return l;
      return differ(cx, { code: "added" }, stated, undefined);
    }
    const stored = l ?? this.shape.nullIs ?? null;
    const after = this.shape.of.walk(stated, stored, cx);
    return after === stored ? l : after;
  }

  /** True of a key of which only the kind's facts say something: not stated, it is somebody else's as any other. */
  private isForeign({ mark }: Slot): boolean {
    return this.shape.foreign === "keep" && mark?.immutable !== undefined && mark.part === undefined;
  }

  /** A key that desired does not state stays, unless it is ours alone. */
  private foreign(
    key: string,
    slot: Slot | undefined,
    l: Json,
    desired: JsonObject,
    live: JsonObject,
    cx: Context,
  ): Json | undefined {
    const { managed } = this.shape;
    const ours =
      managed !== undefined &&
      cx.fieldManager !== undefined &&
      isOnlyOurs(cx.live, cx.fieldManager, managed, key);
    if (!ours) return pass(cx, { code: "foreign" }, undefined, l);
    if (slot === undefined) return differ(cx, { code: "removed" }, undefined, l);
    const { derivative } = cx;
    cx.derivative = false;
    const after = visit(slot, undefined, l, desired, live, cx);
    cx.derivative = derivative;
    return after;
  }

  onlyLives(desired: Json): boolean {
    return (
      isObject(desired) &&
      Object.keys(desired).every((key) => {
        const value = member(desired, key);
        return value === undefined || (this.slotOf(key)?.leavesLive(value) ?? false);
      })
    );
  }

  /** The slot of a key of which something is said. */
  slotOf(key: string): Slot | undefined {
    const own = this.shape.keys?.get(key);
    if (own !== undefined) return own;
    return this.shape.prefixes?.find(({ prefix }) => key.startsWith(prefix))?.slot;
  }

  canonical(desired: Json): Json {
    if (!isObject(desired)) return desired;
    const copy: Record<string, Json> = {};
    for (const key of Object.keys(desired).sort()) {
      const value = member(desired, key);
      const slot = this.slotOf(key);
      const stated = value === null ? this.shape.nullIs : value;
      if (stated === undefined || (slot === undefined && this.shape.only === true)) continue;
      const canonical = slot === undefined ? this.shape.of.canonical(stated) : slot.canonical(stated);
      if (canonical !== undefined) setMember(copy, key, canonical);
    }
    return copy;
  }
}
