import { countMembers, isObject, type Json, type JsonObject, member, put, textOf } from "../json.js";
import type { Segment } from "../path.js";
import type { Elements } from "../walk/elements.js";
import type { KeyField } from "../walk/items.js";
import type { ListNode } from "../walk/list.js";
import { isEmpty } from "../wire.js";
import { below, type FieldSet } from "./field-set.js";

/**
 * The element that tells an item of a granular list from the others: `k:{"name":"web"}`, `v:"a"`. Undefined for what is
 * no such item: then the server refuses the list.
 */
export function itemElement(node: ListNode, item: Json | undefined): string | undefined {
  if (node.granularity === "set") return isScalar(item) ? setElement(node, item) : undefined;
  const keys = node.shape.applyKeys;
  return keys === undefined || !isObject(item) ? undefined : keyElement(node, keys, item);
}

function isScalar(item: Json | undefined): item is string | number | bigint | boolean {
  return ["string", "number", "bigint", "boolean"].includes(typeof item);
}

function setElement({ elements }: ListNode, item: Json): string {
  return elements.get(item) ?? elements.keep(item, `v:${textOf(item)}`);
}

/** A key that the item leaves out counts by its default, a single one by its zero; without either it does not count. */
function keyElement({ elements }: ListNode, keys: readonly KeyField[], item: JsonObject): string | undefined {
  const [only] = keys;
  if (keys.length === 1 && only !== undefined) {
    const value = keyValue(only, item) ?? zeroOf(only);
    if (value === undefined) return undefined;
    return elements.get(value) ?? elements.keep(value, `k:{${pair(only, value)}}`);
  }
  let level = elements;
  for (let index = 0; index < keys.length; index++)
    level = level.below(keyValue(keys[index] as KeyField, item));
  return level.get(undefined) ?? keysElement(level, keys, item);
}

function keysElement(level: Elements, keys: readonly KeyField[], item: JsonObject): string | undefined {
  const parts: string[] = [];
  for (const key of [...keys].sort(byName)) {
    const value = keyValue(key, item);
    if (value !== undefined) parts.push(pair(key, value));
  }
  return parts.length === 0 ? undefined : level.keep(undefined, `k:{${parts.join(",")}}`);
}

function pair({ name }: KeyField, value: Json): string {
  return `${JSON.stringify(name)}:${typeof value === "number" ? value : textOf(value)}`;
}

function byName(a: KeyField, b: KeyField): number {
  return a.name < b.name ? -1 : 1;
}

function keyValue({ name, fields }: KeyField, item: JsonObject): Json | undefined {
  return member(item, name) ?? fields?.get(name)?.constant;
}

/** What the server takes for the only key of an item that leaves it out. */
function zeroOf({ name, fields }: KeyField): Json | undefined {
  return fields?.get(name)?.zero;
}

/**
 * Items as we state them: without a key field that is null or empty, since the server would take that for another key than
 * the default or zero that it then stores, and add one more item with each apply. Unless that makes two of them one. An item that
 * states nothing at all is given its keys: the server takes it once, and refuses the next apply.
 */
export function statedItems(node: ListNode, items: readonly Json[]): readonly Json[] {
  const keys = node.shape.applyKeys;
  if (keys === undefined || items.every((item) => isStatedAsIs(keys, item))) return items;
  const stated = items.map((item) => withKeys(keys, withoutEmptyKeys(keys, item)));
  const elements = new Set(stated.map((item) => itemElement(node, item)));
  return elements.size < items.length ? items : stated;
}

/** True of an item that is stated as it is, its keys too. */
export function isStatedAsIs(keys: readonly KeyField[], item: Json): boolean {
  return !isEmpty(item) && emptyKey(keys, item) === undefined;
}

/** True where two items have the same keys, as they state them. */
export function haveSameKeys(keys: readonly KeyField[], a: JsonObject, b: JsonObject): boolean {
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as KeyField;
    const value = keyValue(key, a);
    if (value === undefined || value !== keyValue(key, b)) return false;
  }
  return true;
}

function withoutEmptyKeys(keys: readonly KeyField[], item: Json): Json {
  const empty = emptyKey(keys, item);
  if (empty === undefined) return item;
  const { [empty]: _, ...rest } = item as JsonObject;
  return withoutEmptyKeys(keys, rest as JsonObject);
}

/** An item that states nothing, with its keys' defaults. */
function withKeys(keys: readonly KeyField[], item: Json): Json {
  if (!isObject(item) || !isEmpty(item)) return item;
  const stated: Record<string, Json | undefined> = {};
  for (const key of keys) put(stated, key.name, keyValue(key, item));
  return stated as JsonObject;
}

/** True of an item with nothing but its keys. Our entry may record it without them, from an apply that left them to their defaults. */
export function statesKeysOnly({ shape: { applyKeys } }: ListNode, item: Json): boolean {
  return isObject(item) && applyKeys !== undefined && countMembers(item) === applyKeys.length;
}

/** The first key field with a default that the item states as null or empty; an only one with a zero that is null. */
function emptyKey(keys: readonly KeyField[], item: Json): string | undefined {
  if (!isObject(item)) return undefined;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as KeyField;
    const stated = member(item, key.name);
    if (stated === undefined || (typeof stated === "string" && stated !== "")) continue;
    if (stated === null && keys.length === 1 && zeroOf(key) !== undefined) return key.name;
    const slot = key.fields?.get(key.name);
    if (slot?.constant !== undefined && slot.isAbsent(stated)) return key.name;
  }
  return undefined;
}

/** Letters that the server's JSON writes otherwise than ours. */
const ESCAPED = /[<>&\u2028\u2029]/;

/** An element as the server spells it in this set. Source: Go's encoding/json, which wrote \b and \f by their numbers up to Go 1.21. */
export function spelled(set: FieldSet | undefined, element: string): string {
  if (set === undefined || element[0] === "f" || set[element] !== undefined || !ESCAPED.test(element))
    return element;
  const escaped = element.replace(/[<>&\u2028\u2029]/g, numbered);
  if (set[escaped] !== undefined) return escaped;
  const older = escaped.replace(/\\./g, (pair) => (pair === "\\b" || pair === "\\f" ? CONTROLS[pair] : pair));
  return set[older] !== undefined ? older : element;
}

const CONTROLS = { "\\b": "\\u0008", "\\f": "\\u000c" } as const;

function numbered(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** An element of a set, as the set spells it. */
export function elementOf(
  set: FieldSet,
  element: string,
): { readonly element: string; readonly set: FieldSet } | undefined {
  const name = set[element] === undefined ? spelled(set, element) : element;
  const found = below(set, name);
  return found === undefined ? undefined : { element: name, set: found };
}

/** An element as a step of a field path. */
export function segmentOf(element: string): Segment {
  const rest = element.slice(2);
  if (element.startsWith("f:")) return { kind: "key", key: rest };
  if (element.startsWith("i:")) return { kind: "index", index: Number(rest) };
  const where: Record<string, string> = Object.create(null);
  if (element.startsWith("k:")) {
    for (const [key, value] of Object.entries(JSON.parse(rest) as JsonObject)) where[key] = String(value);
    return { kind: "item", where };
  }
  return { kind: "key", key: String(JSON.parse(rest)) };
}
