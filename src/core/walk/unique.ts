import { isObject, type Json, type JsonObject, member } from "../json.js";
import { type KeyField, keyText } from "./items.js";

/** Fields of a list's items of which the server takes no two alike; see UniqueFacts. */
export interface UniqueFields {
  readonly fields: readonly [KeyField, ...KeyField[]];
  readonly alone: boolean;
}

/** True of an item that the server does not take beside one of the others. */
export function isShutOut(uniques: readonly UniqueFields[], item: Json, others: readonly Json[]): boolean {
  return isObject(item) && uniques.some((unique) => others.some((other) => clash(unique, item, other)));
}

function clash({ fields, alone }: UniqueFields, a: JsonObject, b: Json): boolean {
  if (!isObject(b)) return false;
  if (!has(fields[0], a) || !has(fields[0], b)) return alone;
  return keyText(fields, a) === keyText(fields, b);
}

function has({ name, fields }: KeyField, item: JsonObject): boolean {
  const value = member(item, name);
  return fields?.get(name)?.isAbsent(value) === false;
}
