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
  const aside: { readonly index: number; readonly item: Json }[] = [];
  let gone = false;
  const rest: Json[] = [];
  for (let index = 0; index < live.length; index++) {
    const l = live[index] as Json;
    const fate = fateOf(shape, l, desired, cx);
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
  const stated = desired.filter((d) => !isIgnored(shape, d, live));
  const after = compare(stated, rest);
  if (after === DIFFERS) return DIFFERS;
  if (after === rest && !gone) return live;
  const list = [...((after ?? []) as readonly Json[])];
  for (const { index, item } of aside) list.splice(Math.min(index, list.length), 0, item);
  return list;
}

function fateOf(
  shape: ListShape,
  l: Json,
  desired: readonly Json[],
  cx: Context,
): "compare" | "aside" | "gone" {
  for (const { where, slot } of shape.items ?? []) {
    const mark = slot.mark;
    if (mark === undefined || !itemMatches(l, where)) continue;
    if (mark.ignore !== undefined || mark.once !== undefined) return "aside";
    if (mark.absent !== undefined) return "gone";
    if (mark.keep?.(cx.live) && !desired.some((d) => itemMatches(d, where))) return "aside";
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

function isIgnored(shape: ListShape, d: Json, live: readonly Json[]): boolean {
  return (
    shape.items?.some(({ where, slot }) => {
      const { ignore, absent, once } = slot.mark ?? {};
      if (!itemMatches(d, where)) return false;
      return (
        (ignore ?? absent) !== undefined || (once !== undefined && live.some((l) => itemMatches(l, where)))
      );
    }) ?? false
  );
}
