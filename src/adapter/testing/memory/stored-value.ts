import { isList, isObject, type Json, type JsonObject, member, put } from "../../../core/json.js";
import { canonicalLeaf } from "../../../core/value/leaf.js";
import type { Context } from "../../../core/walk/context.js";
import { LeafNode } from "../../../core/walk/leaf.js";
import { ListNode } from "../../../core/walk/list.js";
import { MapNode } from "../../../core/walk/map.js";
import type { Node } from "../../../core/walk/node.js";
import type { Slot } from "../../../core/walk/slot.js";
import { StructNode } from "../../../core/walk/struct.js";
import { isEqual } from "./equal.js";
import type { Kind } from "./kinds.js";

/** Where a value is stored. */
export interface Storing {
  readonly kind: Kind;
  /** Nothing is filled in: what Go's zero value of the kind prints as. */
  readonly bare: boolean;
  readonly cx: Context;
}

/** Live, where nothing is there yet. */
export const NEW: JsonObject = Object.freeze({});

/** What a slot holds; undefined: nothing is stored. */
export function slotValue(
  slot: Slot,
  stated: Json | undefined,
  owner: JsonObject,
  live: Json | undefined,
  at: Storing,
): Json | undefined {
  const value = slot.isAbsent(stated) ? undefined : stated;
  if (at.cx.live !== NEW && isKept(slot, value, at.cx.live)) return live;
  const effective = at.bare ? (value ?? slot.nodeZero) : slot.effective(value, owner, false, live, at.cx);
  if (effective === undefined) return undefined;
  const out = nodeValue(slot.node, effective, live, at);
  if (slot.node instanceof StructNode && slot.nodeZero !== undefined) return out;
  return out !== effective && slot.isAbsent(out) ? undefined : out;
}

/** An update leaves live's value here. */
function isKept({ mark }: Slot, value: Json | undefined, live: JsonObject): boolean {
  return mark?.fixed?.(live) === true || (value === undefined && mark?.keep?.(live) === true);
}

function nodeValue(node: Node, value: Json, live: Json | undefined, at: Storing): Json {
  if (node instanceof StructNode && isObject(value)) return structValue(node, value, live, at);
  if (node instanceof MapNode && isObject(value)) return mapValue(node, value, live, at);
  if (node instanceof ListNode && isList(value)) return listValue(node, value, live, at);
  return node instanceof LeafNode ? canonicalLeaf(node.type, value) : value;
}

function structValue(node: StructNode, value: JsonObject, live: Json | undefined, at: Storing): JsonObject {
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

/** Puts in what a struct prints though it is empty. */
export function print(node: StructNode, out: Record<string, Json | undefined>, kind: Kind): void {
  for (const [key, value] of Object.entries(kind.printed(node))) out[key] ??= value;
}

function mapValue(node: MapNode, value: JsonObject, live: Json | undefined, at: Storing): JsonObject {
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

function listValue(node: ListNode, value: readonly Json[], live: Json | undefined, at: Storing): Json {
  const there = isList(live) ? live : [];
  const items = value.map((item, index) =>
    nodeValue(node.shape.of, item ?? node.shape.nullIs, there[index], at),
  );
  if (node.shape.dropsRepeats !== true) return items;
  return items.filter((item, index) => items.findIndex((other) => isEqual(item, other)) === index);
}
