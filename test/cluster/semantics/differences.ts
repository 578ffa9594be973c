import { isList, isObject, type Json, type JsonObject } from "../../../src/core/json.js";

/** In place of a value that is no longer there. */
export const GONE = Symbol("gone");

/** Values after a write, by path: those that it changed, and `GONE`. */
export type Differences = Readonly<Record<string, unknown>>;

const NOT_COMPARED = new Set(["resourceVersion", "generation", "managedFields"]);

/** What differs between an object as it was and as it is, apart from what every write moves. Lists of one length by index. */
export function differences(before: JsonObject, after: JsonObject): Differences {
  const found: Record<string, unknown> = {};
  compare(compared(before), compared(after), "", found);
  return found;
}

function compared(object: JsonObject): JsonObject {
  const metadata = Object.entries(isObject(object.metadata) ? object.metadata : {});
  return { ...object, metadata: Object.fromEntries(metadata.filter(([key]) => !NOT_COMPARED.has(key))) };
}

function compare(
  before: Json | undefined,
  after: Json | undefined,
  path: string,
  found: Record<string, unknown>,
): void {
  if (isObject(before) && isObject(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
      compare(before[key], after[key], member(path, key), found);
  } else if (isList(before) && isList(after) && before.length === after.length) {
    after.forEach((item, index) => {
      compare(before[index], item, `${path}[${index}]`, found);
    });
  } else if (before !== after && !(isList(before) && isList(after) && before.length + after.length === 0)) {
    found[path] = after === undefined ? GONE : after;
  }
}

function member(path: string, key: string): string {
  if (!/^[A-Za-z0-9_-]+$/.test(key)) return `${path}[${key}]`;
  return path === "" ? key : `${path}.${key}`;
}

/** Who owns what, without when: two objects of equal ownership have equal ones. */
export function ownership({ metadata }: JsonObject): readonly string[] {
  const entries = isObject(metadata) && isList(metadata.managedFields) ? metadata.managedFields : [];
  return entries
    .map((entry) => JSON.stringify({ ...(isObject(entry) ? entry : {}), time: undefined }))
    .sort();
}
