import { isList, isObject, type Json, type JsonObject, member } from "../../../core/json.js";
import { same } from "./same.js";
import { pathTo, type Steps, valueAt, withValue } from "./steps.js";

/** What any write may touch. */
const TOUCHED = ["resourceVersion", "generation", "managedFields"] as const;

/** What another object of the same content has otherwise. */
const OF_ITSELF = [...TOUCHED, "uid", "creationTimestamp", "name", "namespace", "selfLink"] as const;

function without(object: JsonObject, names: readonly string[]): JsonObject {
  const { metadata } = object;
  if (!isObject(metadata)) return object;
  const kept = Object.fromEntries(Object.entries(metadata).filter(([name]) => !names.includes(name)));
  return { ...object, metadata: kept };
}

/** The object without what any write may touch. */
export function contentOf(object: JsonObject): JsonObject {
  return without(object, TOUCHED);
}

/** The object without what it alone has: to be compared with another one. */
export function contentOfAny(object: JsonObject): JsonObject {
  return without(object, OF_ITSELF);
}

/** Whether two objects record the same owners, whatever the times. */
export function sameOwnership(left: JsonObject, right: JsonObject): boolean {
  return same(entriesOf(left), entriesOf(right));
}

function entriesOf({ metadata }: JsonObject): readonly string[] {
  const entries = isObject(metadata) ? metadata.managedFields : undefined;
  if (!isList(entries)) return [];
  return entries.map((entry) => JSON.stringify(isObject(entry) ? { ...entry, time: null } : entry)).sort();
}

/** Where two values differ, each place the outermost that only one of them has, or that is no longer the same list or value. */
export function differingSteps(left: Json | undefined, right: Json | undefined, steps: Steps = []): Steps[] {
  if (left === right || same(left, right)) return [];
  if (isObject(left) && isObject(right)) {
    const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
    return [...keys].flatMap((key) => differingSteps(member(left, key), member(right, key), [...steps, key]));
  }
  if (isList(left) && isList(right) && left.length === right.length)
    return left.flatMap((item, index) => differingSteps(item, right[index], [...steps, index]));
  return [steps];
}

/** The same places as rules spell them. */
export function differingPaths(left: JsonObject, right: JsonObject): readonly string[] {
  return differingSteps(left, right).map((steps) => pathTo(left, steps));
}

/** The object with nothing to be seen at these places. */
export function masked(object: JsonObject, places: readonly Steps[]): JsonObject {
  return places.reduce(
    (left, steps) => (valueAt(left, steps) === undefined ? left : withValue(left, steps, null)),
    object,
  );
}
