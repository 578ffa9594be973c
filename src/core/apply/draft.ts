import { isList, isObject, type Json, type JsonObject, member, put } from "../json.js";
import type { Path } from "../path.js";
import { Copies } from "../value/copies.js";
import { ANY } from "../walk/any.js";
import type { KeyField } from "../walk/items.js";
import { ListNode } from "../walk/list.js";
import type { Node } from "../walk/node.js";
import type { Lookup } from "./lookup.js";
import { memberNode } from "./members.js";
import { type Place, withhold } from "./places.js";

/** An object in the making: many of its places are restated, each at the cost of its depth. What it is made from stays as it is. */
export class Draft {
  private readonly copies = new Copies();
  /** Lists with gaps, where items were taken out. */
  private readonly gaps = new Map<readonly Json[], (Json | undefined)[]>();

  constructor(
    private readonly node: Node,
    private made: JsonObject,
    private readonly lookup: Lookup,
  ) {}

  get value(): JsonObject {
    for (const list of this.gaps.keys()) this.close(list);
    return this.made;
  }

  /** Leaves out what a path leads to. */
  withhold(path: Path): void {
    this.made = withhold(this.node, this.value, path) as JsonObject;
  }

  placesIn(path: Path): readonly Place[] {
    const counts = path.some(({ kind }) => kind === "index");
    return this.lookup.placesIn(this.node, counts ? this.value : this.made, path);
  }

  valueAt(place: Place): Json | undefined {
    const value = this.lookup.valueAt(this.node, this.made, place);
    if (isList(value)) this.close(value);
    return value;
  }

  isAbsentAt(place: Place): boolean {
    this.valueAt(place);
    return this.lookup.isAbsentAt(this.node, this.made, place);
  }

  isWholeAt(place: Place): boolean {
    return this.lookup.isWholeAt(this.node, this.made, place);
  }

  /** Has what another object has at a place, or nothing where that one has nothing there. */
  restate(from: Json | undefined, place: Place): void {
    this.made = this.restated(this.node, this.made, from, place, 0) as JsonObject;
  }

  private restated(
    node: Node,
    value: Json | undefined,
    from: Json | undefined,
    place: Place,
    depth: number,
  ): Json | undefined {
    const element = place[depth];
    if (element === undefined) return from;
    if (!element.startsWith("f:")) {
      return node instanceof ListNode ? this.restatedItem(node, value, from, place, depth) : value;
    }
    const key = element.slice(2);
    const base = isObject(value) ? value : undefined;
    const source = isObject(from) ? member(from, key) : undefined;
    const there = base === undefined ? undefined : member(base, key);
    const child = memberNode(node, key, source ?? there) ?? ANY;
    const stated = this.restated(child, there, source, place, depth + 1);
    if (stated === undefined && there === undefined) return value;
    return put(this.copies.object(base), key, stated) as JsonObject;
  }

  private restatedItem(
    node: ListNode,
    value: Json | undefined,
    from: Json | undefined,
    place: Place,
    depth: number,
  ): Json | undefined {
    const element = place[depth] as string;
    const items = isList(value) ? value : [];
    const at = this.lookup.find(node, items, element);
    const source = isList(from) ? from[this.lookup.find(node, from, element)] : undefined;
    if (at < 0 && source === undefined) return value;
    const isLast = depth === place.length - 1;
    const base = items[at] ?? (isLast ? undefined : keysOnly(node.shape.applyKeys, source));
    const stated = this.restated(node.shape.of, base, source, place, depth + 1);
    if (at < 0 && stated === undefined) return value;
    const list = this.copies.list(items);
    if (stated === undefined || stated === null) this.remove(list, at, element);
    else {
      const to = at < 0 ? list.length : at;
      list[to] = stated;
      this.lookup.changed(list, to);
    }
    return list;
  }

  private remove(list: Json[], at: number, element: string): void {
    const open: (Json | undefined)[] = list;
    open[at] = undefined;
    this.gaps.set(list, open);
    this.lookup.removed(list, element);
  }

  private close(list: readonly Json[]): void {
    const open = this.gaps.get(list);
    if (open === undefined) return;
    let end = 0;
    for (const item of open) if (item !== undefined) open[end++] = item;
    open.length = end;
    this.gaps.delete(list);
    this.lookup.moved(list);
  }
}

/** What an item has to state to be the item it is. */
function keysOnly(keys: readonly KeyField[] | undefined, item: Json | undefined): JsonObject {
  const only: Record<string, Json | undefined> = {};
  for (const { name } of keys ?? []) put(only, name, isObject(item) ? member(item, name) : undefined);
  return only as JsonObject;
}
