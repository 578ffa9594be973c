import type { ValueFacts } from "../../core/facts.js";
import { isList, isObject, type Json, member, setMember, textOf } from "../../core/json.js";
import type { Segment } from "../../core/path.js";
import { sameNumber } from "../../core/value/leaf.js";

type ListFacts = Extract<ValueFacts, { readonly type: "list" }>;

/** The items of two lists, each with the one that it is to be compared with. */
export interface Pairs {
  readonly pairs: readonly {
    readonly step: Segment;
    readonly before: Json | undefined;
    readonly after: Json | undefined;
  }[];
  /** Items of both lists stand in another order. */
  readonly moved: boolean;
}

/**
 * Pairs items by the keys that facts have for them, conditions by their type; objects in lists of one length by their place.
 * undefined where the two lists are to be compared whole.
 */
export function pairsOf(
  before: readonly Json[],
  after: readonly Json[],
  facts: ListFacts | undefined,
): Pairs | undefined {
  if (facts?.list === "set") return undefined;
  const keys = facts?.list === "keyed" ? (facts.keys ?? []) : areConditions(before, after) ? ["type"] : [];
  const byKeys = keys.length === 0 ? undefined : keyed(before, after, keys);
  if (byKeys !== undefined) return byKeys;
  if (before.length !== after.length || !before.every(isObject)) return undefined;
  return {
    pairs: before.map((item, index) => ({
      step: { kind: "index", index },
      before: item,
      after: after[index],
    })),
    moved: false,
  };
}

/** As the API conventions have them: type and status. */
function areConditions(before: readonly Json[], after: readonly Json[]): boolean {
  const all = [...before, ...after];
  return all.length > 0 && all.every((item) => isObject(item) && isText(item.type) && isText(item.status));
}

function isText(value: Json | undefined): boolean {
  return typeof value === "string";
}

/** undefined where two items of a list have the same keys. */
function keyed(before: readonly Json[], after: readonly Json[], keys: readonly string[]): Pairs | undefined {
  const [left, right] = [byKeys(before, keys), byKeys(after, keys)];
  if (left === undefined || right === undefined) return undefined;
  const pairs = [...left].map(([key, item]) => ({
    step: stepOf(item, keys),
    before: item as Json | undefined,
    after: right.get(key),
  }));
  for (const [key, item] of right)
    if (!left.has(key)) pairs.push({ step: stepOf(item, keys), before: undefined, after: item });
  const stayed = [...left.keys()].filter((key) => right.has(key));
  const there = [...right.keys()].filter((key) => left.has(key));
  return { pairs, moved: stayed.some((key, index) => key !== there[index]) };
}

function byKeys(list: readonly Json[], keys: readonly string[]): Map<string, Json> | undefined {
  const items = new Map<string, Json>();
  for (const item of list) {
    if (!isObject(item)) return undefined;
    const [first] = keys;
    const only = keys.length === 1 && first !== undefined ? member(item, first) : undefined;
    const key = typeof only === "string" ? only : textOf(keys.map((name) => member(item, name) ?? null));
    if (items.has(key)) return undefined;
    items.set(key, item);
  }
  return items;
}

function stepOf(item: Json, keys: readonly string[]): Segment {
  const where: Record<string, string> = Object.create(null);
  for (const name of keys) {
    const value = isObject(item) ? member(item, name) : undefined;
    if (value !== undefined) setMember(where, name, String(value));
  }
  return { kind: "item", where };
}

/** Deep equality; numbers by their value, members in any order. */
export function isSameValue(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  if (isList(a))
    return isList(b) && a.length === b.length && a.every((item, index) => isSameValue(item, b[index]));
  if (!isObject(a) || !isObject(b)) return sameNumber(a, b);
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSameValue(member(a, key), member(b, key)))
  );
}
