import type { Json, JsonObject } from "../json.js";
import type { Lens } from "./lens.js";
import { ANY, CLOSE, isPlainObject, LIST, OPEN, OWN, type Pattern, type Token } from "./pattern.js";

/** A live object as a pattern sees it, laid flat. */
export interface Flat {
  /** Its members' names and nesting, as one text: two objects with the same one differ in scalars only. */
  readonly outline: string;
  readonly scalars: readonly Json[];
  /** How many members, items, lists and objects the outline tells of. */
  readonly size: number;
}

/** More than any object has of which there are thousands. */
const MAX_SCALARS = 2000;
const MAX_PARTS = 4 * MAX_SCALARS;
/** Deeper than any object that is no cycle, nor made to be hostile. */
const MAX_DEPTH = 100;

/** Lays a live object flat; undefined for one that is too large to be remembered, or no plain JSON. */
export function flatten(live: JsonObject, lens: Lens): Flat | undefined {
  const outline: string[] = [];
  const scalars: Json[] = [];
  if (!lay(live, lens, outline, scalars, 0)) return undefined;
  return { outline: outline.join(""), scalars, size: outline.length };
}

function lay(
  value: Json | undefined,
  lens: Lens,
  outline: string[],
  scalars: Json[],
  depth: number,
): boolean {
  if (depth > MAX_DEPTH || outline.length > MAX_PARTS) return false;
  if (lens === "none") outline.push("*");
  else if (typeof value !== "object" || value === null) {
    if (value === undefined || scalars.length >= MAX_SCALARS) return false;
    outline.push(".");
    scalars.push(value);
  } else if (Array.isArray(value)) {
    outline.push("[");
    for (const item of value as readonly Json[])
      if (!lay(item, at(lens, "", item), outline, scalars, depth + 1)) return false;
    outline.push("]");
  } else {
    if (!isPlainObject(value)) return false;
    outline.push("{");
    for (const key in value) {
      const there = (value as JsonObject)[key];
      outline.push(JSON.stringify(key));
      if (there === undefined || !lay(there, at(lens, key, there), outline, scalars, depth + 1)) return false;
    }
    outline.push("}");
  }
  return true;
}

/** The pattern of a live object that was laid flat, with these of its scalars left to each object that shares it. */
export function patternOf(live: JsonObject, lens: Lens, isOwn: (scalar: number) => boolean): Pattern {
  const tokens: Token[] = [];
  let [scalar, own] = [0, 0];
  const part = (value: Json, seen: Lens): void => {
    if (seen === "none") tokens.push(ANY);
    else if (typeof value !== "object" || value === null) {
      if (isOwn(scalar++)) tokens.push(OWN, own++);
      else tokens.push(value);
    } else if (Array.isArray(value)) {
      tokens.push(LIST, value.length);
      for (const item of value as readonly Json[]) part(item, at(seen, "", item));
    } else {
      tokens.push(OPEN);
      members(value as JsonObject, seen);
    }
  };
  const members = (value: JsonObject, seen: Lens): void => {
    for (const key in value) {
      tokens.push(key);
      part(value[key] as Json, at(seen, key, value[key] as Json));
    }
    tokens.push(CLOSE);
  };
  members(live, lens);
  return tokens;
}

function at(lens: Lens, key: string, value: Json): Lens {
  return typeof lens === "function" ? lens(key, value) : lens;
}
