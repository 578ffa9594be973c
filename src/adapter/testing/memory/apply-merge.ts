import { itemElement } from "../../../core/apply/elements.js";
import { below, type FieldSet, hasBelow, isMember } from "../../../core/apply/field-set.js";
import { isNamed, memberNode } from "../../../core/apply/members.js";
import { mergeKeyed } from "../../../core/apply/merge-items.js";
import { isList, isObject, type Json, type JsonObject, member, put } from "../../../core/json.js";
import { ANY } from "../../../core/walk/any.js";
import { ListNode } from "../../../core/walk/list.js";
import type { Node } from "../../../core/walk/node.js";
import { isBare } from "./equal.js";

/**
 * Live's value with an applied one merged in.
 * Source: structured-merge-diff typed/merge.go.
 */
export function merged(node: Node, applied: Json, live: Json | undefined): Json {
  if (node instanceof ListNode && node.granularity !== "whole" && (isList(applied) || applied === null))
    return isBare(applied)
      ? isBare(live)
        ? applied
        : (live as Json)
      : mergedItems(node, applied as readonly Json[], live);
  const members = node.granularity === "members" || (node.granularity === "deduced" && isObject(applied));
  if (!members || !(isObject(applied) || applied === null)) return applied;
  if (isBare(applied)) return isBare(live) ? applied : (live as Json);
  return mergedMembers(node, applied as JsonObject, isObject(live) ? live : {});
}

function mergedMembers(node: Node, applied: JsonObject, live: JsonObject): JsonObject {
  const after: Record<string, Json | undefined> = { ...live };
  for (const key of Object.keys(applied)) {
    const [stated, there] = [member(applied, key), member(live, key)];
    if (stated !== undefined) put(after, key, merged(memberNode(node, key, there) ?? ANY, stated, there));
  }
  return after as JsonObject;
}

function mergedItems(node: ListNode, applied: readonly Json[], live: Json | undefined): Json {
  const there = isList(live) ? live : [];
  const stated = applied.map((item) => itemElement(node, item) ?? "");
  return mergeKeyed(applied, stated, there, node, (item, own) => merged(node.shape.of, item, own));
}

/**
 * A merged value less what a manager's last apply stated and nobody states any more. What becomes empty becomes null.
 * @param last what it stated, @param managed what anybody states now
 * Source: structured-merge-diff merge/update.go prune, typed/remove.go.
 */
export function pruned(node: Node, value: Json, last: FieldSet, managed: FieldSet | undefined): Json {
  if (isList(value)) return node instanceof ListNode ? prunedItems(node, value, last, managed) : value;
  if (!isObject(value)) return value;
  let after: Record<string, Json | undefined> | undefined;
  for (const element of Object.keys(last)) {
    const key = element.slice(2);
    const there = element.startsWith("f:") ? member(value, key) : undefined;
    if (there === undefined) continue;
    const child = memberNode(node, key, there) ?? ANY;
    const left = prunedPart(child, there, below(last, element), below(managed, element), isNamed(node, key));
    if (left !== there) after = put(after ?? { ...value }, key, left);
  }
  if (after === undefined) return value;
  return Object.keys(after).length === 0 ? null : (after as JsonObject);
}

function prunedItems(
  node: ListNode,
  value: readonly Json[],
  last: FieldSet,
  managed: FieldSet | undefined,
): Json {
  const left = value.flatMap((item) => {
    const element = itemElement(node, item) ?? "";
    const kept = prunedPart(node.shape.of, item, below(last, element), below(managed, element), false);
    return kept === undefined ? [] : [kept];
  });
  if (left.length === value.length && left.every((item, index) => item === value[index])) return value;
  return left.length === 0 ? null : left;
}

/** One member or item; undefined where it goes. */
function prunedPart(
  node: Node,
  value: Json,
  last: FieldSet | undefined,
  managed: FieldSet | undefined,
  named: boolean,
): Json | undefined {
  if (last === undefined) return value;
  const has = (set: FieldSet | undefined): boolean =>
    set !== undefined && (isMember(set) || (named && hasBelow(set)));
  if (has(last) && !has(managed)) return undefined;
  return hasBelow(last) && node.granularity !== "whole" ? pruned(node, value, last, managed) : value;
}
