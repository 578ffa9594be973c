import { below, isMember } from "../../core/apply/field-set.js";
import { isObject, type Json, type JsonObject, member } from "../../core/json.js";
import { formatPath, type Segment } from "../../core/path.js";
import { entriesOf } from "../port/managed-fields.js";

/**
 * Fields that a manager's apply states, and that the object has not: the server takes them as stated and stores nothing (an empty
 * list of a built-in kind). Only struct fields and keys of maps are looked at, not items.
 */
export function unstoredOf(object: JsonObject, manager: string): readonly string[] {
  const found = new Set<string>();
  for (const { manager: name, operation, fieldsV1 } of entriesOf(object))
    if (name === manager && operation === "Apply" && isObject(fieldsV1)) search(fieldsV1, object, [], found);
  return [...found];
}

function search(set: JsonObject, value: JsonObject, at: readonly Segment[], into: Set<string>): void {
  for (const element of Object.keys(set)) {
    if (!element.startsWith("f:")) continue;
    const key = element.slice(2);
    const inside = below(set, element);
    const there: Json | undefined = member(value, key);
    const path: readonly Segment[] = [...at, { kind: "key", key }];
    if (there === undefined && isMember(inside)) into.add(formatPath(path));
    else if (inside !== undefined && isObject(there)) search(inside, there, path, into);
  }
}
