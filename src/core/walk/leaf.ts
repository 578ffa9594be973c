import type { Json } from "../json.js";
import { canonicalLeaf, type LeafType, sameLeaf } from "../value/leaf.js";
import { compareQuantities } from "../value/quantity.js";
import { assertWire } from "../wire.js";
import { ANY } from "./any.js";
import { type Context, differ, pass } from "./context.js";
import type { Node } from "./node.js";

/** A scalar of a known type. */
export class LeafNode implements Node {
  readonly granularity = "whole";
  readonly marked = false;
  readonly forbids = false;
  readonly stump = undefined;
  readonly zero = undefined;
  constructor(readonly type: LeafType) {}

  walk(desired: Json, live: Json, cx: Context): Json | undefined {
    if (desired === live) return live;
    if (sameLeaf(this.type, desired, live)) return pass(cx, { code: "spelling" }, desired, live);
    if (typeof desired === "object") return ANY.walk(desired, live, cx);
    assertWire(desired);
    if (cx.report?.immutable === true && this.isSameAmount(desired, live)) return respelt(cx, desired, live);
    return differ(cx, { code: "changed" }, desired, live);
  }

  /** 1024Mi over 1Gi: stored otherwise, but the same amount. */
  private isSameAmount(desired: Json, live: Json): boolean {
    if (this.type !== "quantity" && this.type !== "milliQuantity") return false;
    return compareQuantities(String(desired), String(live)) === 0;
  }

  canonical(desired: Json): Json {
    return canonicalLeaf(this.type, desired);
  }
}

/** Validation compares amounts, so the server takes another spelling even of an immutable quantity. */
function respelt(cx: Context, desired: Json, live: Json): Json | undefined {
  const { report } = cx;
  if (report !== undefined) report.immutable = false;
  const after = differ(cx, { code: "changed" }, desired, live);
  if (report !== undefined) report.immutable = true;
  return after;
}
