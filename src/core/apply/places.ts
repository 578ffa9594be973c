import { isList, isObject, type Json, type JsonObject, member, put } from "../json.js";
import { itemMatches, type Path, type Segment } from "../path.js";
import { ANY } from "../walk/any.js";
import { ListNode } from "../walk/list.js";
import type { Node } from "../walk/node.js";
import { spelled } from "./elements.js";
import { below, type FieldSet } from "./field-set.js";
import { memberNode } from "./members.js";

/** The elements that lead to one place of an object. It ends early at a value that apply takes as a whole. */
export type Place = readonly string[];

/** True where a value is taken as a whole, so that no part of it can be left out or stated alone. */
export function isWhole(node: Node, value: Json | undefined): boolean {
  if (node instanceof ListNode) return node.granularity === "whole";
  return node.granularity === "whole" || !isObject(value);
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

function namesKey(step: Segment, key: string): boolean {
  return step.kind === "key" ? step.key === key : step.kind === "prefix" && key.startsWith(step.prefix);
}

function namesItem(step: Segment, item: Json, index: number): boolean {
  if (step.kind === "each") return true;
  if (step.kind === "index") return step.index === index;
  return step.kind === "item" && itemMatches(item, step.where);
}

/** What a set owns at a place; undefined where it owns nothing there. */
export function ownedAt(set: FieldSet | undefined, place: Place): FieldSet | undefined {
  let at = set;
  for (const element of place) at = below(at, spelled(at, element));
  return at;
}
