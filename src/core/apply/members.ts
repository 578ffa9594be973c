import { type Json, type JsonObject, member } from "../json.js";
import { ANY, isAny } from "../walk/any.js";
import { MapNode } from "../walk/map.js";
import type { Node } from "../walk/node.js";
import { StructNode } from "../walk/struct.js";

/** The node of a map's or struct's member; undefined for a field that the server does not know. */
export function memberNode(node: Node, key: string, live: Json | undefined): Node | undefined {
  if (node instanceof StructNode) {
    const slot = node.fields.get(key);
    if (slot !== undefined) return slot.node;
    return node.rest === "plain" || (node.rest === "unknown" && live !== undefined) ? ANY : undefined;
  }
  if (node instanceof MapNode) return node.slotOf(key)?.node ?? node.shape.of;
  return ANY;
}

/**
 * What desired states of a member. Where a custom kind can't hold null it states nothing: a PUT leaves it out, an apply would be
 * refused.
 */
export function statedMember(node: Node, desired: JsonObject, key: string): Json | undefined {
  const stated = member(desired, key);
  return stated === null && !takesNull(node, key) ? undefined : stated;
}

function takesNull(node: Node, key: string): boolean {
  if (node instanceof MapNode) return node.shape.nullIs !== undefined;
  if (!(node instanceof StructNode) || node.traits.asIs !== true) return true;
  const slot = node.fields.get(key);
  return slot === undefined || slot.nullable || slot.constant !== undefined;
}

/** True where a default takes the place of null. */
export function isRefilled(node: Node, key: string): boolean {
  const slot = node instanceof StructNode ? node.fields.get(key) : undefined;
  return slot !== undefined && !slot.nullable && slot.constant !== undefined;
}

/** True of what is sent only along with others. */
export function isIncidental(node: Node, key: string): boolean {
  if (!(node instanceof StructNode || node instanceof MapNode) || !node.incidental) return false;
  return node.slotOf(key)?.mark?.incidental !== undefined;
}

/** True of a struct's field: its place is not recorded, only what it holds. */
export function isNamed(node: Node, key: string): boolean {
  return node instanceof StructNode && (node.fields.has(key) || node.rest === "unknown");
}

/**
 * True where nothing is known of the members, be it that a rule names a place inside: whether a member is itself recorded, or only what it
 * holds (as of a list with keys), cannot be told.
 */
export function holdsAny(node: Node): boolean {
  return isAny(node) || (node instanceof MapNode && isAny(node.shape.of));
}
