import type { Json, JsonObject } from "../json.js";

/** A part that no decision looks at. */
export const ANY: unique symbol = Symbol("any");

/** A scalar that is one object's own; the others that share the pattern have another one there. */
export const OWN: unique symbol = Symbol("own");

export type Part = Exclude<Json, object> | null | Pattern | typeof ANY | typeof OWN;

/** What a live object held where a decision looked: its members in their order, and what stood at each. */
export class Pattern {
  constructor(
    /** The names of an object's members; undefined: a list. */
    readonly keys: readonly string[] | undefined,
    readonly parts: readonly Part[],
  ) {}
}

/** The value is not as the pattern has it. */
export const NO_MATCH = -1;

/**
 * Compares a value with a pattern, member by member in order: the same values in another order do not match, which costs time and
 * nothing else. Builds nothing.
 * @param own the object's own scalars, in the order of the pattern; `at` is the next one's index
 * @returns the index of the next own scalar, or NO_MATCH
 */
export function matches(pattern: Pattern, value: object, own: readonly Json[], at: number): number {
  const { keys, parts } = pattern;
  if (keys === undefined) return matchesList(parts, value, own, at);
  // A loop over a list gives its indexes, which may be an object's names.
  if (Array.isArray(value)) return NO_MATCH;
  let next = at;
  let index = 0;
  for (const key in value) {
    if (keys[index] !== key) return NO_MATCH;
    const part = parts[index++];
    if (part === ANY) continue;
    const there = (value as JsonObject)[key];
    if (typeof there === "object" && there !== null) {
      if (typeof part !== "object" || part === null) return NO_MATCH;
      next = matches(part, there, own, next);
      if (next < 0) return NO_MATCH;
    } else if (there !== part) {
      if (part !== OWN || own[next] !== there) return NO_MATCH;
      next++;
    }
  }
  return index === keys.length && (index > 0 || isPlain(value)) ? next : NO_MATCH;
}

function matchesList(parts: readonly Part[], value: object, own: readonly Json[], at: number): number {
  if (!Array.isArray(value) || value.length !== parts.length) return NO_MATCH;
  let next = at;
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index];
    const there: Json = value[index];
    if (typeof there === "object" && there !== null) {
      if (typeof part !== "object" || part === null) return NO_MATCH;
      next = matches(part, there, own, next);
      if (next < 0) return NO_MATCH;
    } else if (there !== part) {
      if (part !== OWN || own[next] !== there) return NO_MATCH;
      next++;
    }
  }
  return next;
}

/** True of an object that has no members to show, and is not a Date or another value that only looks empty. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
