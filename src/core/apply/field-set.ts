import { asName, isObject, type JsonObject } from "../json.js";
import { memo } from "../value/memo.js";

/**
 * What a manager owns at one place and below, as managedFields write it (fieldsV1): `f:` a field or key, `k:` an item by
 * its keys, `v:` a set's item, `.` the place itself.
 */
export type FieldSet = JsonObject;

/** True where the place itself is owned, and not only something below it. */
export function isMember(set: FieldSet | undefined): boolean {
  return set !== undefined && (set["."] !== undefined || !hasBelow(set));
}

/** True where something below the place is owned. */
export function hasBelow(set: FieldSet): boolean {
  for (const element in set) if (element !== ".") return true;
  return false;
}

/** The part of a set that stands one element down. */
export function below(set: FieldSet | undefined, element: string): FieldSet | undefined {
  const part = set?.[element];
  return isObject(part) ? part : undefined;
}

/** How many elements a set has below its own place. */
export function countBelow(set: FieldSet): number {
  let count = 0;
  for (const element in set) if (element !== ".") count++;
  return count;
}

/** The element of a field or a map's key: one text for all of a name. */
export const fieldElement = memo((key) => asName(`f:${key}`));
