import { isObject, type JsonObject, member } from "../../../core/json.js";
import { fieldAt } from "../place.js";
import { readSchema } from "../read-schema.js";
import type { Schema } from "../schema.js";
import { type OpenApi, propertiesOf, referenceIn } from "./document.js";
import { specialType } from "./known.js";

/** Deeper than this, and where a type holds itself, nothing is stated in a case. */
const MAX_DEPTH = 6;

/** A schema in which every reference is replaced by what it refers to: of a kind to make cases of. Defaults are left out. */
export function expanded(document: OpenApi, root: JsonObject): Schema {
  return readSchema(expand(document, root, 0), {
    definition: "OpenAPI",
    at: fieldAt(undefined, "schema"),
    preserves: false,
    isPublished: true,
  });
}

function expand(document: OpenApi, schema: JsonObject, depth: number): JsonObject {
  const reference = referenceIn(schema);
  if (reference !== undefined) {
    const special = specialType(reference);
    if (special !== undefined) return SAMPLES[special.type] ?? {};
    const found = document.schema(reference);
    return found === undefined || depth >= MAX_DEPTH || referenceIn(found) !== undefined
      ? {}
      : expand(document, found, depth);
  }
  const [type, items, values] = [
    member(schema, "type"),
    member(schema, "items"),
    member(schema, "additionalProperties"),
  ];
  const properties = propertiesOf(schema)
    .filter(([name]) => depth > 0 || name !== "metadata")
    .map(([name, property]) => [name, expand(document, property, depth + 1)]);
  const kept = [
    "type",
    "required",
    "enum",
    "format",
    "minimum",
    "x-kubernetes-list-type",
    "x-kubernetes-list-map-keys",
  ];
  return {
    ...Object.fromEntries(kept.flatMap((name) => (schema[name] === undefined ? [] : [[name, schema[name]]]))),
    ...(properties.length > 0 && depth < MAX_DEPTH && { properties: Object.fromEntries(properties) }),
    ...(type === "array" && isObject(items) && { items: expand(document, items, depth + 1) }),
    ...(type === "object" &&
      isObject(values) && { additionalProperties: expand(document, values, depth + 1) }),
    ...(schema.format === "byte" && { enum: ["ZGVtbw==", "b3RoZXI="] }),
  };
}

/** Of types that take no other text. */
const SAMPLES: Readonly<Record<string, JsonObject>> = {
  quantity: { type: "string", enum: ["1", "2"] },
  intOrString: { "x-kubernetes-int-or-string": true },
  time: { type: "string", format: "date-time" },
  microTime: { type: "string", enum: ["2026-01-05T09:00:00.000000Z", "2026-01-06T09:00:00.000000Z"] },
};
