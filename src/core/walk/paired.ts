import type { Json } from "../json.js";
import { type Context, DIFFERS, differ, pass } from "./context.js";
import { atItem, isOurs, type ListShape, sameItems, walkItem } from "./items.js";
import { isSame, isScalar } from "./ordered.js";
import { Partners } from "./partners.js";

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
  const partners = new Partners(shape, keys, live, cx);
  const after: (Json | undefined)[] = [...live];
  let moved = false;
  let earlier: Partners | undefined;
  for (let index = 0; index < desired.length; index++) {
    const d = desired[index] ?? shape.nullIs;
    if (!isOurs(shape, d)) continue;
    const at = partners.find(d, index, taken);
    const l = live[at];
    if (l === undefined) {
      if (shape.dropsRepeats === true) {
        earlier ??= new Partners(shape, undefined, desired, cx);
        if (isRepeat(shape, desired, index, earlier, cx)) continue;
      }
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
  const [stated, there] = [new Set(desired), new Set(live)];
  const same = desired.every((d) => there.has(d)) && live.every((l) => stated.has(l));
  return same ? live : differ(cx, { code: "changed" }, desired, live);
}

/** True of an item that is the same as one before it. */
function isRepeat(
  shape: ListShape,
  desired: readonly Json[],
  index: number,
  partners: Partners,
  cx: Context,
): boolean {
  const item = desired[index] as Json;
  return partners.some(item, (at) => at < index && isSame(shape, item, desired[at], cx));
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
  let yields: ((item: Json) => boolean) | undefined;
  for (let at = 0; at < live.length; at++) {
    const l = live[at];
    if (taken[at] === true || l === undefined) continue;
    if (shape.foreign === "keep") yields ??= shape.yields?.(desired);
    if (shape.foreign === "keep" && yields?.(l) !== true) {
      atItem(shape, l, at, cx, () => pass(cx, { code: "foreign" }, undefined, l, shape.part));
      continue;
    }
    const value = atItem(shape, l, at, cx, () => differ(cx, { code: "removed" }, undefined, l));
    if (value === DIFFERS) return false;
    after[at] = value;
  }
  return true;
}
