import { isList, isObject, type Json, type JsonObject, member, put } from "../json.js";
import { ANY } from "../walk/any.js";
import { ListNode } from "../walk/list.js";
import type { Node } from "../walk/node.js";
import { StructNode } from "../walk/struct.js";
import { isEmpty } from "../wire.js";
import { elementOf, itemElement } from "./elements.js";
import { below, type FieldSet, fieldElement } from "./field-set.js";
import { memberNode } from "./members.js";

/**
 * True of a struct that can be left as {}. An apply of {} over what we stated in it would leave nothing, and take a second one
 * to leave {}: stating null for each field that goes does it at once.
 */
export function canEmpty(node: Node): boolean {
  return node instanceof StructNode && node.traits.asIs !== true;
}

/** A statement with null for each field that it empties a struct of, by what live will be after it. */
export function withEmptied(
  node: Node,
  stated: Json,
  live: Json | undefined,
  after: Json | undefined,
  set: FieldSet | undefined,
): Json {
  if (set === undefined || live === undefined || node.granularity === "whole") return stated;
  if (node instanceof ListNode && isList(stated) && isList(live))
    return itemsEmptied(node, stated, live, after, set);
  if (!isObject(stated) || !isObject(live)) return stated;
  if (isEmpty(stated)) return canEmpty(node) && isEmpty(after) ? nulls(live, set) : stated;
  let left: Record<string, Json | undefined> | undefined;
  for (const key of Object.keys(stated)) {
    const [value, there] = [member(stated, key), member(live, key)];
    if (value === undefined) continue;
    const child = memberNode(node, key, there) ?? ANY;
    const filled = withEmptied(child, value, there, partOf(after, key), below(set, fieldElement(key)));
    if (filled !== value) left = put(left ?? { ...stated }, key, filled);
  }
  return (left as JsonObject | undefined) ?? stated;
}

function nulls(live: JsonObject, set: FieldSet): JsonObject {
  const stated: Record<string, Json | undefined> = {};
  for (const key of Object.keys(live)) {
    if (below(set, fieldElement(key)) !== undefined) put(stated, key, null);
  }
  return stated as JsonObject;
}

function itemsEmptied(
  node: ListNode,
  stated: readonly Json[],
  live: readonly Json[],
  after: Json | undefined,
  set: FieldSet,
): Json {
  const [there, left] = [byElement(node, live), byElement(node, isList(after) ? after : [])];
  const items = stated.map((item) => {
    const element = itemElement(node, item);
    if (element === undefined) return item;
    return withEmptied(
      node.shape.of,
      item,
      there.get(element),
      left.get(element),
      elementOf(set, element)?.set,
    );
  });
  return items.every((item, index) => item === stated[index]) ? stated : items;
}

function partOf(after: Json | undefined, key: string): Json | undefined {
  return isObject(after) ? member(after, key) : undefined;
}

function byElement(node: ListNode, items: readonly Json[]): ReadonlyMap<string | undefined, Json> {
  return new Map(items.map((item) => [itemElement(node, item), item]));
}
