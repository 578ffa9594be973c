import { isList, isObject, type Json, member } from "../json.js";
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
  if (isList(some)) {
    const items = isList(all) ? all : [];
    return some.every((l) => items.some((d) => isSame(node.of, d, l, cx)));
  }
  if (isObject(some)) {
    return Object.keys(some).every(
      (key) => isObject(all) && isSame(undefined, member(all, key), member(some, key), cx),
    );
  }
  return some === undefined || some === null;
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
