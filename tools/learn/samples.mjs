// @ts-check
// Objects of a kind, made of its schema: a second reading of it on purpose, that does not share what facts are learned by.
import { scalarOf } from "./values.mjs";

/** @typedef {import("./types.js").Loose} Loose */
/** @typedef {import("./types.js").SampleName} SampleName */

/** @type {readonly SampleName[]} */
export const SAMPLES = ["minimal", "empty", "stated"];

/** What the server says of these itself. */
const OWN = new Set(["apiVersion", "kind", "metadata"]);

/**
 * @param {import("./types.js").Served} served
 * @param {SampleName} name
 * @param {string} namespace
 * @returns {import("./types.js").KubeObject}
 */
export function sampleOf({ apiVersion, kind, namespaced, schema }, name, namespace) {
  const metadata = { name: `sample-${name}`, ...(namespaced ? { namespace } : {}) };
  const fields = structOf(schema, name, (field) => OWN.has(field));
  return { ...fields, apiVersion, kind, metadata };
}

/** @param {Loose} schema @param {SampleName} name @returns {Loose} undefined: none is known that the schema takes */
function valueFor(schema, name) {
  if (schema.type === "array") return listOf(schema, name);
  if (schema.type === "object") return objectOf(schema, name);
  if (schema["x-kubernetes-preserve-unknown-fields"] && schema.type === undefined) return {};
  return scalarOf(schema);
}

/** @param {Loose} schema @param {SampleName} name */
function objectOf(schema, name) {
  const { additionalProperties: values, minProperties = 0 } = schema;
  if (schema["x-kubernetes-embedded-resource"])
    return {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: {},
      ...structOf(schema, name, (field) => OWN.has(field)),
    };
  if (typeof values !== "object") return structOf(schema, name, () => false);
  const count = Math.max(minProperties, name === "minimal" ? 0 : 1);
  const value = count > 0 ? valueFor(values, name) : undefined;
  if (value === undefined) return minProperties > 0 ? undefined : {};
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`key-${at}`, value]));
}

/** @param {Loose} schema @param {SampleName} name */
function listOf({ items = {}, minItems = 0, maxItems = 1 }, name) {
  const count = Math.max(minItems, name === "minimal" ? 0 : Math.min(1, maxItems));
  const item = count > 0 ? valueFor(items, name) : undefined;
  return item === undefined && minItems > 0 ? undefined : Array(item === undefined ? 0 : count).fill(item);
}

/** @param {Loose} schema @param {SampleName} name @param {(field: string) => boolean} skips */
function structOf(schema, name, skips) {
  const { properties = {} } = schema;
  const { wanted, unwanted } = chosen(schema);
  const required = new Set([...(schema.required ?? []), ...wanted]);
  /** @type {[string, Loose][]} */
  const fields = [];
  for (const [field, property] of Object.entries(properties)) {
    if (skips(field) || (unwanted.has(field) && !required.has(field))) continue;
    if (!required.has(field) && !isWanted(property, name)) continue;
    const value = valueFor(property, name);
    if (value !== undefined) fields.push([field, value]);
    else if (required.has(field)) return undefined;
  }
  return Object.fromEntries(fields);
}

/** @param {Loose} property @param {SampleName} name */
const isWanted = ({ type }, name) =>
  name === "stated" || (name === "empty" && (type === "object" || type === "array"));

/** Of fields that only some may be there of: those of the first choice. @param {Loose} schema */
function chosen({ oneOf = [], anyOf = [] }) {
  const namesOf = (/** @type {Loose} */ choice) => choice?.required ?? [];
  const [first] = [...oneOf, ...anyOf].filter((choice) => namesOf(choice).length > 0);
  const wanted = new Set(namesOf(first));
  const others = oneOf.flatMap((/** @type {Loose} */ choice) => namesOf(choice));
  return { wanted, unwanted: new Set(others.filter((/** @type {string} */ field) => !wanted.has(field))) };
}
