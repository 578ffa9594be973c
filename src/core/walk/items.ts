import { isObject, type Json, type JsonObject, member } from "../json.js";
import { itemMatches, type Segment } from "../path.js";
import type { Context } from "./context.js";
import type { Node } from "./node.js";
import type { Slot } from "./slot.js";

/** A key field of a keyed list's items. */
export interface KeyField {
  readonly name: string;
  /** The item's fields, where they are known. */
  readonly fields: ReadonlyMap<string, Slot> | undefined;
}

/** An item that a rule or a fact names by its keys. */
export interface NamedItem {
  readonly where: Readonly<Record<string, string>>;
  readonly slot: Slot;
}

/** How a list's items are told apart and claimed. */
export interface ListShape {
  readonly of: Node;
  /** What null as an item is stored as. */
  readonly nullIs: Json;
  /** order: by position. keys, set: in any order. */
  readonly pairing: "order" | "keys" | "set";
  /** For keys, and to name items in reports of ordered lists. */
  readonly keys: readonly KeyField[] | undefined;
  /** Items of live that desired does not state: ours, so removed, or somebody else's. */
  readonly foreign: "remove" | "keep";
  /** The server drops an item that repeats an earlier one. */
  readonly dropsRepeats?: true;
  /** Foreign items that have to go all the same. */
  readonly yields?: (item: Json, desired: readonly Json[]) => boolean;
  readonly items?: readonly NamedItem[];
  /** Only the named items are ours. */
  readonly onlyNamed?: boolean;
  /** The part of the rule that says how to pair. */
  readonly part?: string;
}

/** The node for one item: the one that names it, or the list's own. */
export function nodeOf(shape: ListShape, item: Json): Node {
  if (shape.items === undefined) return shape.of;
  return shape.items.find(({ where }) => itemMatches(item, where))?.slot.node ?? shape.of;
}

/** True of an item that takes part in the comparison. */
export function isOurs(shape: ListShape, item: Json): boolean {
  return shape.onlyNamed !== true || (shape.items?.some(({ where }) => itemMatches(item, where)) ?? false);
}

/** True where two items have the same keys. */
export function sameKeys(keys: readonly KeyField[], a: Json, b: Json): boolean {
  if (!isObject(a) || !isObject(b)) return false;
  for (const key of keys) if (keyValue(key, a) !== keyValue(key, b)) return false;
  return true;
}

function keyValue({ name, fields }: KeyField, item: JsonObject): Json | undefined {
  const value = member(item, name);
  const slot = fields?.get(name);
  return slot === undefined ? (value ?? undefined) : slot.stored(value, item);
}

/** True where no two items have the same keys, and every item is an object. */
export function keysAreUnique(keys: readonly KeyField[], items: readonly Json[]): boolean {
  return items.every(
    (item, index) => isObject(item) && !items.some((other, at) => at > index && sameKeys(keys, item, other)),
  );
}

/** How output names an item: by its keys where it has any, else by its index. */
export function itemSegment(shape: ListShape, item: Json, index: number): Segment {
  if (shape.keys === undefined || !isObject(item)) return { kind: "index", index };
  const where: Record<string, string> = {};
  for (const key of shape.keys) {
    const value = keyValue(key, item);
    if (value !== undefined && value !== null) where[key.name] = String(value);
  }
  return Object.keys(where).length === 0 ? { kind: "index", index } : { kind: "item", where };
}

/** Runs `then` one step down, at an item. */
export function atItem<T>(shape: ListShape, item: Json, index: number, cx: Context, then: () => T): T {
  const report = cx.report;
  if (report === undefined) return then();
  report.steps.push({ segment: itemSegment(shape, item, index), token: index });
  const value = then();
  report.steps.pop();
  return value;
}

/** True where two lists hold the very same items in the same places. */
export function sameItems(a: readonly (Json | undefined)[], b: readonly Json[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}
