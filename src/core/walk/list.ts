import { isList, isObject, type Json, textOf } from "../json.js";
import { ANY } from "./any.js";
import { type Context, DIFFERS } from "./context.js";
import { Elements } from "./elements.js";
import { canonicalItem, hasRepeats, type ListShape, walkItem } from "./items.js";
import type { Granularity, ItemsNode, MembersNode, Node } from "./node.js";
import { reportOrdered } from "./ordered.js";
import { walkPaired } from "./paired.js";
import { isSettled, walkSettled } from "./settled.js";

/** A list: atomic, set or keyed. */
export class ListNode implements ItemsNode {
  readonly list = this;
  readonly elements = new Elements();
  /** A list that is not ours whole may be absent in desired. */
  readonly zero: readonly Json[] | undefined;
  readonly granularity: Granularity;
  readonly of: Node;
  readonly marked: boolean;
  readonly forbids: boolean;
  readonly stump: readonly Json[] | undefined;
  /** True where an item is ignored or kept, so that it takes no part in the comparison. */
  private readonly settles: boolean;

  /** The walk of every item, where nothing is said of any. */
  private readonly walkPlain: Node["walk"] | undefined;
  private readonly structs: MembersNode | undefined;
  /** On the skip path, items are compared one by one, in their order. */
  private readonly ordered: boolean;

  constructor(readonly shape: ListShape) {
    this.granularity = shape.granularity ?? "whole";
    this.of = shape.of;
    const plain = shape.items === undefined && shape.each === undefined;
    this.walkPlain = plain ? shape.of.walk.bind(shape.of) : undefined;
    this.structs = plain ? shape.of.struct : undefined;
    this.settles = shape.items?.some(isSettled) ?? false;
    this.ordered = shape.pairing === "order" && !this.settles;
    this.zero = shape.foreign === "keep" ? [] : undefined;
    this.stump = this.settles ? [] : undefined;
    this.marked = !plain || shape.of.marked || shape.foreign === "keep";
    this.forbids = shape.of.forbids || (shape.items?.some(({ slot }) => slot.forbids) ?? false);
  }

  walk(desired: Json, live: Json, cx: Context): Json | undefined {
    if (!isList(desired) || !isList(live)) {
      return ANY.walk(desired, live, cx);
    }
    return this.settles ? this.settle(desired, live, cx) : this.compare(desired, live, cx);
  }

  quick(desired: readonly Json[], live: readonly Json[], cx: Context): Json | undefined {
    if (this.ordered && !cx.derivative) return this.inOrder(desired, live, cx);
    return this.walk(desired, live, cx);
  }

  private settle(desired: readonly Json[], live: readonly Json[], cx: Context): Json | undefined {
    return walkSettled(this.shape, desired, live, cx, (d, l) => this.compare(d, l, cx));
  }

  private compare(desired: readonly Json[], live: readonly Json[], cx: Context): Json | undefined {
    const { pairing, keys } = this.shape;
    if (cx.report !== undefined && this.shape.unique === true && hasRepeats(this.shape, desired))
      cx.report.repeat();
    if (pairing !== "order") return walkPaired(this.shape, pairing, desired, live, cx);
    if (cx.derivative && keys !== undefined) return walkPaired(this.shape, "keys", desired, live, cx);
    if (cx.report !== undefined) return reportOrdered(this.shape, desired, live, cx);
    return this.inOrder(desired, live, cx);
  }

  private inOrder(desired: readonly Json[], live: readonly Json[], cx: Context): Json {
    if (desired.length !== live.length) return DIFFERS;
    for (let index = 0; index < live.length; index++) {
      const l = live[index] as Json;
      const d = desired[index] ?? this.shape.nullIs;
      if (d === l && !this.forbids) continue;
      if (this.item(d, l, cx) !== l) return DIFFERS;
    }
    return live;
  }

  private item(d: Json, l: Json, cx: Context): Json | undefined {
    if (this.structs !== undefined && isObject(d) && isObject(l)) return this.structs.quick(d, l, cx);
    return this.walkPlain === undefined ? walkItem(this.shape, d, l, cx) : this.walkPlain(d, l, cx);
  }

  canonical(desired: Json): Json {
    if (!isList(desired)) return desired;
    const items = desired.flatMap((item) => canonicalItem(this.shape, item ?? this.shape.nullIs) ?? []);
    return this.shape.pairing === "order"
      ? items
      : items
          .map(sortable)
          .sort(byText)
          .map(({ item }) => item);
  }
}

/** An item whose place does not count, and the text that it is put in order by. */
function sortable(item: Json): { readonly item: Json; readonly text: string } {
  return { item, text: textOf(item) };
}

function byText(a: { readonly text: string }, b: { readonly text: string }): number {
  return a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
}
