import { type Json, type JsonObject, member, put } from "../../../core/json.js";
import { type Context, idleContext } from "../../../core/walk/context.js";
import type { Slot } from "../../../core/walk/slot.js";
import { StructNode } from "../../../core/walk/struct.js";
import { metadataOf } from "../../port/object.js";
import type { Kind } from "./kinds.js";
import { NEW, print, type Storing, slotValue } from "./stored-value.js";

/**
 * An object in the form in which the server stores it: defaults filled in, zeros and empties dropped, values in their canonical
 * spelling, fields that the kind does not have left out.
 * @param live what stands there already: some defaults are carried over from it
 */
export function storedForm(kind: Kind, object: JsonObject, live: JsonObject = NEW): JsonObject {
  const cx = idleOn(object, live);
  const out = fields(object, live, { kind, bare: false, cx });
  return { apiVersion: kind.apiVersion, kind: kind.kind, metadata: metadata(object, live, kind, cx), ...out };
}

/** What an object of the kind is before anybody has stated anything. */
export function zeroObject(kind: Kind): JsonObject {
  return fields(NEW, NEW, { kind, bare: true, cx: idleOn(NEW, NEW) });
}

function idleOn(object: JsonObject, live: JsonObject): Context {
  const cx = idleContext(undefined);
  cx.desired = object;
  cx.live = live;
  cx.site.whole = true;
  return cx;
}

function fields(object: JsonObject, live: JsonObject, at: Storing): JsonObject {
  const { root } = at.kind;
  const out: Record<string, Json | undefined> = {};
  for (const [key, slot] of root.struct.fields) {
    if (key === "metadata" || key === "apiVersion" || key === "kind") continue;
    put(out, key, slotValue(slot, member(object, key), object, member(live, key), at));
  }
  print(root.struct, out, at.kind);
  if (root.known) return out as JsonObject;
  for (const key of Object.keys(object)) {
    const value = member(object, key);
    const named = root.struct.fields.has(key) || key === "apiVersion" || key === "kind";
    if (!named && value !== undefined) put(out, key, value);
  }
  return out as JsonObject;
}

/** Metadata is one for all kinds; only what the root knows of it can have a default. */
function metadata(object: JsonObject, live: JsonObject, kind: Kind, cx: Context): JsonObject {
  const stated = metadataOf(object);
  const there = metadataOf(live);
  const node = kind.root.metadata.node;
  const known = node instanceof StructNode ? node.fields : new Map<string, Slot>();
  const at = { kind, bare: false, cx };
  const out: Record<string, Json | undefined> = {};
  for (const [key, slot] of known)
    put(out, key, slotValue(slot, member(stated, key), stated, member(there, key), at));
  const { metadataFields } = kind.root;
  for (const key of Object.keys(stated)) {
    const value = member(stated, key);
    if (known.has(key) || metadataFields?.has(key) === false || isNothing(value)) continue;
    put(out, key, value);
  }
  return out as JsonObject;
}

function isNothing(value: Json | undefined): boolean {
  return value === undefined || value === null || value === "";
}
