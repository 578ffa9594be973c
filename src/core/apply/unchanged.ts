import { isList, isObject, type Json, type JsonObject } from "../json.js";
import { isNever, type RootShape } from "../plan/root.js";
import { staleMembers } from "../union.js";
import { equalGuarded } from "../walk/any.js";
import type { Context } from "../walk/context.js";
import { ListNode } from "../walk/list.js";
import { MapNode } from "../walk/map.js";
import type { Node } from "../walk/node.js";
import type { Slot } from "../walk/slot.js";
import { StructNode } from "../walk/struct.js";
import { isEmpty } from "../wire.js";
import { haveSameKeys, isStatedAsIs, itemElement } from "./elements.js";
import { recordsNothing } from "./emptied.js";
import { countBelow, type FieldSet, fieldElement, hasBelow } from "./field-set.js";

/**
 * True where one look at desired, live and what our last apply stated shows that an apply leaves live as it is, and that there is
 * nothing else to say of it. False says nothing: then the merge has to tell. The skip path of `mergeRoot` and of the walk that
 * follows it; builds nothing.
 */
export function isUnchangedByApply(
  root: RootShape,
  desired: JsonObject,
  live: JsonObject,
  set: FieldSet,
  cx: Context,
): boolean {
  let recorded = 0;
  for (const key in desired) {
    const slot = appliedSlot(root, key);
    if (slot === undefined) {
      if (key === "metadata" || !isNever(root, key)) return false;
      continue;
    }
    const stated = desired[key];
    if (key === "metadata" && !isKnownMetadata(root, stated)) return false;
    const own = set[fieldElement(key)];
    if (own !== undefined) recorded++;
    if (!isAppliedSame(slot.node, slot, stated, live[key], own, cx)) return false;
  }
  return countBelow(set) === recorded;
}

const NOTHING: FieldSet = Object.freeze({});

function appliedSlot(root: RootShape, key: string): Slot | undefined {
  if (key === "metadata" ? root.onlyStatus : isNever(root, key)) return undefined;
  return root.struct.fields.get(key);
}

/** False where the apply would be refused for a member of metadata, or is not to be seen at once. */
function isKnownMetadata({ metadataFields }: RootShape, metadata: Json | undefined): boolean {
  if (metadataFields === undefined || !isObject(metadata)) return false;
  for (const key in metadata) if (!metadataFields.has(key)) return false;
  return true;
}

/** The members of a struct or a map that desired states. */
function areMembersSame(
  node: StructNode | MapNode,
  desired: JsonObject,
  live: JsonObject,
  set: FieldSet,
  cx: Context,
): boolean {
  if (node.incidental) return false;
  const struct = node instanceof StructNode ? node : undefined;
  let recorded = 0;
  for (const key in desired) {
    // What an object has for __proto__ where it states nothing is no value of it.
    if (key === "__proto__") return false;
    const slot = node.slotOf(key);
    if (struct !== undefined && slot === undefined) {
      if (struct.rest === "unknown" || struct.rest === "plain") return false;
      continue;
    }
    const own = set[fieldElement(key)];
    if (own !== undefined) recorded++;
    const child = slot === undefined ? (node as MapNode).shape.of : slot.node;
    if (struct === undefined && !isRecorded(own)) return false;
    if (!isAppliedSame(child, slot, desired[key], live[key], own, cx)) return false;
  }
  // As many as our last apply stated: then it stated no others.
  if (countBelow(set) !== recorded) return false;
  if (cx.respelt && isSwitched(struct, desired, live)) return false;
  return !recordsNothing(node, desired);
}

/** True where a merge that is not live itself would be without a union's other members. */
function isSwitched(struct: StructNode | undefined, desired: JsonObject, live: JsonObject): boolean {
  const unions = struct?.traits.unions;
  return unions !== undefined && staleMembers(unions, desired, live).length > 0;
}

/** True where the place itself is owned; see `isMember`. */
function isRecorded(set: Json | undefined): boolean {
  if (typeof set !== "object") return false;
  for (const first in set as FieldSet) return first === ".";
  return !Array.isArray(set);
}

/** True where live has what desired states in one place, and our last apply stated it. */
function isAppliedSame(
  node: Node,
  slot: Slot | undefined,
  stated: Json | undefined,
  there: Json | undefined,
  own: Json | undefined,
  cx: Context,
): boolean {
  if (stated === undefined || stated === null || own === null) return false;
  // Of a struct's field only what it holds is recorded.
  if (own === undefined) {
    const holds = node instanceof StructNode && isObject(stated) && isObject(there) && !isEmpty(stated);
    return holds && node.granularity === "members" && areMembersSame(node, stated, there, NOTHING, cx);
  }
  if (typeof own !== "object" || Array.isArray(own)) return false;
  if (slot !== undefined && !slot.isUnmarked) return false;
  const set = own as FieldSet;
  if (typeof stated !== "object") {
    if (!isRecorded(set)) return false;
    return stated === there || isStoredSo(node, slot, stated, there, cx);
  }
  if (there === undefined || there === null) return false;
  if (node.granularity === "whole") {
    if (!isRecorded(set) || (node instanceof ListNode && node.shape.applyKeys !== undefined)) return false;
    if (equalGuarded(stated, there)) return true;
    cx.respelt = true;
    return node.walk(stated, there, cx) === there;
  }
  if (node instanceof ListNode)
    return isList(stated) && isList(there) && areItemsSame(node, stated, there, set, cx);
  if (!(node instanceof StructNode || node instanceof MapNode) || !isObject(stated) || !isObject(there))
    return false;
  if (isEmpty(stated)) return isEmpty(there) || !hasBelow(set);
  return areMembersSame(node, stated, there, set, cx);
}

/** True where live has another spelling of desired's value, or lacks what is stored as nothing. */
function isStoredSo(
  node: Node,
  slot: Slot | undefined,
  stated: Json,
  there: Json | undefined,
  cx: Context,
): boolean {
  cx.respelt = true;
  if (there !== undefined && there !== null) return node.walk(stated, there, cx) === there;
  return there === undefined && slot !== undefined && slot.isPlain && slot.isAbsent(stated);
}

/** The items of a keyed list or a set, where live has them in the same order; between them others may stand. */
function areItemsSame(
  node: ListNode,
  desired: readonly Json[],
  live: readonly Json[],
  set: FieldSet,
  cx: Context,
): boolean {
  const { of, applyKeys } = node.shape;
  if (desired.length === 0) return false;
  let at = 0;
  for (let index = 0; index < desired.length; index++) {
    const stated = desired[index] as Json;
    if (applyKeys !== undefined && !isStatedAsIs(applyKeys, stated)) return false;
    const element = itemElement(node, stated);
    if (element === undefined) return false;
    const own = set[element];
    if (!isRecorded(own)) return false;
    const there = live[at];
    const isNext =
      isObject(stated) &&
      isObject(there) &&
      applyKeys !== undefined &&
      haveSameKeys(applyKeys, stated, there);
    if (!isNext) at = placeOf(node, element, live, at, set);
    if (at < 0) return false;
    if (!isItemSame(of, stated, live[at++] as Json, own, cx)) return false;
  }
  // As many as our last apply stated: then none of desired's is there twice, and none is missing.
  return placeOf(node, undefined, live, at, set) === live.length && countBelow(set) === desired.length;
}

function isItemSame(of: Node, stated: Json, there: Json, own: Json | undefined, cx: Context): boolean {
  return typeof stated === "object" ? isAppliedSame(of, undefined, stated, there, own, cx) : stated === there;
}

/** Where an item stands from here on, or the end of the list; negative where one of ours that is not it stands before it. */
function placeOf(
  node: ListNode,
  element: string | undefined,
  live: readonly Json[],
  from: number,
  set: FieldSet,
): number {
  for (let at = from; at < live.length; at++) {
    const other = itemElement(node, live[at]);
    if (other === undefined) return -1;
    if (other === element) return at;
    if (set[other] !== undefined) return -1;
  }
  return element === undefined ? live.length : -1;
}
