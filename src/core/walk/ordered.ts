import { isObject, type Json } from "../json.js";
import { type Context, differ, pass, quietly } from "./context.js";
import { atItem, indexByKeys, keyText, type ListShape, sameItems, walkItem } from "./items.js";

/**
 * The report of a list whose order counts. Items with keys are paired by them, so that a removed
 * sidecar reads as one; the list differs all the same where the order does.
 */
export function reportOrdered(
  shape: ListShape,
  desired: readonly Json[],
  live: readonly Json[],
  cx: Context,
): Json | undefined {
  const { keys } = shape;
  if (keys !== undefined) {
    const stated = indexByKeys(keys, desired);
    const found = indexByKeys(keys, live);
    if (stated === undefined) pass(cx, { code: "duplicate-key" }, desired, undefined);
    else if (found !== undefined) return byKeys(shape, keys, found, desired, live, cx);
  }
  return byPosition(shape, desired, live, cx);
}

function byKeys(
  shape: ListShape,
  keys: NonNullable<ListShape["keys"]>,
  found: ReadonlyMap<string, number>,
  desired: readonly Json[],
  live: readonly Json[],
  cx: Context,
): Json | undefined {
  const partner = desired.map((d) => (isObject(d) ? (found.get(keyText(keys, d)) ?? -1) : -1));
  const paired = new Set(partner);
  const after = desired.map((d, index) => {
    const at = partner[index] ?? -1;
    const l = live[at];
    if (l === undefined)
      return atItem(shape, d, index, cx, () => differ(cx, { code: "added" }, d, undefined));
    return atItem(shape, l, at, cx, () => walkItem(shape, d, l, cx));
  });
  live.forEach((l, index) => {
    if (paired.has(index)) return;
    atItem(shape, l, index, cx, () => differ(cx, { code: "removed" }, undefined, l));
  });
  const common = partner.filter((at) => at >= 0);
  const swapped = common.some((at, index) => index > 0 && at < (common[index - 1] ?? -1));
  if (swapped) differ(cx, { code: "order" }, desired, live);
  if (cx.report?.immutable === true) return kept(live, partner, after);
  return sameItems(after, live) ? live : (after as Json[]);
}

/** An immutable list keeps live's items and their order; only mutable fields inside them change. */
function kept(live: readonly Json[], partner: readonly number[], after: readonly (Json | undefined)[]): Json {
  const list = [...live];
  partner.forEach((at, index) => {
    const item = after[index];
    if (at >= 0 && item !== undefined) list[at] = item;
  });
  return sameItems(list, live) ? live : list;
}

function byPosition(
  shape: ListShape,
  desired: readonly Json[],
  live: readonly Json[],
  cx: Context,
): Json | undefined {
  if (cx.report?.immutable === true && live.every(isScalar)) return wholeList(shape, desired, live, cx);
  const same = (d: number, l: number): boolean => isSame(shape, desired[d], live[l], cx);
  let start = 0;
  while (start < desired.length && start < live.length && same(start, start)) start++;
  let [dEnd, lEnd] = [desired.length, live.length];
  while (dEnd > start && lEnd > start && same(dEnd - 1, lEnd - 1)) {
    dEnd--;
    lEnd--;
  }
  passEqual(shape, desired.slice(0, start), live, 0, cx);
  passEqual(shape, desired.slice(dEnd), live, lEnd, cx);
  const middle: (Json | undefined)[] = [];
  for (let index = start; index < Math.max(dEnd, lEnd); index++) {
    const [d, l] = [index < dEnd ? desired[index] : undefined, index < lEnd ? live[index] : undefined];
    const value = atItem(shape, l ?? d ?? null, index, cx, () => item(shape, d, l, cx));
    if (value !== undefined) middle.push(value);
  }
  const after = [...live.slice(0, start), ...middle, ...live.slice(lEnd)];
  return sameItems(after, live) ? live : (after as Json[]);
}

/** True of a plain value. */
export function isScalar(value: Json): boolean {
  return typeof value !== "object" || value === null;
}

/** An immutable list of plain values is one thing to whoever has to recreate the object. */
function wholeList(
  shape: ListShape,
  desired: readonly Json[],
  live: readonly Json[],
  cx: Context,
): Json | undefined {
  const same =
    desired.length === live.length && live.every((l, index) => isSame(shape, desired[index], l, cx));
  return same ? live : differ(cx, { code: "changed" }, desired, live);
}

/** Notes what is passed over in items that the write leaves as they are. */
function passEqual(
  shape: ListShape,
  desired: readonly Json[],
  live: readonly Json[],
  from: number,
  cx: Context,
): void {
  desired.forEach((d, index) => {
    const l = live[from + index] as Json;
    atItem(shape, l, from + index, cx, () => walkItem(shape, d ?? shape.nullIs, l, cx));
  });
}

function item(shape: ListShape, d: Json | undefined, l: Json | undefined, cx: Context): Json | undefined {
  if (l === undefined) return differ(cx, { code: "added" }, d ?? shape.nullIs, undefined);
  if (d === undefined) return differ(cx, { code: "removed" }, undefined, l);
  return walkItem(shape, d ?? shape.nullIs, l, cx);
}

/** True where the write would leave this item as it is. */
export function isSame(shape: ListShape, d: Json | undefined, l: Json | undefined, cx: Context): boolean {
  if (l === undefined || d === undefined) return false;
  const stated = d ?? shape.nullIs;
  return quietly(cx, () => walkItem(shape, stated, l, cx), l);
}
