// @ts-check
// A sample as the schema says that the server stores it: a second reading, that facts and server are held against.
import { isObject } from "../accuracy/edit.mjs";

/** @typedef {import("./types.js").Loose} Loose */

/**
 * @param {Loose} value stated, of the schema's type
 * @param {Loose} schema
 * @param {() => void} onDefault called for each default that is filled in
 * @returns {Loose}
 */
export function defaulted(value, schema, onDefault) {
  if (Array.isArray(value))
    return schema.items === undefined ? value : value.map((item) => defaulted(item, schema.items, onDefault));
  if (!isObject(value)) return value;
  const { properties = {}, additionalProperties: values } = schema;
  const stored = Object.entries(value).map(([name, member]) => {
    const inner = Object.hasOwn(properties, name) ? properties[name] : values;
    return [name, typeof inner === "object" ? defaulted(member, inner, onDefault) : member];
  });
  const filled = Object.entries(properties).flatMap(([name, property]) => {
    if (Object.hasOwn(value, name) || property.default === undefined || property.default === null) return [];
    onDefault();
    return [[name, defaulted(property.default, property, onDefault)]];
  });
  return Object.fromEntries([...stored, ...filled]);
}
