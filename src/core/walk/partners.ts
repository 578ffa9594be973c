import { isObject, type Json } from "../json.js";
import type { Context } from "./context.js";
import { type KeyField, keyValue, type ListShape, sameKeys } from "./items.js";
import { isPlainItem, likeness } from "./likeness.js";
import { isSame } from "./ordered.js";

/** Shorter lists are searched as they are. */
const LONG = 32;

/** Places of a list's items that may be one, in their order. */
interface Bucket {
  readonly places: number[];
  /** How many of them, from the first on, are known to be taken. */
  taken: number;
}

/** Finds the item of live that an item of desired pairs with, in a list whose order does not count. */
export class Partners {
  private buckets: ReadonlyMap<string, Bucket> | undefined;

  constructor(
    private readonly shape: ListShape,
    private readonly keys: readonly KeyField[] | undefined,
    private readonly items: readonly Json[],
    private readonly cx: Context,
  ) {}

  /** The place of the first that pairs and is not taken, or `hint`, where that one pairs; -1 where none does. */
  find(d: Json, hint: number, taken: readonly boolean[]): number {
    if (this.pairs(d, hint, taken)) return hint;
    if (this.items.length < LONG) {
      for (let at = 0; at < this.items.length; at++) if (this.pairs(d, at, taken)) return at;
      return -1;
    }
    const bucket = this.bucketOf(d);
    if (bucket === undefined) return -1;
    const { places } = bucket;
    while (bucket.taken < places.length && taken[places[bucket.taken] as number] === true) bucket.taken++;
    for (let index = bucket.taken; index < places.length; index++) {
      const at = places[index] as number;
      if (this.pairs(d, at, taken)) return at;
    }
    return -1;
  }

  /** True where one of the places at which an item may be one with this is as asked. */
  some(d: Json, asked: (at: number) => boolean): boolean {
    return this.bucketOf(d)?.places.some(asked) ?? false;
  }

  private pairs(d: Json, at: number, taken: readonly boolean[]): boolean {
    const l = this.items[at];
    if (taken[at] === true || l === undefined) return false;
    return this.keys === undefined ? isSame(this.shape, d, l, this.cx) : sameKeys(this.keys, d, l);
  }

  private bucketOf(d: Json): Bucket | undefined {
    this.buckets ??= this.sorted();
    return this.buckets.get(this.textOf(d));
  }

  private sorted(): ReadonlyMap<string, Bucket> {
    const buckets = new Map<string, Bucket>();
    for (const [at, item] of this.items.entries()) {
      const text = this.textOf(item);
      const bucket = buckets.get(text);
      if (bucket === undefined) buckets.set(text, { places: [at], taken: 0 });
      else bucket.places.push(at);
    }
    return buckets;
  }

  /** The same for any two items that pair. */
  private textOf(item: Json): string {
    if (this.keys !== undefined) return keysText(this.keys, item);
    return isPlainItem(this.shape, item, this.cx) ? likeness(this.shape.of, item ?? this.shape.nullIs) : "";
  }
}

function keysText(keys: readonly KeyField[], item: Json): string {
  if (!isObject(item)) return "";
  let text = "";
  for (const key of keys) {
    const value = keyValue(key, item);
    text += typeof value === "object" ? "\0" : `\0${value}`;
  }
  return text;
}
