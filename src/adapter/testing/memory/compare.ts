import { itemElement } from "../../../core/apply/elements.js";
import { type FieldSet, fieldElement } from "../../../core/apply/field-set.js";
import { memberNode } from "../../../core/apply/members.js";
import { isList, isObject, type Json, type JsonObject, member } from "../../../core/json.js";
import { ANY } from "../../../core/walk/any.js";
import { ListNode } from "../../../core/walk/list.js";
import type { Node } from "../../../core/walk/node.js";
import { isBare, isEqual } from "./equal.js";
import { place } from "./field-sets.js";

/** What a write did to an object, as sets of places. */
export interface Comparison {
  /** Values that are other ones now, and places where there was nothing. */
  readonly written: FieldSet;
  readonly removed: FieldSet;
}

const NOTHING: FieldSet = Object.freeze({});

/**
 * Compares two objects as server-side apply's bookkeeping does. The places of what is new or gone count themselves as well as
 * all that lies in them.
 * Source: structured-merge-diff typed/compare.go.
 */
export function compareObjects(node: Node, before: Json | undefined, after: Json | undefined): Comparison {
  return {
    written: inside(node, before, after),
    removed: inside(node, after, before, true),
  };
}

/** Places of `to` that `from` lacks; unless `gone`, those with another value, too. */
function inside(node: Node, from: Json | undefined, to: Json | undefined, gone = false): FieldSet {
  const found: Record<string, FieldSet> = {};
  for (const [element, child, there, value] of parts(node, from, to)) {
    if (value === undefined) continue;
    const below = isLeaf(child, there, value) ? NOTHING : inside(child, there, value, gone);
    const changed = !gone && isLeaf(child, there, value) && !isEqual(there, value);
    const set = place(there === undefined || changed, below);
    if (set !== undefined) found[element] = set;
  }
  return found;
}

/** Compared as a whole: a scalar, what is atomic, and what is empty on both sides. */
function isLeaf(node: Node, from: Json | undefined, to: Json): boolean {
  if (node.granularity === "whole") return true;
  if (isList(to))
    return node.granularity !== "items" && node.granularity !== "set" ? true : bothEmpty(from, to);
  return isObject(to) ? bothEmpty(from, to) : !isGranular(from);
}

function isGranular(value: Json | undefined): boolean {
  return (isObject(value) || isList(value)) && !isBare(value);
}

function bothEmpty(a: Json | undefined, b: Json | undefined): boolean {
  return isBare(a) && isBare(b);
}

type Part = readonly [element: string, node: Node, from: Json | undefined, to: Json | undefined];

function parts(node: Node, from: Json | undefined, to: Json | undefined): readonly Part[] {
  if (node instanceof ListNode) {
    const [there, here] = [itemsOf(node, from), itemsOf(node, to)];
    return [...here].map(([element, item]) => [element, node.shape.of, there.get(element), item]);
  }
  const there = isObject(from) ? from : {};
  return Object.keys(isObject(to) ? to : {}).flatMap((key): readonly Part[] => {
    const value = member(to as JsonObject, key);
    const child = memberNode(node, key, value) ?? ANY;
    return [[fieldElement(key), child, member(there, key), value]];
  });
}

function itemsOf(node: ListNode, value: Json | undefined): ReadonlyMap<string, Json> {
  const items = new Map<string, Json>();
  for (const item of isList(value) ? value : []) {
    const element = itemElement(node, item);
    if (element !== undefined && !items.has(element)) items.set(element, item);
  }
  return items;
}
