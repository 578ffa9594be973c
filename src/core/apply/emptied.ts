import { isList, isObject, type Json, type JsonObject, member, put } from "../json.js";
import { ANY, isAny } from "../walk/any.js";
import { ListNode } from "../walk/list.js";
import { MapNode } from "../walk/map.js";
import type { Node } from "../walk/node.js";
import { StructNode } from "../walk/struct.js";
import { isEmpty } from "../wire.js";
import type { Applying } from "./applying.js";
import { elementOf, itemElement } from "./elements.js";
import { below, type FieldSet, fieldElement } from "./field-set.js";
import { memberNode, statedMember } from "./members.js";

/**
 * True of a struct that can be left as {}. An apply of {} over what we stated in it would leave nothing, and take a second one
 * to leave {}: stating null for each field that goes does it at once.
 */
function canEmpty(node: Node): boolean {
  return node instanceof StructNode && node.traits.asIs !== true;
}

/**
 * What live will have where desired states {} or [] and all that live had there goes, so that the server's merge leaves null: {} of a
 * built-in kind's struct, null where that counts as absent or a default takes its place. A custom kind, and what nothing is known of,
 * would be left with null or nothing, or the server refuses it: no apply leaves it empty.
 * @param refilled a default takes the place of null
 */
export function emptied(node: Node, desired: Json, refilled: boolean, cx: Applying): Json | null {
  if (canEmpty(node)) return desired;
  if (!storesEmpty(node) || (refilled && isObject(desired))) return null;
  cx.leavesNull();
  return Array.isArray(desired) ? [] : {};
}

/**
 * What is left of a struct or map that desired states as empty: everything else that nobody owns stays. Unless a list without items
 * is among it, which nobody can be recorded to own: then the server takes it for empty, and the whole away.
 */
export function remains(node: Node, desired: Json, left: Json, cx: Applying): Json {
  if (!isObject(left) || !storesEmpty(node) || !holdsEmptyList(left) || cx.isSharedBelow()) return left;
  cx.leavesNull();
  return desired;
}

/**
 * Lists without items are recorded for nobody. Where a struct or map that we own is stated with nothing else, and live has more in it,
 * the server takes it for no longer stated, and away.
 */
export function withUnrecorded(node: Node, desired: JsonObject, live: Json | undefined, cx: Applying): void {
  if (!recordsNothing(node, desired) || !holdsMore(live) || cx.isSharedBelow()) return;
  cx.leavesNull();
}

/** True of a struct or map in which desired states nothing but lists without items, and that is stored so. */
export function recordsNothing(node: Node, desired: JsonObject): boolean {
  return storesEmpty(node) && isUnrecorded(node, desired);
}

/** True of an object that holds something other than lists without items. */
function holdsMore(live: Json | undefined): boolean {
  return isObject(live) && Object.values(live).some((value) => !isList(value) || !isEmpty(value));
}

function isUnrecorded(node: Node, desired: JsonObject): boolean {
  for (const key in desired) {
    const stated = statedMember(node, desired, key);
    if (stated === undefined) continue;
    const child = memberNode(node, key, undefined);
    if (child === undefined) continue;
    const isNothing = isList(stated)
      ? isEmpty(stated) && child.granularity !== "whole" && child instanceof ListNode
      : isObject(stated) &&
        !isEmpty(stated) &&
        child.granularity === "members" &&
        isUnrecorded(child, stated);
    if (!isNothing) return false;
  }
  return true;
}

function holdsEmptyList(value: Json): boolean {
  if (isList(value)) return isEmpty(value);
  return isObject(value) && Object.values(value).some((part) => part !== undefined && holdsEmptyList(part));
}

/** True where {} and [] are values, other than absent. */
function storesEmpty(node: Node): boolean {
  if (node instanceof MapNode || node instanceof ListNode) return node.shape.asIs === true;
  return node instanceof StructNode ? node.traits.asIs === true : isAny(node);
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
