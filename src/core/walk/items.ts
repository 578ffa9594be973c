import { isObject, type Json, type JsonObject, member } from "../json.js";
import { itemMatches, type Segment } from "../path.js";
import type { Context } from "./context.js";
import type { Node } from "./node.js";
import type { Slot } from "./slot.js";
import { visit } from "./visit.js";

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
  /** How apply merges it; whole unless given. */
  readonly granularity?: "items" | "set";
  /** The key fields that tell items apart under apply, whatever a rule pairs them by. */
  readonly applyKeys?: readonly KeyField[] | undefined;
  /** For keys, and to name items in reports of ordered lists. */
  readonly keys: readonly KeyField[] | undefined;
  /** Items of live that desired does not state: ours, so removed, or somebody else's. */
  readonly foreign: "remove" | "keep";
  /** A custom kind's: [] is a value, other than absent. */
  readonly asIs?: boolean;
  /** A custom kind's set or keyed list: the server refuses two items of one key in any write. */
  readonly unique?: boolean;
  /** An item that repeats an earlier one is dropped. */
  readonly dropsRepeats?: true;
  /** Tells the foreign items that have to go all the same, beside what desired states. */
  readonly yields?: (desired: readonly Json[]) => (item: Json) => boolean;
  readonly items?: readonly NamedItem[];
  /** The slot of an item that several of `items` name, by their indexes. */
  readonly combine?: (indexes: readonly number[]) => Slot;
  /** Every item's slot, where something is said of each. */
  readonly each?: Slot;
  /** Only the named items are ours. */
  readonly onlyNamed?: boolean;
  /** The part of the rule that says how to pair. */
  readonly part?: string;
}

/** What live's item will be after the write; see Node.walk. */
export function walkItem(shape: ListShape, desired: Json, live: Json, cx: Context): Json | undefined {
  const slot = slotOf(shape, desired) ?? shape.each;
  if (slot === undefined) return shape.of.walk(desired, live, cx);
  if (slot.mark === undefined) return slot.node.walk(desired, live, cx);
  return visit(slot, desired, live, NO_OWNER, NO_OWNER, cx);
}

/** An item for a fingerprint; undefined where it takes no part in one. */
export function canonicalItem(shape: ListShape, item: Json): Json | undefined {
  if (!isOurs(shape, item)) return undefined;
  const slot = slotOf(shape, item) ?? shape.each;
  return slot === undefined ? shape.of.canonical(item) : slot.canonical(item);
}

/** Nothing stands beside an item. */
const NO_OWNER: JsonObject = Object.freeze({});

/** The slot of the entries that name an item. */
function slotOf({ items, combine }: ListShape, item: Json): Slot | undefined {
  if (items === undefined) return undefined;
  const naming: number[] = [];
  for (const [index, { where }] of items.entries()) if (itemMatches(item, where)) naming.push(index);
  if (naming.length > 1 && combine !== undefined) return combine(naming);
  return items[naming[0] ?? -1]?.slot;
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

/** What the server stores as an item's key. */
export function keyValue({ name, fields }: KeyField, item: JsonObject): Json | undefined {
  const value = member(item, name);
  const slot = fields?.get(name);
  return slot === undefined ? (value ?? undefined) : slot.stored(value, item);
}

/** Where each item stands, by its keys; undefined where two share them, or an item has none. */
export function indexByKeys(
  keys: readonly KeyField[],
  items: readonly Json[],
): ReadonlyMap<string, number> | undefined {
  const index = new Map<string, number>();
  for (const [at, item] of items.entries()) {
    if (!isObject(item)) return undefined;
    index.set(keyText(keys, item), at);
  }
  return index.size === items.length ? index : undefined;
}

/** True where two items are one to the server: of the same keys, or in a set the same value. */
export function hasRepeats({ granularity, applyKeys }: ListShape, items: readonly Json[]): boolean {
  if (granularity === "set") return new Set(items).size < items.length;
  if (applyKeys === undefined || !items.every(isObject)) return false;
  return new Set(items.map((item) => keyText(applyKeys, item))).size < items.length;
}

/** An item's keys as one text. */
export function keyText(keys: readonly KeyField[], item: JsonObject): string {
  return JSON.stringify(keys.map((key) => String(keyValue(key, item) ?? "")));
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
