import { isList, isObject, type Json, member, textOf } from "../json.js";
import { compareQuantities } from "../value/quantity.js";
import { type Context, quietly } from "./context.js";
import type { OneWay } from "./mark.js";
import type { Node } from "./node.js";
import type { Slot } from "./slot.js";

/** True where the change from live to desired goes the one way that the server takes. */
export function isOneWay(
  only: OneWay,
  slot: Slot,
  desired: Json | undefined,
  live: Json | undefined,
  cx: Context,
): boolean {
  const { node } = slot;
  switch (only) {
    case "adding":
      return holds(node, desired, live, cx);
    case "removing":
      return holds(node, live, desired, cx);
    case "reordering":
      return holds(node, desired, live, cx) && holds(node, live, desired, cx);
    case "raising":
      return slot.isAbsent(live) || orderOf(desired, live) > 0;
    case "lowering":
      return slot.isAbsent(live) || orderOf(desired, live) < 0;
  }
}

/** True where one value has all that the other one has, as it is there. */
function holds(node: Node, all: Json | undefined, some: Json | undefined, cx: Context): boolean {
  if (isList(some)) return holdsItems(node.of, isList(all) ? all : [], some, cx);
  if (isObject(some)) {
    return Object.keys(some).every(
      (key) => isObject(all) && isSame(undefined, member(all, key), member(some, key), cx),
    );
  }
  return some === undefined || some === null;
}

/** Most items stand in both as they are, or in one order: nearly all are found at one look. */
function holdsItems(of: Node | undefined, all: readonly Json[], some: readonly Json[], cx: Context): boolean {
  const places = new Map(all.map((item, at) => [spelling(item), at]));
  let next = 0;
  return some.every((l) => {
    const there = places.get(spelling(l));
    if (there !== undefined && isSame(of, all[there], l, cx)) return true;
    if (of === undefined) return false;
    for (let step = 0; step < all.length; step++) {
      const at = (next + step) % all.length;
      if (!isSame(of, all[at], l, cx)) continue;
      next = at + 1;
      return true;
    }
    return false;
  });
}

function spelling(value: Json): string {
  try {
    return textOf(value);
  } catch {
    return ""; // a cycle: the comparison tells
  }
}

function isSame(of: Node | undefined, d: Json | undefined, l: Json | undefined, cx: Context): boolean {
  if (d === undefined || l === undefined) return d === l;
  return of === undefined ? JSON.stringify(d) === JSON.stringify(l) : quietly(cx, () => of.walk(d, l, cx), l);
}

function orderOf(desired: Json | undefined, live: Json | undefined): number {
  return (isAmount(desired) && isAmount(live) && compareQuantities(desired, live)) || 0;
}

/** True of what may be a quantity. */
export function isAmount(value: Json | undefined): value is string | number | bigint {
  return typeof value === "string" || typeof value === "number" || typeof value === "bigint";
}

/** True where live is more than desired. */
export function isAbove(live: Json | undefined, desired: Json | undefined): boolean {
  return orderOf(live, desired) > 0;
}
