import { isObject, type Json, type JsonObject, member } from "../json.js";
import { type KeyField, keyText } from "./items.js";

/** Fields of a list's items of which the server takes no two alike; see UniqueFacts. */
export interface UniqueFields {
  readonly fields: readonly [KeyField, ...KeyField[]];
  readonly alone: boolean;
}

/** Tells the items that the server does not take beside one of the others. */
export function shutOutBy(
  uniques: readonly UniqueFields[],
  others: readonly Json[],
): (item: Json) => boolean {
  const clashes = uniques.map((unique) => clashWith(unique, others.filter(isObject)));
  return (item) => isObject(item) && clashes.some((clash) => clash(item));
}

function clashWith(
  { fields, alone }: UniqueFields,
  others: readonly JsonObject[],
): (item: JsonObject) => boolean {
  const [first] = fields;
  const stated = others.filter((other) => has(first, other));
  const texts = new Set(stated.map((other) => keyText(fields, other)));
  const lacks = stated.length < others.length;
  return (item) => {
    if (!has(first, item)) return alone && others.length > 0;
    return (alone && lacks) || texts.has(keyText(fields, item));
  };
}

function has({ name, fields }: KeyField, item: JsonObject): boolean {
  const value = member(item, name);
  return fields?.get(name)?.isAbsent(value) === false;
}
