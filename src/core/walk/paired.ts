import type { Json } from "../json.js";
import { type Context, DIFFERS, differ, pass } from "./context.js";
import { atItem, isOurs, type KeyField, type ListShape, sameItems, sameKeys, walkItem } from "./items.js";
import { isSame, isScalar } from "./ordered.js";

/**
 * A list whose order does not count: items are paired by keys, or as a set by their whole value.
 * The payload keeps live's order and puts new items last.
 */
export function walkPaired(
  shape: ListShape,
  pairing: "keys" | "set",
  desired: readonly Json[],
  live: readonly Json[],
  cx: Context,
): Json | undefined {
  if (pairing === "set" && cx.report?.immutable === true && live.every(isScalar))
    return wholeSet(desired, live, cx);
  const keys = pairing === "keys" ? shape.keys : undefined;
  const taken: boolean[] = new Array(live.length).fill(false);
  const places = keys === undefined ? scalarPlaces(live) : undefined;
  const after: (Json | undefined)[] = [...live];
  let moved = false;
  for (let index = 0; index < desired.length; index++) {
    const d = desired[index] ?? shape.nullIs;
    if (!isOurs(shape, d)) continue;
    const at =
      places === undefined || typeof d !== "string"
        ? findPartner(shape, keys, d, live, taken, index, cx)
        : (places.get(d)?.pop() ?? -1);
    const l = live[at];
    if (l === undefined) {
      if (shape.dropsRepeats === true && isRepeat(shape, desired, index, cx)) continue;
      const added = atItem(shape, d, index, cx, () => differ(cx, { code: "added" }, d, undefined));
      if (added === DIFFERS) return DIFFERS;
      if (added !== undefined) after.push(added);
      continue;
    }
    taken[at] = true;
    moved ||= at !== index;
    const value = atItem(shape, l, at, cx, () => walkItem(shape, d, l, cx));
    if (value === DIFFERS) return DIFFERS;
    after[at] = value;
  }
  if (!leftovers(shape, desired, live, taken, after, cx)) return DIFFERS;
  const list = after.filter((item) => item !== undefined);
  if (!sameItems(list, live)) return list;
  if (moved && cx.report !== undefined) pass(cx, { code: "set-order" }, desired, live, shape.part);
  return live;
}

/** An immutable set of plain values is one thing to whoever has to recreate the object. */
function wholeSet(desired: readonly Json[], live: readonly Json[], cx: Context): Json | undefined {
  const same = desired.every((d) => live.includes(d)) && live.every((l) => desired.includes(l));
  return same ? live : differ(cx, { code: "changed" }, desired, live);
}

function isRepeat(shape: ListShape, desired: readonly Json[], index: number, cx: Context): boolean {
  const item = desired[index] as Json;
  if (typeof item === "string") return desired.indexOf(item) < index;
  return desired.slice(0, index).some((earlier) => isSame(shape, item, earlier, cx));
}

/** Items of live that nothing in desired pairs with; false where the skip path must stop. */
function leftovers(
  shape: ListShape,
  desired: readonly Json[],
  live: readonly Json[],
  taken: readonly boolean[],
  after: (Json | undefined)[],
  cx: Context,
): boolean {
  for (let at = 0; at < live.length; at++) {
    const l = live[at];
    if (taken[at] === true || l === undefined) continue;
    if (shape.foreign === "keep" && shape.yields?.(l, desired) !== true) {
      atItem(shape, l, at, cx, () => pass(cx, { code: "foreign" }, undefined, l, shape.part));
      continue;
    }
    const value = atItem(shape, l, at, cx, () => differ(cx, { code: "removed" }, undefined, l));
    if (value === DIFFERS) return false;
    after[at] = value;
  }
  return true;
}

/** Where each text of a long list stands, the first place last; undefined where another way is cheaper. */
function scalarPlaces(live: readonly Json[]): ReadonlyMap<Json, number[]> | undefined {
  if (live.length < LONG || live.some((item) => typeof item !== "string")) return undefined;
  const places = new Map<Json, number[]>();
  for (let at = live.length - 1; at >= 0; at--) {
    const item = live[at] as Json;
    places.set(item, [...(places.get(item) ?? []), at]);
  }
  return places;
}

const LONG = 32;

function findPartner(
  shape: ListShape,
  keys: readonly KeyField[] | undefined,
  d: Json,
  live: readonly Json[],
  taken: readonly boolean[],
  hint: number,
  cx: Context,
): number {
  const pairs = (at: number): boolean => {
    const l = live[at];
    if (taken[at] === true || l === undefined) return false;
    return keys === undefined ? isSame(shape, d, l, cx) : sameKeys(keys, d, l);
  };
  if (pairs(hint)) return hint;
  for (let at = 0; at < live.length; at++) if (pairs(at)) return at;
  return -1;
}
