import type { Members } from "./members.js";
import type { Schema } from "./schema.js";

/**
 * Checks lists and maps as the API server does when it takes a definition: without such keys no two of its items could be told apart.
 * @throws LearnError `bad-schema`
 */
export function checkLists(schema: Schema, members: Members): void {
  const { type, list, keys, items, properties } = schema;
  const stated = members.get(LIST);
  if (stated !== undefined && stated !== "" && type !== "array")
    throw members.bad(LIST, "only an array has one");
  if (members.get("x-kubernetes-map-type") !== undefined && type !== "object")
    throw members.bad("x-kubernetes-map-type", "only an object has one");
  if (properties.size > 0 && members.get("additionalProperties") !== undefined)
    throw members.bad("additionalProperties", "an object has properties or additionalProperties, not both");
  if (keys.length > 0 && list !== "map") throw members.bad(KEYS, `only with ${LIST}: map`);
  if (type === "array" && items === undefined) throw members.bad("items", "an array says what its items are");
  if (list === undefined || items === undefined) return;
  if (items.nullable) throw members.bad("items", `no item of ${LIST}: ${list} can be null`);
  if (list === "map") checkKeys(schema, items, members);
  else if (items.type === "object" && !items.atomic)
    throw members.bad("items", `an object in ${LIST}: set is atomic (x-kubernetes-map-type: atomic)`);
  else if (items.type === "array" && items.list !== undefined)
    throw members.bad("items", `a list in ${LIST}: set is atomic`);
}

const LIST = "x-kubernetes-list-type";
const KEYS = "x-kubernetes-list-map-keys";

function checkKeys({ keys }: Schema, items: Schema, members: Members): void {
  if (keys.length === 0) throw members.bad(KEYS, `${LIST}: map has keys`);
  if (items.type !== "object") throw members.bad("items", `an item of ${LIST}: map is an object`);
  if (new Set(keys).size < keys.length) throw members.bad(KEYS, "a key is there twice");
  for (const key of keys) {
    const property = items.properties.get(key);
    const named = JSON.stringify(key);
    if (property === undefined) throw members.bad(KEYS, `${named} is no property of the items`);
    if (property.type === "object" || property.type === "array")
      throw members.bad(KEYS, `${named} is no scalar`);
    if (property.nullable) throw members.bad(KEYS, `${named} is nullable, which no key can be`);
    if (!items.required.has(key) && property.default === undefined)
      throw members.bad(KEYS, `${named} is neither required nor has a default`);
  }
}
