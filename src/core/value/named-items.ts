import { isObject, type Json, type JsonObject, member } from "../json.js";
import { itemMatches } from "../path.js";

/** Shorter lists are searched as they are. */
const LONG = 32;

type Where = Readonly<Record<string, string>>;

/** Where the items of a list stand, by the values of some keys. */
interface ByKeys {
  readonly keys: readonly string[];
  readonly places: Map<string, number[]>;
  /** An item has an object or a list for a key: then all are looked at. */
  nested: boolean;
}

/** Finds the items of lists by the values of their keys. A list may change, where this is told of what may match anew. */
export class NamedItems {
  private readonly known = new WeakMap<readonly Json[], ByKeys[]>();

  /** Where the items stand that match, in their order. */
  matching(list: readonly Json[], where: Where): readonly number[] {
    const found: number[] = [];
    for (const at of this.candidates(list, where)) if (itemMatches(list[at], where)) found.push(at);
    return found;
  }

  /** The place of the first one that matches; -1 where none does. */
  first(list: readonly Json[], where: Where): number {
    for (const at of this.candidates(list, where)) if (itemMatches(list[at], where)) return at;
    return -1;
  }

  /** Another item stands at a place. */
  changed(list: readonly Json[], at: number): void {
    const known = this.known.get(list);
    if (known?.every((byKeys) => isAdded(byKeys, list[at], at)) === false) this.known.delete(list);
  }

  /** The items of a list stand at other places. */
  moved(list: readonly Json[]): void {
    this.known.delete(list);
  }

  /** Places of all that match, in their order, and maybe of others. */
  private candidates(list: readonly Json[], where: Where): Iterable<number> {
    if (list.length < LONG) return list.keys();
    const keys = Object.keys(where);
    if (keys.some((key) => where[key]?.endsWith("*"))) return list.keys();
    const { places, nested } = this.byKeys(list, keys);
    return nested ? list.keys() : (places.get(JSON.stringify(Object.values(where))) ?? []);
  }

  private byKeys(list: readonly Json[], keys: readonly string[]): ByKeys {
    const known = this.known.get(list) ?? [];
    const found = known.find((each) => each.keys.join("\0") === keys.join("\0"));
    if (found !== undefined) return found;
    const made: ByKeys = { keys, places: new Map(), nested: false };
    for (const [at, item] of list.entries()) isAdded(made, item, at);
    known.push(made);
    this.known.set(list, known);
    return made;
  }
}

/** False where the item's place cannot be put in order with those of others. */
function isAdded(byKeys: ByKeys, item: Json | undefined, at: number): boolean {
  const text = isObject(item) ? textOf(byKeys, item) : undefined;
  if (text === undefined) return true;
  const { places } = byKeys;
  const there = places.get(text);
  if (there === undefined) places.set(text, [at]);
  else if (at > (there.at(-1) ?? -1)) there.push(at);
  else return there.includes(at);
  return true;
}

/** Undefined for what no keys match. */
function textOf(byKeys: ByKeys, item: JsonObject): string | undefined {
  const values: string[] = [];
  for (const key of byKeys.keys) {
    const value = member(item, key);
    if (value === undefined || value === null) return undefined;
    if (typeof value === "object") {
      byKeys.nested = true;
      return undefined;
    }
    values.push(String(value));
  }
  return JSON.stringify(values);
}
