import type { Json } from "../json.js";
import type { ListNode } from "../walk/list.js";
import { itemElement } from "./elements.js";

/** Shorter lists are searched as they are. */
const LONG = 32;

interface Known {
  readonly node: ListNode;
  /** Of each element the first place, or one where it no longer is. */
  readonly places: Map<string, number>;
  /** Two items have one element. */
  repeats: boolean;
}

/** Finds the items of lists by their elements. A list may change, where this is told of it. */
export class KeyedItems {
  private readonly known = new WeakMap<readonly Json[], Known>();

  /** The place of the first item that has the element; -1 where none has it. */
  find(node: ListNode, list: readonly Json[], element: string): number {
    if (list.length < LONG) return list.findIndex((item) => itemElement(node, item) === element);
    const at = this.places(node, list).places.get(element) ?? -1;
    if (at < 0 || itemElement(node, list[at]) === element) return at;
    this.known.delete(list);
    return this.places(node, list).places.get(element) ?? -1;
  }

  /** Another item stands at a place. */
  changed(list: readonly Json[], at: number): void {
    const known = this.known.get(list);
    if (known !== undefined) add(known, list[at], at);
  }

  /** No item stands any more where that of an element was. */
  removed(list: readonly Json[], element: string): void {
    const known = this.known.get(list);
    if (known?.repeats === false) known.places.delete(element);
  }

  /** The items of a list stand at other places. */
  moved(list: readonly Json[]): void {
    this.known.delete(list);
  }

  private places(node: ListNode, list: readonly Json[]): Known {
    const there = this.known.get(list);
    if (there?.node === node) return there;
    const made: Known = { node, places: new Map(), repeats: false };
    for (const [at, item] of list.entries()) add(made, item, at);
    this.known.set(list, made);
    return made;
  }
}

function add(known: Known, item: Json | undefined, at: number): void {
  const element = itemElement(known.node, item);
  if (element === undefined) return;
  const there = known.places.get(element);
  if (there !== undefined && there !== at) known.repeats = true;
  if (there === undefined || at < there) known.places.set(element, at);
}
