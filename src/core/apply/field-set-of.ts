import { isList, isObject, type Json, type JsonObject, member } from "../json.js";
import { isNever, type RootShape } from "../plan/root.js";
import { ListNode } from "../walk/list.js";
import type { Node } from "../walk/node.js";
import { isEmpty } from "../wire.js";
import { itemElement } from "./elements.js";
import { type FieldSet, fieldElement } from "./field-set.js";
import { isNamed, memberNode } from "./members.js";

/** What is recorded at one place: `.` for the place itself, and what lies below it. */
type Recorded = Record<string, FieldSet>;

const ITSELF: FieldSet = Object.freeze({});

/**
 * What the server records in managedFields of an object that is applied: every value that it states, each item and
 * each map's key, and of metadata only what an apply merges. What the server would refuse or drop is left out.
 * Source: structured-merge-diff typed/tofieldset.go; managedfields/internal/stripmeta.go.
 */
export function fieldSetOf(shape: RootShape, applied: JsonObject): FieldSet {
  const recorded: Recorded = {};
  for (const key of Object.keys(applied)) {
    const value = member(applied, key);
    const node = memberNode(shape.struct, key, undefined);
    if (value === undefined || node === undefined) continue;
    if (key === "metadata") {
      if (shape.onlyStatus) continue;
      const { ".": _, ...below } = recordedAt(node, value);
      if (!isEmpty(below)) recorded[fieldElement(key)] = below;
    } else if (!isNever(shape, key)) {
      add(recorded, fieldElement(key), recordedAt(node, value), isNamed(shape.struct, key));
    }
  }
  return recorded;
}

/** A struct's field is recorded by what it holds; a map's key and a list's item are recorded themselves as well. */
function add(into: Recorded, element: string, recorded: Recorded, named: boolean): void {
  const found = named ? recorded : { ".": ITSELF, ...recorded };
  const elements = Object.keys(found);
  if (elements.length > 0) into[element] = elements.length === 1 && found["."] ? ITSELF : found;
}

/** Null and {} are recorded as values; a list that is merged by its items, if empty, as nothing. */
function recordedAt(node: Node, value: Json): Recorded {
  const granular = node.granularity !== "whole";
  if (granular && isList(value) && node instanceof ListNode) return items(node, value);
  return granular && isObject(value) && !isEmpty(value) ? members(node, value) : { ".": ITSELF };
}

function members(node: Node, value: JsonObject): Recorded {
  const recorded: Recorded = {};
  for (const key of Object.keys(value)) {
    const stated = member(value, key);
    const child = memberNode(node, key, undefined);
    if (stated !== undefined && child !== undefined)
      add(recorded, fieldElement(key), recordedAt(child, stated), isNamed(node, key));
  }
  return recorded;
}

function items(node: ListNode, value: readonly Json[]): Recorded {
  const recorded: Recorded = {};
  for (const item of value) {
    const element = itemElement(node, item);
    if (element !== undefined) add(recorded, element, recordedAt(node.shape.of, item), false);
  }
  return recorded;
}
