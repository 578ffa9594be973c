import type { Json } from "../json.js";
import { itemMatches } from "../path.js";
import { type Context, DIFFERS, differ, pass } from "./context.js";
import { atItem, type ListShape, type NamedItem } from "./items.js";
import { passIgnored } from "./visit.js";

/** True where an item is ignored, kept or forbidden, and so takes no part in the comparison. */
export function isSettled({ slot }: NamedItem): boolean {
  const mark = slot.mark;
  return (mark?.ignore ?? mark?.keep ?? mark?.absent ?? mark?.once) !== undefined;
}

/**
 * Sets ignored, kept and forbidden items aside, compares the rest, and puts live's own back where
 * they stood.
 */
export function walkSettled(
  shape: ListShape,
  desired: readonly Json[],
  live: readonly Json[],
  cx: Context,
  compare: (desired: readonly Json[], live: readonly Json[]) => Json | undefined,
): Json | undefined {
  const aside: Aside[] = [];
  const sides = { desired: namedIn(shape, desired), live: namedIn(shape, live) };
  let gone = false;
  const rest: Json[] = [];
  for (let index = 0; index < live.length; index++) {
    const l = live[index] as Json;
    const fate = fateOf(shape, l, sides.desired, cx);
    if (fate === "compare") rest.push(l);
    else if (fate === "gone") {
      const after = atItem(shape, l, index, cx, () => differ(cx, { code: "must-be-absent" }, undefined, l));
      if (after === DIFFERS) return DIFFERS;
      if (after === undefined) gone = true;
      else aside.push({ index, item: l }); // immutable: live's stays
    } else {
      aside.push({ index, item: l });
      if (cx.report !== undefined) atItem(shape, l, index, cx, () => passAside(shape, l, cx));
    }
  }
  const stated = desired.filter((d) => !isIgnored(shape, d, sides.live));
  const after = compare(stated, rest);
  if (after === DIFFERS) return DIFFERS;
  if (after === rest && !gone) return live;
  return putBack((after ?? []) as readonly Json[], aside);
}

/** An item of live, and where it stood. */
interface Aside {
  readonly index: number;
  readonly item: Json;
}

/** Each one where it stood, or last. */
function putBack(rest: readonly Json[], aside: readonly Aside[]): Json {
  const list: Json[] = [];
  let next = 0;
  for (const { index, item } of aside) {
    while (list.length < index && next < rest.length) list.push(rest[next++] as Json);
    list.push(item);
  }
  return [...list, ...rest.slice(next)];
}

/** Says of each of the shape's named items, by its index, whether a list has one that matches. */
type Named = (index: number) => boolean;

function namedIn({ items }: ListShape, list: readonly Json[]): Named {
  const known: boolean[] = [];
  return (index) => {
    const where = items?.[index]?.where;
    known[index] ??= where !== undefined && list.some((item) => itemMatches(item, where));
    return known[index];
  };
}

function fateOf(shape: ListShape, l: Json, isStated: Named, cx: Context): "compare" | "aside" | "gone" {
  for (const [index, { where, slot }] of (shape.items ?? []).entries()) {
    const mark = slot.mark;
    if (mark === undefined || !itemMatches(l, where)) continue;
    if (mark.ignore !== undefined || mark.once !== undefined) return "aside";
    if (mark.absent !== undefined) return "gone";
    if (mark.keep?.(cx.live) && !isStated(index)) return "aside";
  }
  return "compare";
}

function passAside(shape: ListShape, l: Json, cx: Context): void {
  const named = shape.items?.find((item) => isSettled(item) && itemMatches(l, item.where));
  const { ignore, once } = named?.slot.mark ?? {};
  if (once !== undefined) pass(cx, { code: "once" }, undefined, l, once);
  else if (ignore === undefined) pass(cx, { code: "kept-from-live" }, undefined, l);
  else passIgnored(ignore, undefined, l, cx);
}

function isIgnored(shape: ListShape, d: Json, isThere: Named): boolean {
  return (
    shape.items?.some(({ where, slot }, index) => {
      const { ignore, absent, once } = slot.mark ?? {};
      if (!itemMatches(d, where)) return false;
      return (ignore ?? absent) !== undefined || (once !== undefined && isThere(index));
    }) ?? false
  );
}
