import { isObject, type Json, type JsonObject, member, put, setMember } from "../json.js";
import { formatPointer } from "../path.js";
import { ANY } from "../walk/any.js";
import { atKey, type Context, DIFFERS, pass, type Report, type Viewer } from "../walk/context.js";
import { Slot } from "../walk/slot.js";
import { StructNode } from "../walk/struct.js";
import { visit } from "../walk/visit.js";
import { cloneWire } from "../wire.js";

/** Members of an object that no plan ever compares. */
export function isNever(shape: Pick<RootShape, "status" | "onlyStatus">, key: string): boolean {
  if (key === "status") return !shape.status;
  return shape.onlyStatus || key === "apiVersion" || key === "kind" || key === "metadata";
}

/** A field that is stored as it is, null included. */
const PLAIN = new Slot(ANY, { nullable: true });

/** The top of an object: which of its fields are ours, and its metadata. */
export interface RootShape {
  readonly metadata: Slot;
  /** The whole object as one struct, as apply merges it. */
  readonly struct: StructNode;
  /** By name; a field that is not here is not the kind's. */
  readonly fields: ReadonlyMap<string, Slot>;
  /** The kind's fields are known: others are dropped by the server. */
  readonly known: boolean;
  /** The rule says that something must be gone, or is exact, so that live over itself may change. */
  readonly forbids: boolean;
  /** All that desired states at the top is ours, and nothing else there. */
  readonly isPlain: boolean;
  /** The rule leaves some of the fields as live has them. */
  readonly mixes: boolean;
  /** How desired will be after the write, where the rule mixes, and under derivative. */
  readonly own: Viewer;
  readonly derivative: Viewer;
  /** Status is compared: it alone, or as a field like any other, where the kind has no subresource for it. */
  readonly status: boolean;
  /** Status is compared and written, and nothing else. */
  readonly onlyStatus: boolean;
  /** The fields that any object's metadata has. */
  readonly metadataFields: ReadonlyMap<string, unknown> | undefined;
  /** Desired is the whole object, and what it lacks goes. */
  readonly whole: boolean;
  /** The fields that the rule claims; undefined: each one that desired states. */
  readonly claimed: readonly string[] | undefined;
  /** Slots for fields that desired does not state, in which something must be gone. */
  readonly forbidden: ReadonlyMap<string, Slot>;
}

/**
 * True where the write would change nothing: `walkRoot` without a report, and by a shorter way where desired is live itself, or the rule
 * says nothing of the object's top.
 */
export function isUnchanged(shape: RootShape, desired: JsonObject, live: JsonObject, cx: Context): boolean {
  if (desired === live && !shape.forbids) return true;
  const { metadata: d } = desired;
  const { metadata: l } = live;
  const meta = shape.metadata.quickStruct;
  if (!shape.isPlain || meta === undefined || !isObject(d) || !isObject(l))
    return walkRoot(shape, desired, live, cx) === live;
  if (meta.quick(d, l, cx) !== l) return false;
  for (const key in desired) {
    if (key === "apiVersion" || key === "kind" || key === "metadata") continue;
    if (!isFieldUnchanged(shape, key, desired, live, cx)) return false;
  }
  return true;
}

function isFieldUnchanged(
  shape: RootShape,
  key: string,
  desired: JsonObject,
  live: JsonObject,
  cx: Context,
): boolean {
  const [d, l] = [desired[key], live[key]];
  if (d === undefined || isNever(shape, key)) return true;
  const struct = shape.fields.get(key)?.quickStruct;
  if (struct !== undefined && isObject(d) && isObject(l)) return struct.quick(d, l, cx) === l;
  return field(shape, key, desired, live, live, cx) === live;
}

/**
 * What live will be after the write; see Node.walk. `desired` and `live` are whole objects.
 * @param claims the object whose top-level fields are ours where the rule claims none; desired, unless a remembered answer stands in
 */
export function walkRoot(
  shape: RootShape,
  desired: JsonObject,
  live: JsonObject,
  cx: Context,
  claims: JsonObject = desired,
): JsonObject {
  let after = shape.onlyStatus ? live : step("metadata", shape.metadata, desired, live, live, cx);
  if (after === DIFFERS) return after as JsonObject;
  if (shape.claimed !== undefined) {
    for (const key of shape.claimed) {
      after = field(shape, key, desired, live, after, cx);
      if (after === DIFFERS) return after as JsonObject;
    }
    if (shape.known) passUnknown(shape, shape.claimed, desired, live, cx);
  } else {
    for (const key in claims) {
      if (isNever(shape, key) || claims[key] === undefined) continue;
      after = field(shape, key, desired, live, after, cx);
      if (after === DIFFERS) return after as JsonObject;
    }
    if (shape.whole) after = removeUnstated(shape, desired, live, after, cx, claims);
    else if (shape.forbidden.size > 0) after = forbid(shape, desired, live, after, cx, claims);
    if (after === DIFFERS) return after as JsonObject;
  }
  if (cx.report !== undefined) passUnowned(shape, shape.claimed ?? ownedKeys(shape, claims), live, cx);
  return after as JsonObject;
}

/** Top-level fields of live that the write takes away. */
function removeUnstated(
  shape: RootShape,
  desired: JsonObject,
  live: JsonObject,
  after: JsonObject,
  cx: Context,
  claims: JsonObject,
): JsonObject {
  let left = after;
  for (const key in live) {
    if (isNever(shape, key) || live[key] === undefined) continue;
    if (member(desired, key) !== undefined || member(claims, key) !== undefined) continue;
    left = field(shape, key, desired, live, left, cx);
    if (left === DIFFERS) return left as JsonObject;
  }
  return left;
}

/** What must be gone from fields that desired does not state. */
function forbid(
  shape: RootShape,
  desired: JsonObject,
  live: JsonObject,
  after: JsonObject,
  cx: Context,
  claims: JsonObject,
): JsonObject {
  let left = after;
  for (const [key, slot] of shape.forbidden) {
    if (member(claims, key) !== undefined) continue;
    left = step(key, slot, desired, live, left, cx);
    if (left === DIFFERS) return left as JsonObject;
  }
  return left;
}

function field(
  shape: RootShape,
  key: string,
  desired: JsonObject,
  live: JsonObject,
  after: JsonObject,
  cx: Context,
): JsonObject {
  const slot = shape.fields.get(key) ?? unknownSlot(shape, key, desired, live, cx);
  return slot === undefined ? after : step(key, slot, desired, live, after, cx);
}

function stepReported(
  report: Report,
  key: string,
  slot: Slot,
  desired: JsonObject,
  live: JsonObject,
  cx: Context,
): Json | undefined {
  return atKey(report, key, () => visit(slot, member(desired, key), member(live, key), desired, live, cx));
}

/** Walks one field and takes the result into `after`, which is copied from live when it first changes. */
function step(
  key: string,
  slot: Slot,
  desired: JsonObject,
  live: JsonObject,
  after: JsonObject,
  cx: Context,
): JsonObject {
  const d = member(desired, key);
  const l = member(live, key);
  const value =
    cx.report === undefined
      ? visit(slot, d, l, desired, live, cx)
      : stepReported(cx.report, key, slot, desired, live, cx);
  if (value === DIFFERS) return DIFFERS as JsonObject;
  return value === l ? after : put(after === live ? { ...live } : after, key, value);
}

/** Desired's owned fields, canonical by type, in the order of their names: what a fingerprint is made of. */
export function canonicalFields(shape: RootShape, desired: JsonObject): JsonObject {
  const fields: Record<string, Json> = {};
  for (const key of [...(shape.claimed ?? ownedKeys(shape, desired))].sort()) {
    const value = (shape.fields.get(key) ?? PLAIN).canonical(member(desired, key));
    if (value !== undefined) setMember(fields, key, value);
  }
  return fields;
}

/**
 * Desired as the write will leave it: with what the rule leaves as live has it, and under derivative what desired does not state,
 * taken from live.
 */
export function viewOf(
  shape: Pick<RootShape, "claimed" | "fields" | "status" | "onlyStatus">,
  desired: JsonObject,
  live: JsonObject,
  derivative: boolean,
): JsonObject {
  const view: Record<string, Json | undefined> =
    shape.claimed === undefined && !derivative ? { ...desired } : { ...live };
  for (const key of shape.claimed ?? ownedKeys(shape, desired)) {
    const slot = shape.fields.get(key);
    const [d, l] = [member(desired, key), member(live, key)];
    const struct = slot?.node instanceof StructNode && isObject(d) && isObject(l) ? slot.node : undefined;
    if (d === undefined && derivative) continue;
    put(view, key, struct === undefined ? d : struct.view(d as JsonObject, l as JsonObject, derivative));
  }
  return { ...view, metadata: desired.metadata };
}

function ownedKeys(shape: Pick<RootShape, "status" | "onlyStatus">, desired: JsonObject): readonly string[] {
  const keys: string[] = [];
  for (const key in desired) {
    if (!isNever(shape, key) && desired[key] !== undefined) keys.push(key);
  }
  return keys;
}

/** A top-level field of desired that the facts do not have: dropped by the server where live lacks it too. */
function unknownSlot(
  shape: RootShape,
  key: string,
  desired: JsonObject,
  live: JsonObject,
  cx: Context,
): Slot | undefined {
  if (!shape.known || member(live, key) !== undefined) return PLAIN;
  const stated = member(desired, key);
  if (stated === undefined || stated === null) return undefined;
  cx.odd = true;
  if (cx.report !== undefined) {
    atKey(cx.report, key, () => pass(cx, { code: "unknown-field" }, stated, undefined));
  }
  return undefined;
}

/** Fields that desired states, the rule does not claim, and the kind does not have: an author's slip, worth a word. */
function passUnknown(
  shape: RootShape,
  claimed: readonly string[],
  desired: JsonObject,
  live: JsonObject,
  cx: Context,
): void {
  for (const key in desired) {
    if (!shape.fields.has(key) && !isNever(shape, key) && !claimed.includes(key))
      unknownSlot(shape, key, desired, live, cx);
  }
}

function passUnowned(shape: RootShape, owned: readonly string[], live: JsonObject, cx: Context): void {
  for (const key of Object.keys(live)) {
    if (isNever(shape, key) || owned.includes(key)) continue;
    if (cx.report !== undefined)
      atKey(cx.report, key, () => pass(cx, { code: "not-owned" }, undefined, live[key]));
  }
}

/**
 * Refuses fields that are no wire JSON, wherever in them. The skip path need not: what it takes for equal to
 * live is JSON.
 * @throws UsageError `not-wire-json`, `too-deep`
 */
export function assertFields(desired: JsonObject, onlyStatus: boolean): void {
  for (const key of Object.keys(desired)) {
    const value = member(desired, key);
    const written = onlyStatus ? key === "status" : key !== "metadata" && key !== "status";
    if (written && value !== undefined) cloneWire(value, formatPointer([key]));
  }
}
