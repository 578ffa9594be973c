import { type Json, type JsonObject, member, put, setMember } from "../json.js";
import { ANY } from "../walk/any.js";
import { type Context, DIFFERS, pass } from "../walk/context.js";
import { Slot } from "../walk/slot.js";

/** Members of an object that no plan ever compares. */
const NEVER: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "status"]);
const PLAIN = new Slot(ANY, false, undefined, undefined, undefined, undefined, undefined);

/** The top of an object: which of its fields are ours, and its metadata. */
export interface RootShape {
  readonly metadata: Slot;
  /** By name; a field that is not here is not the kind's. */
  readonly fields: ReadonlyMap<string, Slot>;
  /** The kind's fields are known: others are dropped by the server. */
  readonly known: boolean;
  /** The fields that the rule claims; undefined: each one that desired states. */
  readonly claimed: readonly string[] | undefined;
  /** Fields that are looked at even where desired does not state them: `absent` and the like. */
  readonly always: readonly string[];
}

/** What live will be after the write; see Node.walk. `desired` and `live` are whole objects. */
export function walkRoot(shape: RootShape, desired: JsonObject, live: JsonObject, cx: Context): JsonObject {
  let after: Record<string, Json | undefined> | undefined;
  const step = (key: string, slot: Slot): boolean => {
    const [d, l] = [member(desired, key), member(live, key)];
    cx.report?.steps.push({ segment: { kind: "key", key }, token: key });
    const value = slot.visit(d, l, desired, live, cx);
    cx.report?.steps.pop();
    if (value === DIFFERS) return false;
    if (value !== l) after = put(after ?? { ...live }, key, value);
    return true;
  };
  if (!step("metadata", shape.metadata)) return DIFFERS as JsonObject;
  const owned = shape.claimed ?? ownedKeys(shape, desired);
  for (const key of owned) {
    const slot = shape.fields.get(key) ?? unknownSlot(shape, key, desired, live, cx);
    if (slot !== undefined && !step(key, slot)) return DIFFERS as JsonObject;
  }
  if (cx.report !== undefined) passUnowned(owned, live, cx);
  return after ?? live;
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

function ownedKeys(shape: RootShape, desired: JsonObject): readonly string[] {
  const keys: string[] = [];
  for (const key in desired) {
    if (!NEVER.has(key) && desired[key] !== undefined) keys.push(key);
  }
  for (const key of shape.always) if (!keys.includes(key)) keys.push(key);
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
    cx.report.steps.push({ segment: { kind: "key", key }, token: key });
    pass(cx, { code: "unknown-field" }, stated, undefined);
    cx.report.steps.pop();
  }
  return undefined;
}

function passUnowned(owned: readonly string[], live: JsonObject, cx: Context): void {
  for (const key of Object.keys(live)) {
    if (NEVER.has(key) || owned.includes(key)) continue;
    cx.report?.steps.push({ segment: { kind: "key", key }, token: key });
    pass(cx, { code: "not-owned" }, undefined, live[key]);
    cx.report?.steps.pop();
  }
}
