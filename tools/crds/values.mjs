// @ts-check
// Facts of the values that a structural schema describes.

/** @typedef {import("./types.js").Schema} Schema */
/** @typedef {import("./types.js").FieldFacts} FieldFacts */
/** @typedef {import("./structs.mjs").Structs} Structs */
/** @typedef {readonly string[]} Path */

/** The server reads and writes an embedded object's metadata as it does any object's. @type {Readonly<Record<string, FieldFacts>>} */
const EMBEDDED = Object.freeze({
  apiVersion: { type: "string" },
  kind: { type: "string" },
  metadata: { type: "struct", ref: "meta/v1.ObjectMeta" },
});

/**
 * Facts of a value where it hangs, as a field, a map's value or a list's item: with what the server puts
 * there for null or, in a field, where it is absent.
 * @param {Schema} schema
 * @param {Path} path
 * @param {Structs} structs
 * @returns {FieldFacts}
 */
function placeFacts(schema, path, structs) {
  const filled = schema.default === undefined || schema.default === null ? {} : { default: schema.default };
  const nullable = schema.nullable ? { nullable: /** @type {const} */ (true) } : {};
  return { ...valueFacts(schema, path, structs), ...nullable, ...filled };
}

/**
 * Facts of a value. Every string of a custom kind is plain, whatever its format.
 * @param {Schema} schema
 * @param {Path} path
 * @param {Structs} structs
 * @returns {import("../../src/core/facts.js").ValueFacts}
 */
function valueFacts(schema, path, structs) {
  if (schema["x-kubernetes-int-or-string"]) return { type: "any" };
  switch (schema.type) {
    case "string":
    case "boolean":
    case "integer":
    case "number":
      return { type: schema.type };
    case "array":
      return listFacts(schema, path, structs);
    case "object":
      return objectFacts(schema, path, structs);
    default:
      return { type: "any" };
  }
}

/**
 * @param {Schema} schema
 * @param {Path} path
 * @param {Structs} structs
 * @returns {import("../../src/core/facts.js").ValueFacts}
 */
function listFacts(schema, path, structs) {
  const { "x-kubernetes-list-type": kind, "x-kubernetes-list-map-keys": keys } = schema;
  const of = placeFacts(itemSchema(schema), path, structs);
  if (kind === "map") return { type: "list", of, list: "keyed", keys: keys ?? [] };
  return kind === "set" ? { type: "list", of, list: "set" } : { type: "list", of };
}

/** A list that keeps unknown fields keeps those of its items. @param {Schema} list @returns {Schema} */
function itemSchema({ items = {}, "x-kubernetes-preserve-unknown-fields": preserves }) {
  return preserves ? { ...items, "x-kubernetes-preserve-unknown-fields": true } : items;
}

/**
 * @param {Schema} schema
 * @param {Path} path
 * @param {Structs} structs
 * @returns {import("../../src/core/facts.js").ValueFacts}
 */
function objectFacts(schema, path, structs) {
  const { additionalProperties: values } = schema;
  const atomic = schema["x-kubernetes-map-type"] === "atomic" ? { atomic: /** @type {const} */ (true) } : {};
  if (values === true) return { type: "map", of: emptied(path, structs), ...atomic };
  if (values) return { type: "map", of: placeFacts(values, path, structs), ...atomic };
  if (isUntyped(schema)) return { type: "any" };
  return { type: "struct", ref: structs.add(structFacts(schema, path, structs), path), ...atomic };
}

/**
 * `additionalProperties: true` keeps scalars and null, and drops every field of an object.
 * @param {Path} path
 * @param {Structs} structs
 * @returns {import("../../src/core/facts.js").ItemFacts}
 */
function emptied(path, structs) {
  return { type: "any", ref: structs.add({ stored: "asIs", fields: {} }, path), nullable: true };
}

/** Nothing in it is known, and everything is kept. @param {Schema} schema */
function isUntyped(schema) {
  return (
    schema["x-kubernetes-preserve-unknown-fields"] === true &&
    schema["x-kubernetes-embedded-resource"] !== true &&
    Object.keys(schema.properties ?? {}).length === 0
  );
}

/**
 * @param {Schema} schema
 * @param {Path} path
 * @param {Structs} structs
 * @returns {import("./types.js").TypeFacts}
 */
export function structFacts(schema, path, structs) {
  const embedded = schema["x-kubernetes-embedded-resource"] ? EMBEDDED : {};
  const stated = Object.entries(schema.properties ?? {})
    .filter(([name]) => !Object.hasOwn(embedded, name))
    .map(([name, property]) => [name, placeFacts(property, [...path, name], structs)]);
  const keepsUnknown = schema["x-kubernetes-preserve-unknown-fields"] ? { keepsUnknown: true } : {};
  const fields = sorted({ ...Object.fromEntries(stated), ...embedded });
  return /** @type {import("./types.js").TypeFacts} */ ({ stored: "asIs", ...keepsUnknown, fields });
}

/** @param {Record<string, FieldFacts>} fields */
function sorted(fields) {
  return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
}
