import { isList, isObject, type Json, type JsonObject, member, put } from "../../core/json.js";
import { canonicalLeaf } from "../../core/value/leaf.js";
import { type Context, idleContext } from "../../core/walk/context.js";
import { LeafNode } from "../../core/walk/leaf.js";
import { ListNode } from "../../core/walk/list.js";
import { MapNode } from "../../core/walk/map.js";
import type { Node } from "../../core/walk/node.js";
import type { Slot } from "../../core/walk/slot.js";
import { StructNode } from "../../core/walk/struct.js";
import { isEqual } from "./equal.js";
import { type Kind, metaOf } from "./kinds.js";

interface Settling {
  readonly kind: Kind;
  readonly root: JsonObject;
  /** Nothing is filled in: what Go's zero value of the kind prints as. */
  readonly bare: boolean;
  readonly cx: Context;
}

const NEW: JsonObject = Object.freeze({});

/**
 * An object in the form in which the server stores it: defaults filled in, zeros and empties dropped, values in their canonical
 * spelling, fields that the kind does not have left out.
 * @param live what stands there already: some defaults are carried over from it
 */
export function settled(kind: Kind, object: JsonObject, live: JsonObject = NEW): JsonObject {
  const cx = idleOn(live);
  const out = fields(object, live, { kind, root: object, bare: false, cx });
  return { apiVersion: kind.apiVersion, kind: kind.kind, metadata: metadata(object, live, kind, cx), ...out };
}

/** What an object of the kind is before anybody has stated anything. */
export function zeroObject(kind: Kind): JsonObject {
  return fields(NEW, NEW, { kind, root: NEW, bare: true, cx: idleOn(NEW) });
}

function idleOn(live: JsonObject): Context {
  const cx = idleContext(undefined);
  cx.live = live;
  cx.site.whole = true;
  return cx;
}

function fields(object: JsonObject, live: JsonObject, at: Settling): JsonObject {
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
  const stated = metaOf(object);
  const there = metaOf(live);
  const node = kind.root.metadata.node;
  const known = node instanceof StructNode ? node.fields : new Map<string, Slot>();
  const at = { kind, root: object, bare: false, cx };
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

function slotValue(
  slot: Slot,
  stated: Json | undefined,
  owner: JsonObject,
  live: Json | undefined,
  at: Settling,
): Json | undefined {
  const value = slot.isAbsent(stated) ? undefined : stated;
  if (at.cx.live !== NEW && isKept(slot, value, at.cx.live)) return live;
  const effective = at.bare ? (value ?? slot.nodeZero) : slot.effective(value, owner, at.root, live, at.cx);
  if (effective === undefined) return undefined;
  const out = nodeValue(slot.node, effective, live, at);
  if (slot.node instanceof StructNode && slot.nodeZero !== undefined) return out;
  return out !== effective && slot.isAbsent(out) ? undefined : out;
}

/** An update leaves live's value here. */
function isKept({ mark }: Slot, value: Json | undefined, live: JsonObject): boolean {
  return mark?.fixed?.(live) === true || (value === undefined && mark?.keep?.(live) === true);
}

function nodeValue(node: Node, value: Json, live: Json | undefined, at: Settling): Json {
  if (node instanceof StructNode && isObject(value)) return structValue(node, value, live, at);
  if (node instanceof MapNode && isObject(value)) return mapValue(node, value, live, at);
  if (node instanceof ListNode && isList(value)) return listValue(node, value, live, at);
  return node instanceof LeafNode ? canonicalLeaf(node.type, value) : value;
}

function structValue(node: StructNode, value: JsonObject, live: Json | undefined, at: Settling): JsonObject {
  const there = isObject(live) ? live : NEW;
  const out: Record<string, Json | undefined> = {};
  for (const [key, slot] of node.fields)
    put(out, key, slotValue(slot, member(value, key), value, member(there, key), at));
  print(node, out, at.kind);
  if (node.rest === "plain") {
    for (const key of Object.keys(value)) {
      const kept = node.fields.has(key) ? undefined : member(value, key);
      if (kept !== undefined) put(out, key, kept);
    }
  }
  return out as JsonObject;
}

function print(node: StructNode, out: Record<string, Json | undefined>, kind: Kind): void {
  for (const [key, value] of Object.entries(kind.printed(node))) out[key] ??= value;
}

function mapValue(node: MapNode, value: JsonObject, live: Json | undefined, at: Settling): JsonObject {
  const there = isObject(live) ? live : NEW;
  const out: Record<string, Json | undefined> = {};
  for (const key of Object.keys(value)) {
    const stated = member(value, key);
    const stored = stated === null ? node.shape.nullIs : stated;
    const of = node.slotOf(key)?.node ?? node.shape.of;
    if (stored !== undefined) put(out, key, nodeValue(of, stored, member(there, key), at));
  }
  return out as JsonObject;
}

function listValue(node: ListNode, value: readonly Json[], live: Json | undefined, at: Settling): Json {
  const there = isList(live) ? live : [];
  const items = value.map((item, index) =>
    nodeValue(node.shape.of, item ?? node.shape.nullIs, there[index], at),
  );
  if (node.shape.dropsRepeats !== true) return items;
  return items.filter((item, index) => items.findIndex((other) => isEqual(item, other)) === index);
}
