import { isList, isObject, type Json, type JsonObject, member } from "../json.js";
import { canonicalLeaf } from "../value/leaf.js";
import { isAny } from "./any.js";
import type { Context } from "./context.js";
import type { ListShape } from "./items.js";
import { LeafNode } from "./leaf.js";
import { MapNode } from "./map.js";
import type { Node } from "./node.js";
import type { Slot } from "./slot.js";
import { StructNode } from "./struct.js";

/** True of an item whose likeness holds: nothing is said of such items that makes others the same. */
export function isPlainItem(shape: ListShape, item: Json, cx: Context): boolean {
  if (shape.each !== undefined || shape.of.marked) return false;
  return typeof item !== "object" || item === null || (!cx.derivative && shape.items === undefined);
}

/**
 * A text that is the same for any two values that a write would not change into each other. Values of one text may differ: what depends
 * on other values is left out.
 */
export function likeness(node: Node, value: Json): string {
  if (isAny(node)) return JSON.stringify(node.canonical(value), numbers);
  if (node.marked) return "";
  if (isObject(value)) {
    if (node instanceof StructNode) return structText(node, value);
    return node instanceof MapNode ? mapText(node, value) : "";
  }
  if (isList(value)) return node.of === undefined ? "" : listText(node.of, value);
  return node instanceof LeafNode ? scalarText(canonicalLeaf(node.type, value)) : "";
}

function structText(node: StructNode, value: JsonObject): string {
  let text = "";
  for (const [key, slot] of node.fields) {
    const part = slotText(slot, member(value, key));
    if (part !== "") text += `${key}:${part},`;
  }
  return text === "" ? "" : `{${text}}`;
}

/** What the server sees of a field, where that depends on nothing else. */
function slotText(slot: Slot, value: Json | undefined): string {
  if (slot.conditional || slot.mark !== undefined) return "";
  const seen = slot.isAbsent(value) ? (slot.constant ?? slot.nodeZero) : value;
  return seen === undefined ? "" : likeness(slot.node, seen);
}

function mapText({ shape }: MapNode, value: JsonObject): string {
  if (shape.only === true || shape.foreign === "keep") return "";
  const parts: string[] = [];
  for (const key of Object.keys(value)) {
    const stated = member(value, key) ?? shape.nullIs;
    if (stated !== undefined) parts.push(`${JSON.stringify(key)}:${likeness(shape.of, stated)}`);
  }
  return parts.length === 0 ? "" : `{${parts.sort().join(",")}}`;
}

/** In any order: whether it counts is the list's to say. */
function listText(of: Node, items: readonly Json[]): string {
  const parts = items.map((item) => (item === null ? "" : likeness(of, item))).filter((part) => part !== "");
  return parts.length === 0 ? "" : `[${parts.sort().join(",")}]`;
}

function scalarText(value: Json): string {
  return JSON.stringify(value, numbers);
}

/** A bigint and a number of the same amount are one value. */
function numbers(_key: string, part: unknown): unknown {
  return typeof part === "bigint" ? Number(part) : part;
}
