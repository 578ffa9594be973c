import { isList, isObject, type Json, member, put } from "../../../core/json.js";
import { isHeld } from "../large.js";
import type { Schema } from "../schema.js";

/** What the server stores of a value: with the schema's defaults, in what is there. */
export function filled(value: Json, schema: Schema): Json {
  if (schema.intOrString) return value;
  if (isList(value)) {
    const { items } = schema;
    return items === undefined ? value : value.map((item) => filled(item, items));
  }
  if (!isObject(value)) return value;
  const copy: Record<string, Json | undefined> = { ...value };
  for (const [name, property] of schema.properties) {
    const stated = member(value, name) ?? property.default;
    if (stated !== undefined && isHeld(stated)) put(copy, name, filled(stated, property));
  }
  const { values } = schema;
  if (values === undefined || values === true) return copy;
  for (const name of Object.keys(value)) put(copy, name, filled(member(value, name) ?? null, values));
  return copy;
}
