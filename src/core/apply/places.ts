import { isList, isObject, type Json, type JsonObject, member, put } from "../json.js";
import { itemMatches, type Path, type Segment } from "../path.js";
import { ANY } from "../walk/any.js";
import type { KeyField } from "../walk/items.js";
import { ListNode } from "../walk/list.js";
import { MapNode } from "../walk/map.js";
import type { Node } from "../walk/node.js";
import { StructNode } from "../walk/struct.js";
import { itemElement, spelled } from "./elements.js";
import { below, type FieldSet, fieldElement } from "./field-set.js";
import { memberNode } from "./members.js";

/** The elements that lead to one place of an object. It ends early at a value that apply takes as a whole. */
export type Place = readonly string[];

/** True where a value is taken as a whole, so that no part of it can be left out or stated alone. */
function isWhole(node: Node, value: Json | undefined): boolean {
  if (node instanceof ListNode) return node.granularity === "whole";
  return node.granularity === "whole" || !isObject(value);
}

/** The places of a value that a field path leads to. */
export function placesIn(node: Node, value: Json | undefined, path: Path): readonly Place[] {
  const places: Place[] = [];
  find(node, value, path, [], places);
  return places;
}

function find(node: Node, value: Json | undefined, path: Path, at: Place, into: Place[]): void {
  const [step, ...rest] = path;
  if (value === undefined) return;
  if (step === undefined || isWhole(node, value)) {
    into.push(at);
    return;
  }
  if (isObject(value)) {
    for (const key of Object.keys(value).filter((each) => namesKey(step, each))) {
      const there = member(value, key);
      find(memberNode(node, key, there) ?? ANY, there, rest, [...at, fieldElement(key)], into);
    }
  } else if (isList(value) && node instanceof ListNode) {
    value.forEach((item, index) => {
      const element = itemElement(node, item);
      if (element !== undefined && namesItem(step, item, index))
        find(node.shape.of, item, rest, [...at, element], into);
    });
  }
}

function namesKey(step: Segment, key: string): boolean {
  return step.kind === "key" ? step.key === key : step.kind === "prefix" && key.startsWith(step.prefix);
}

function namesItem(step: Segment, item: Json, index: number): boolean {
  if (step.kind === "each") return true;
  if (step.kind === "index") return step.index === index;
  return step.kind === "item" && itemMatches(item, step.where);
}

/** A value without what a path leads to; what lies in an atomic value stays. The value itself where nothing goes. */
export function withhold(node: Node, value: Json, path: Path): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return undefined;
  if (isWhole(node, value)) return value;
  if (isList(value)) {
    const { of } = (node as ListNode).shape;
    const left = value.map((item, index) => (namesItem(step, item, index) ? withhold(of, item, rest) : item));
    if (left.every((item, index) => item === value[index])) return value;
    return left.filter((item) => item !== undefined);
  }
  let after: Record<string, Json | undefined> | undefined;
  for (const key of Object.keys(value as JsonObject).filter((each) => namesKey(step, each))) {
    const there = member(value as JsonObject, key);
    if (there === undefined) continue;
    const left = withhold(memberNode(node, key, there) ?? ANY, there, rest);
    if (left !== there) after = put(after ?? { ...(value as JsonObject) }, key, left);
  }
  return after ?? value;
}

/** A value with what another one has at a place, or without it where that one has nothing there. */
export function restate(
  node: Node,
  value: Json | undefined,
  from: Json | undefined,
  place: Place,
): Json | undefined {
  const [element, ...rest] = place;
  if (element === undefined) return from;
  if (element.startsWith("f:")) {
    const key = element.slice(2);
    const base = isObject(value) ? value : undefined;
    const source = isObject(from) ? member(from, key) : undefined;
    const there = base === undefined ? undefined : member(base, key);
    const stated = restate(memberNode(node, key, source ?? there) ?? ANY, there, source, rest);
    if (stated === undefined && there === undefined) return value;
    return put({ ...base }, key, stated) as JsonObject;
  }
  if (!(node instanceof ListNode)) return value;
  const items = isList(value) ? value : [];
  const at = items.findIndex((item) => itemElement(node, item) === element);
  const source = isList(from) ? from.find((item) => itemElement(node, item) === element) : undefined;
  if (at < 0 && source === undefined) return value;
  const base = items[at] ?? (rest.length === 0 ? undefined : keysOnly(node.shape.applyKeys, source));
  const stated = restate(node.shape.of, base, source, rest);
  if (at >= 0) return items.flatMap((item, index) => (index !== at ? [item] : (stated ?? [])));
  return stated === undefined ? value : [...items, stated];
}

/** What an item has to state to be the item it is. */
function keysOnly(keys: readonly KeyField[] | undefined, item: Json | undefined): JsonObject {
  const only: Record<string, Json | undefined> = {};
  for (const { name } of keys ?? []) put(only, name, isObject(item) ? member(item, name) : undefined);
  return only as JsonObject;
}

/** The value at a place; undefined where there is none. */
export function valueAt(node: Node, value: Json | undefined, place: Place): Json | undefined {
  const [element, ...rest] = place;
  if (element === undefined) return value;
  if (element.startsWith("f:")) {
    const key = element.slice(2);
    const there = isObject(value) ? member(value, key) : undefined;
    return valueAt(memberNode(node, key, there) ?? ANY, there, rest);
  }
  if (!(node instanceof ListNode) || !isList(value)) return undefined;
  return valueAt(
    node.shape.of,
    value.find((item) => itemElement(node, item) === element),
    rest,
  );
}

/** True where what a field holds at a place is what the server stores as nothing: its zero, [], {} or null. */
export function isAbsentAt(node: Node, value: Json | undefined, place: Place): boolean {
  const last = place.at(-1);
  if (last?.startsWith("f:") !== true) return false;
  const above = nodeAt(node, value, place.slice(0, -1));
  const slot =
    above instanceof StructNode || above instanceof MapNode ? above.slotOf(last.slice(2)) : undefined;
  return slot?.isAbsent(valueAt(node, value, place)) ?? false;
}

/** True where the value at a place is one value to an apply. */
export function isWholeAt(node: Node, value: Json | undefined, place: Place): boolean {
  return isWhole(nodeAt(node, value, place), valueAt(node, value, place));
}

/** The node of a place; one that knows nothing where the value has no such place. */
function nodeAt(node: Node, value: Json | undefined, place: Place): Node {
  const [element, ...rest] = place;
  if (element === undefined) return node;
  if (element.startsWith("f:")) {
    const key = element.slice(2);
    const there = isObject(value) ? member(value, key) : undefined;
    return nodeAt(memberNode(node, key, there) ?? ANY, there, rest);
  }
  if (!(node instanceof ListNode) || !isList(value)) return ANY;
  return nodeAt(
    node.shape.of,
    value.find((item) => itemElement(node, item) === element),
    rest,
  );
}

/** What a set owns at a place; undefined where it owns nothing there. */
export function ownedAt(set: FieldSet | undefined, place: Place): FieldSet | undefined {
  let at = set;
  for (const element of place) at = below(at, spelled(at, element));
  return at;
}
