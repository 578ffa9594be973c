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
 * Facts of a field: its value's, and what the server puts where it is absent or null.
 * @param {Schema} schema
 * @param {Path} path
 * @param {Structs} structs
 * @returns {FieldFacts}
 */
function fieldFacts(schema, path, structs) {
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
  const { items, "x-kubernetes-list-type": kind, "x-kubernetes-list-map-keys": keys } = schema;
  const of = items === undefined ? { type: /** @type {const} */ ("any") } : valueFacts(items, path, structs);
  if (kind === "map") return { type: "list", of, list: "keyed", keys: keys ?? [] };
  return kind === "set" ? { type: "list", of, list: "set" } : { type: "list", of };
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
  if (values !== undefined && values !== false) {
    // The facts cannot say that null is stored as a key's value, or replaced by a default; plain JSON errs on the safe side.
    if (values === true || values.nullable || values.default !== undefined) return { type: "any" };
    return { type: "map", of: valueFacts(values, path, structs), ...atomic };
  }
  if (isUntyped(schema)) return { type: "any" };
  return { type: "struct", ref: structs.add(structFacts(schema, path, structs), path), ...atomic };
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
    .map(([name, property]) => [name, fieldFacts(property, [...path, name], structs)]);
  const keepsUnknown = schema["x-kubernetes-preserve-unknown-fields"] ? { keepsUnknown: true } : {};
  const fields = sorted({ ...Object.fromEntries(stated), ...embedded });
  return /** @type {import("./types.js").TypeFacts} */ ({ stored: "asIs", ...keepsUnknown, fields });
}

/** @param {Record<string, FieldFacts>} fields */
function sorted(fields) {
  return Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
}
