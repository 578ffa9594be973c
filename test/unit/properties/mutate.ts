import { isList, isObject, type Json, type JsonObject } from "../../../src/core/json.js";
import { BYTES, MICRO_TIMES, QUANTITIES, type Tape, TIMES } from "./arbitrary.js";

const NEVER = ["apiVersion", "kind", "metadata", "status"];

/** A place in an object, as keys and indexes. */
type Place = readonly (string | number)[];

function placesIn(value: Json | undefined, at: Place, into: Place[]): Place[] {
  if (at.length > 0) into.push(at);
  if (isList(value)) {
    value.forEach((item, index) => {
      placesIn(item, [...at, index], into);
    });
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      if (at.length > 0 || !NEVER.includes(key)) placesIn(value[key], [...at, key], into);
    }
  }
  return into;
}

/** A copy with another value at a place; undefined takes the member or item out. */
function withValue(value: Json | undefined, at: Place, put: Json | undefined): Json | undefined {
  const [step, ...rest] = at;
  if (step === undefined) return put;
  if (isList(value)) {
    const items = value.map((item, index) => (index === step ? withValue(item, rest, put) : item));
    return items.filter((item) => item !== undefined);
  }
  const copy: Record<string, Json | undefined> = isObject(value) ? { ...value } : {};
  const made = withValue(copy[step], rest, put);
  if (made === undefined) delete copy[step];
  else copy[step] = made;
  return copy as JsonObject;
}

function valueAt(value: Json | undefined, at: Place): Json | undefined {
  let found = value;
  for (const step of at) {
    found = isList(found) ? found[Number(step)] : isObject(found) ? found[step] : undefined;
  }
  return found;
}

/** What a person might have done to a value. */
function other(value: Json | undefined, from: Tape): Json | undefined {
  if (value === null || from.below(4) === 3) return undefined;
  if (isList(value)) return from.below(2) === 0 ? [...value].reverse() : value.slice(1);
  if (isObject(value)) return {};
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return from.pick([value + 1, 0, 1]);
  const table = [QUANTITIES, TIMES, MICRO_TIMES, BYTES].find((rows) => rows.some(([text]) => text === value));
  return table === undefined ? from.pick(["b", "a", ""]) : from.pick<readonly [string, string]>(table)[0];
}

/** The object with one place changed, removed, emptied or turned round; never its metadata. */
export function mutated(of: JsonObject, from: Tape): JsonObject {
  const places = placesIn(of, [], []);
  if (places.length === 0) return of;
  const at = from.pick(places);
  const top = at[0];
  // No server takes a Service without one.
  if (at.at(-1) === "port") return of;
  const changed = withValue(of, at, other(valueAt(of, at), from)) as JsonObject;
  return isObject(changed) && typeof top === "string" ? changed : of;
}

/** The same value with the members of every object in another order. */
export function reordered<T extends Json>(value: T, from: Tape): T {
  if (isList(value)) return value.map((item) => reordered(item, from)) as Json as T;
  if (!isObject(value)) return value;
  const keys = Object.keys(value);
  const turn = from.below(keys.length);
  const turned = [...keys.slice(turn), ...keys.slice(0, turn)].reverse();
  return Object.fromEntries(turned.map((key) => [key, reordered(value[key] as Json, from)])) as Json as T;
}
