import { isList, isObject, type Json, type JsonObject, member, put } from "../json.js";
import { ANY } from "../walk/any.js";
import { ListNode } from "../walk/list.js";
import type { Node } from "../walk/node.js";
import type { Applying } from "./applying.js";
import { elementOf, itemElement } from "./elements.js";
import { below, type FieldSet, hasBelow, isMember } from "./field-set.js";
import { isNamed, memberNode } from "./members.js";

/**
 * A merged value less what our last apply stated, this one does not, and nobody else owns. What becomes empty becomes
 * null. The value itself where nothing goes.
 * @param stated tells the keys (of a list: the elements) that desired states
 * Source: structured-merge-diff merge/update.go prune, typed/remove.go.
 */
export function prunedBelow(
  node: Node,
  value: JsonObject | readonly Json[],
  set: FieldSet,
  cx: Applying,
  stated: (key: string) => boolean,
): Json {
  if (isList(value)) return node instanceof ListNode ? prunedItems(node, value, set, cx, stated) : value;
  let after: Record<string, Json | undefined> | undefined;
  for (const element in set) {
    const key = element.slice(2);
    const there = element.startsWith("f:") ? member(value, key) : undefined;
    const own = below(set, element);
    if (there === undefined || own === undefined || stated(key)) continue;
    cx.path.push(element);
    const left = pruned(memberNode(node, key, there) ?? ANY, there, own, isNamed(node, key), cx);
    cx.path.pop();
    if (left !== there) after = put(after ?? { ...value }, key, left);
  }
  if (after === undefined) return value;
  for (const _ in after) return after as JsonObject;
  return null;
}

function prunedItems(
  node: ListNode,
  value: readonly Json[],
  set: FieldSet,
  cx: Applying,
  stated: (element: string) => boolean,
): Json {
  let changed = false;
  const left: Json[] = [];
  for (const item of value) {
    const element = itemElement(node, item);
    const own = element === undefined || stated(element) ? undefined : elementOf(set, element);
    if (own === undefined) {
      left.push(item);
      continue;
    }
    cx.path.push(own.element);
    const kept = pruned(node.shape.of, item, own.set, false, cx);
    cx.path.pop();
    changed ||= kept !== item;
    if (kept !== undefined) left.push(kept);
  }
  if (!changed) return value;
  return left.length === 0 ? null : left;
}

/** One member or item that we stated last time; undefined where it goes. */
export function pruned(
  node: Node,
  value: Json,
  set: FieldSet,
  named: boolean,
  cx: Applying,
): Json | undefined {
  const ours = isMember(set) || (named && hasBelow(set));
  if (ours && !cx.isOthers(named)) return undefined;
  if (!hasBelow(set) || node.granularity === "whole" || !(isObject(value) || isList(value))) return value;
  return prunedBelow(node, value, set, cx, () => false);
}
