import type { Json } from "../json.js";
import { canonicalLeaf, type LeafType, sameLeaf } from "../value/leaf.js";
import { assertWire } from "../wire.js";
import { type Context, differ, pass } from "./context.js";
import type { Node } from "./node.js";

/** A scalar of a known type. */
export class LeafNode implements Node {
  readonly marked = false;
  readonly zero = undefined;
  constructor(readonly type: LeafType) {}

  walk(desired: Json, live: Json, cx: Context): Json | undefined {
    if (desired === live) return live;
    if (sameLeaf(this.type, desired, live)) return pass(cx, { code: "spelling" }, desired, live);
    assertWire(desired);
    return differ(cx, { code: "changed" }, desired, live);
  }

  canonical(desired: Json): Json {
    return canonicalLeaf(this.type, desired);
  }
}
