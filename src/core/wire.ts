import { UsageError } from "./errors.js";
import { isList, type Json, type JsonObject, setMember } from "./json.js";

/**
 * Throws where a value is no wire JSON: a Date, NaN, a function, a Map. Looks at this value only.
 * @throws UsageError `not-wire-json`
 */
export function assertWire(value: unknown, path?: string): void {
  switch (typeof value) {
    case "number":
      if (!Number.isFinite(value))
        throw new UsageError("not-wire-json", `${value} is not a JSON number`, path);
      return;
    case "function":
    case "symbol":
      throw new UsageError("not-wire-json", `a ${typeof value} is not a JSON value`, path);
    case "object":
      if (value !== null && isOpaque(value)) {
        throw new UsageError(
          "not-wire-json",
          `a ${nameOf(value)} is not a JSON value: pass what the server sent`,
          path,
        );
      }
      return;
    default:
  }
}

/** Objects whose content no for-in loop shows: a Date, Map, RegExp, typed array, boxed primitive. */
function isOpaque(value: object): boolean {
  if (Array.isArray(value)) return false;
  const tag = Object.prototype.toString.call(value);
  return tag !== "[object Object]" || (value as { toJSON?: unknown }).toJSON instanceof Function;
}

function nameOf(value: object): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

/**
 * True of {} and []. An object that only looks empty (a Date) is refused.
 * @throws UsageError `not-wire-json`
 */
export function isEmpty(value: Json | undefined): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.length === 0;
  for (const key in value) if ((value as JsonObject)[key] !== undefined) return false;
  assertShown(value as JsonObject);
  return true;
}

/**
 * Refuses an object that only looks as if it had no members: a Date, a Map.
 * @throws UsageError `not-wire-json`
 */
export function assertShown(value: JsonObject): void {
  if (Object.getPrototypeOf(value) !== Object.prototype) assertWire(value);
}

/**
 * A deep copy that shares nothing with the original; undefined members are dropped.
 * @throws UsageError `not-wire-json`, with the path of the value; `too-deep`
 */
export function cloneWire(value: Json, pointer = ""): Json {
  try {
    return clone(value, pointer);
  } catch (error) {
    throw error instanceof RangeError ? tooDeep() : error;
  }
}

/** The stack gave out: a cycle, or hostile nesting. */
export function tooDeep(): UsageError {
  return new UsageError("too-deep", "a cycle, or nesting too deep to walk");
}

function clone(value: Json, path: string): Json {
  assertWire(value, path);
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map((item, index) => clone(item ?? null, `${path}/${index}`));
  const copy: Record<string, Json> = {};
  for (const key of Object.keys(value)) {
    const item = (value as JsonObject)[key];
    if (item !== undefined) setMember(copy, key, clone(item, `${path}/${key}`));
  }
  return copy;
}
