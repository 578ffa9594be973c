import type { Json, JsonObject } from "../json.js";

/** A part that no decision looks at. */
export const ANY: unique symbol = Symbol("any");
/** A scalar that is one object's own: what follows is its place among these. Others that share the pattern have another one there. */
export const OWN: unique symbol = Symbol("own");
/** An object: its members follow, each a name and a part, in their order, up to CLOSE. */
export const OPEN: unique symbol = Symbol("open");
export const CLOSE: unique symbol = Symbol("close");
/** A list: its length follows, then its items' parts. */
export const LIST: unique symbol = Symbol("list");

/**
 * What a live object held where a decision looked, laid out in the order in which a walk meets it: names, scalars, and the symbols
 * above. One flat list, since a processor reads that faster than what is nested.
 */
export type Pattern = readonly Token[];
export type Token =
  | Exclude<Json, object>
  | null
  | typeof ANY
  | typeof OWN
  | typeof OPEN
  | typeof CLOSE
  | typeof LIST;

/** The value is not as the pattern has it. */
export const NO_MATCH = -1;

/**
 * Compares an object with a pattern, member by member in order: the same values in another order do not match, which costs time and
 * nothing else. Builds nothing.
 * @param own the object's own scalars
 * @param from where the object's members begin in the pattern
 * @returns where the pattern goes on behind the object, or NO_MATCH
 */
export function matches(pattern: Pattern, value: object, own: readonly Json[], from: number): number {
  // A loop over a list gives its indexes, which may be an object's names.
  if (Array.isArray(value)) return NO_MATCH;
  let at = from;
  for (const key in value) {
    if (pattern[at++] !== key) return NO_MATCH;
    const there = (value as JsonObject)[key];
    // The commonest part by far, in place: a call takes as long as the rest of it.
    if (there === pattern[at]) {
      at++;
      continue;
    }
    at = matchesPart(pattern, there, own, at);
    if (at < 0) return NO_MATCH;
  }
  if (pattern[at] !== CLOSE || (at === from && !isPlainObject(value))) return NO_MATCH;
  return at + 1;
}

/** The same of a list's items; `from` is where its length stands. */
function matchesItems(pattern: Pattern, value: Json | undefined, own: readonly Json[], from: number): number {
  if (!Array.isArray(value) || value.length !== pattern[from]) return NO_MATCH;
  let at = from + 1;
  for (let index = 0; index < value.length; index++) {
    at = matchesPart(pattern, value[index], own, at);
    if (at < 0) return NO_MATCH;
  }
  return at;
}

/** The same of what a member or an item is; `at` is where its part begins. */
function matchesPart(pattern: Pattern, value: Json | undefined, own: readonly Json[], at: number): number {
  const token = pattern[at];
  if (value === token || token === ANY) return at + 1;
  if (token === OPEN)
    return typeof value === "object" && value !== null ? matches(pattern, value, own, at + 1) : NO_MATCH;
  if (token === LIST) return matchesItems(pattern, value, own, at + 1);
  return token === OWN && own[pattern[at + 1] as number] === value ? at + 2 : NO_MATCH;
}

/** True of what JSON.parse makes: a Date or a Map only looks empty. */
export function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
