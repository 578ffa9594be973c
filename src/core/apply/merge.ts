import { isList, isObject, type Json, type JsonObject, member, put } from "../json.js";
import { staleMembers } from "../union.js";
import { ANY, equalGuarded, isAny } from "../walk/any.js";
import { ListNode } from "../walk/list.js";
import type { Node } from "../walk/node.js";
import { StructNode } from "../walk/struct.js";
import { isEmpty } from "../wire.js";
import type { Applying } from "./applying.js";
import { emptied, remains, withUnrecorded } from "./emptied.js";
import { below, countBelow, type FieldSet, fieldElement, hasBelow, isMember } from "./field-set.js";
import { holdsAny, isIncidental, isNamed, isRefilled, memberNode, statedMember } from "./members.js";
import { mergeItems } from "./merge-items.js";
import { pruned, prunedBelow } from "./prune.js";

/**
 * What live's value would be after a server-side apply of desired's, before the server fills anything in: live itself, by
 * identity, where the merge changes nothing.
 * @param set what our last apply stated here
 * Source: structured-merge-diff typed/merge.go, merge/update.go.
 */
export function mergeValue(
  node: Node,
  desired: Json,
  live: Json | undefined,
  set: FieldSet | undefined,
  cx: Applying,
): Json | undefined {
  if (node instanceof ListNode && isByItems(node, set) && (desired === null || isList(desired)))
    return mergeGranular(node, desired, isList(live) ? live : undefined, live, set, cx);
  if (isMergedByMembers(node, desired, live))
    return mergeGranular(node, desired, isObject(live) ? live : undefined, live, set, cx);
  if (isAny(node) ? set === undefined : !isMember(set)) cx.lacks();
  if (desired === live || (live !== undefined && typeof desired === "object" && equalGuarded(desired, live)))
    return live;
  if (!cx.force) cx.changes();
  dropUnknown(node, desired, cx);
  return desired;
}

/** Fields that the server does not know in a value that an apply takes whole: it refuses them there too. */
function dropUnknown(node: Node, desired: Json, cx: Applying): void {
  const inside = (child: Node, element: string, value: Json): void => {
    cx.path.push(element);
    dropUnknown(child, value, cx);
    cx.path.pop();
  };
  if (node instanceof ListNode && isList(desired)) {
    for (const [index, item] of desired.entries()) inside(node.of, `i:${index}`, item);
  } else if (node instanceof StructNode && isObject(desired)) {
    if (node.rest === "plain" || node.traits.tolerant === true) return;
    for (const key in desired) {
      const stated = member(desired, key);
      if (stated === undefined) continue;
      const child = memberNode(node, key, undefined);
      if (child !== undefined) inside(child, fieldElement(key), stated);
      else if (isUnknown(node, stated)) cx.drops(fieldElement(key));
    }
  }
}

/** Where no fact tells how the server merges a list, and a rule names its keys, what our last apply recorded shows whether they are the server's. */
function isByItems(node: ListNode, set: FieldSet | undefined): boolean {
  if (node.granularity !== "whole") return true;
  return node.shape.applyKeys !== undefined && set !== undefined && hasBelow(set);
}

function isMergedByMembers(node: Node, desired: Json, live: Json | undefined): boolean {
  if (desired !== null && !isObject(desired)) return false;
  if (node.granularity === "members") return true;
  return node.granularity === "deduced" && (isObject(desired) || (isObject(live) && !isEmpty(live)));
}

/** A map, struct or list that is merged part by part. Stated as null or empty it states nothing of what live has in it. */
function mergeGranular(
  node: Node,
  desired: Json,
  there: JsonObject | readonly Json[] | undefined,
  live: Json | undefined,
  set: FieldSet | undefined,
  cx: Applying,
): Json | undefined {
  const { refilled } = cx;
  if (desired === null || isEmpty(desired)) {
    if ((desired === null || isObject(desired)) && set === undefined) cx.lacks();
    if (there === undefined || isEmpty(there)) return isEmpty(desired) && isEmpty(live) ? live : desired;
    if (set === undefined || !hasBelow(set)) return live;
    const left = prunedBelow(node, there, set, cx, nothing);
    if (left !== null) return remains(node, desired, left, cx);
    return desired === null ? null : emptied(node, desired, refilled, cx);
  }
  if (node instanceof ListNode) {
    return mergeItems(
      node,
      desired as readonly Json[],
      (there ?? NO_ITEMS) as readonly Json[],
      set,
      cx,
      mergeValue,
    );
  }
  const { tolerant } = cx;
  if (node instanceof StructNode && (node.rest === "plain" || node.traits.tolerant === true))
    cx.tolerant = true;
  const merged = mergeMembers(node, desired as JsonObject, (there ?? NO_MEMBERS) as JsonObject, set, cx);
  cx.tolerant = tolerant;
  if (set !== undefined) withUnrecorded(node, desired as JsonObject, there, cx);
  return merged ?? emptied(node, NO_MEMBERS, refilled, cx);
}

const NO_ITEMS: readonly Json[] = Object.freeze([]);
const NO_MEMBERS: JsonObject = Object.freeze({});
const nothing = (): boolean => false;

/** A map or struct that both have. */
function mergeMembers(
  node: Node,
  desired: JsonObject,
  live: JsonObject,
  set: FieldSet | undefined,
  cx: Applying,
): JsonObject | null {
  let after: Record<string, Json | undefined> | undefined;
  let recorded = 0;
  for (const key in desired) {
    const stated = statedMember(node, desired, key);
    const there = member(live, key);
    if (stated === undefined) {
      if (there === undefined || member(desired, key) === undefined) continue;
      if (!isPruned(node, key, there, set, cx)) cx.cannotReach(fieldElement(key));
      after = put(after ?? { ...live }, key, undefined);
      continue;
    }
    const child = memberNode(node, key, there);
    const element = fieldElement(key);
    if (child === undefined) {
      if (isUnknown(node, stated)) cx.drops(element);
      continue;
    }
    const own = below(set, element);
    if (own !== undefined) recorded++;
    cx.path.push(element);
    const { incidental } = cx;
    if (isIncidental(node, key)) cx.incidental = true;
    cx.refilled = isRefilled(node, key);
    const value = mergeValue(child, stated, there, own, cx);
    if (holdsAny(node) ? own === undefined : !isNamed(node, key) && !isMember(own)) cx.lacks();
    cx.incidental = incidental;
    cx.path.pop();
    if (value !== there) after = put(after ?? { ...live }, key, value);
  }
  const merged = after ?? live;
  if (after !== undefined && isEmpty(after)) return null;
  if (set === undefined || countBelow(set) === recorded) return switched(node, desired, live, merged, cx);
  const left = prunedBelow(
    node,
    merged,
    set,
    cx,
    (key) => statedMember(node, desired, key) !== undefined,
  ) as JsonObject | null;
  return left === null ? null : switched(node, desired, live, left, cx);
}

/** Without the members that desired switched a union away from: no apply takes them away, and the server refuses them. */
function switched(
  node: Node,
  desired: JsonObject,
  live: JsonObject,
  merged: JsonObject,
  cx: Applying,
): JsonObject {
  const unions = node instanceof StructNode ? node.traits.unions : undefined;
  if (unions === undefined || merged === live) return merged;
  const stale = staleMembers(unions, desired, merged);
  if (stale.length === 0) return merged;
  const left: Record<string, Json | undefined> = { ...merged };
  for (const key of stale) {
    cx.cannotReach(fieldElement(key));
    put(left, key, undefined);
  }
  return left as JsonObject;
}

/** True where the apply takes a member away that desired states as null and that cannot hold null. */
function isPruned(node: Node, key: string, live: Json, set: FieldSet | undefined, cx: Applying): boolean {
  const element = fieldElement(key);
  const own = below(set, element);
  if (own === undefined) return false;
  cx.path.push(element);
  const left = pruned(memberNode(node, key, live) ?? ANY, live, own, isNamed(node, key), cx);
  cx.path.pop();
  return left === undefined;
}

/** True of a field that the server does not know: null states nothing. */
function isUnknown(node: Node, stated: Json): boolean {
  return stated !== null && node instanceof StructNode && node.rest === "unknown";
}
