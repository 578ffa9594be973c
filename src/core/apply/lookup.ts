import { isList, isObject, type Json, type JsonObject, member } from "../json.js";
import type { Path, Segment } from "../path.js";
import { NamedItems } from "../value/named-items.js";
import { ANY } from "../walk/any.js";
import { ListNode } from "../walk/list.js";
import { MapNode } from "../walk/map.js";
import type { Node } from "../walk/node.js";
import { StructNode } from "../walk/struct.js";
import { itemElement } from "./elements.js";
import { fieldElement } from "./field-set.js";
import { KeyedItems } from "./keyed-items.js";
import { memberNode } from "./members.js";
import { isWhole, type Place } from "./places.js";

/** Looks at many places of a few objects, each at the cost of its depth. */
export class Lookup {
  private readonly keyed = new KeyedItems();
  private readonly named = new NamedItems();

  /** The places of a value that a field path leads to. */
  placesIn(node: Node, value: Json | undefined, path: Path): readonly Place[] {
    const places: Place[] = [];
    this.search(node, value, path, [], places);
    return places;
  }

  private search(node: Node, value: Json | undefined, path: Path, at: Place, into: Place[]): void {
    const [step, ...rest] = path;
    if (value === undefined) return;
    if (step === undefined || isWhole(node, value)) {
      into.push(at);
      return;
    }
    if (isObject(value)) {
      for (const key of keysNamed(step, value)) {
        const there = member(value, key);
        this.search(memberNode(node, key, there) ?? ANY, there, rest, [...at, fieldElement(key)], into);
      }
    } else if (isList(value) && node instanceof ListNode) {
      for (const index of this.itemsNamed(step, value)) {
        const item = value[index];
        const element = itemElement(node, item);
        if (element !== undefined) this.search(node.shape.of, item, rest, [...at, element], into);
      }
    }
  }

  private itemsNamed(step: Segment, list: readonly Json[]): Iterable<number> {
    switch (step.kind) {
      case "each":
        return list.keys();
      case "index":
        return [step.index];
      case "item":
        return this.named.matching(list, step.where);
      default:
        return [];
    }
  }

  /** The value at a place; undefined where there is none. */
  valueAt(node: Node, value: Json | undefined, place: Place): Json | undefined {
    return this.at(node, value, place).value;
  }

  /** True where what a field holds at a place is what the server stores as nothing: its zero, [], {} or null. */
  isAbsentAt(node: Node, value: Json | undefined, place: Place): boolean {
    const last = place.at(-1);
    if (last?.startsWith("f:") !== true) return false;
    const { node: above } = this.at(node, value, place.slice(0, -1));
    const slot =
      above instanceof StructNode || above instanceof MapNode ? above.slotOf(last.slice(2)) : undefined;
    return slot?.isAbsent(this.valueAt(node, value, place)) ?? false;
  }

  /** True where the value at a place is one value to an apply. */
  isWholeAt(node: Node, value: Json | undefined, place: Place): boolean {
    const at = this.at(node, value, place);
    return isWhole(at.node, at.value);
  }

  /** The value at a place, and its node; one that knows nothing where the value has no such place. */
  private at(node: Node, value: Json | undefined, place: Place): Found {
    let at: Found = { node, value };
    for (const element of place) at = this.below(at, element);
    return at;
  }

  private below({ node, value }: Found, element: string): Found {
    if (element.startsWith("f:")) {
      const key = element.slice(2);
      const there = isObject(value) ? member(value, key) : undefined;
      return { node: memberNode(node, key, there) ?? ANY, value: there };
    }
    if (!(node instanceof ListNode) || !isList(value)) return NOWHERE;
    return { node: node.shape.of, value: value[this.find(node, value, element)] };
  }

  /** The place of the first item that has the element; -1 where none has it. */
  find(node: ListNode, list: readonly Json[], element: string): number {
    return this.keyed.find(node, list, element);
  }

  /** Another item stands at a place of a list that was looked at. */
  changed(list: readonly Json[], at: number): void {
    this.keyed.changed(list, at);
    this.named.changed(list, at);
  }

  /** No item stands any more where that of an element was. */
  removed(list: readonly Json[], element: string): void {
    this.keyed.removed(list, element);
  }

  /** The items of a list stand at other places. */
  moved(list: readonly Json[]): void {
    this.keyed.moved(list);
    this.named.moved(list);
  }
}

interface Found {
  readonly node: Node;
  readonly value: Json | undefined;
}

const NOWHERE: Found = { node: ANY, value: undefined };

function keysNamed(step: Segment, value: JsonObject): readonly string[] {
  if (step.kind === "prefix") return Object.keys(value).filter((key) => key.startsWith(step.prefix));
  return step.kind === "key" && Object.prototype.propertyIsEnumerable.call(value, step.key) ? [step.key] : [];
}
