import { isObject, type Json, type JsonObject, member, put } from "../../../core/json.js";
import { OF_EVERY_OBJECT, SERVERS } from "../../top-fields.js";
import { rootSchema } from "../facts.js";
import type { CustomKind, Schema } from "../schema.js";
import { filled } from "./fill.js";
import { itemsOf, sampleOf } from "./sample.js";

/** An object of a kind as a controller states it: what is required, and one field and one list more. */
export function baseOf(custom: CustomKind): JsonObject {
  const { group, version, kind, namespaced, schema } = custom;
  const required = sampleOf(schema) as JsonObject;
  const { apiVersion: _, kind: __, metadata: ___, status: ____, ...stated } = required;
  const spec = schema.properties.get("spec");
  const own =
    spec?.type === "object"
      ? { ...stated, spec: withMore(stated.spec ?? sampleOf(spec), spec) }
      : withMore(stated, schema);
  const metadata = { name: "demo", ...(namespaced && { namespace: "demo" }) };
  return { apiVersion: `${group}/${version}`, kind, metadata, ...own };
}

/** With the first plain field that has no default, and two items of the first list. */
function withMore(value: Json, schema: Schema): JsonObject {
  const object: Record<string, Json | undefined> = isObject(value) ? { ...value } : {};
  const own = [...schema.properties].filter(([name]) => !SERVERS.has(name));
  const plain = own.find(([name, property]) => isPlain(property) && !schema.required.has(name));
  if (plain !== undefined) put(object, plain[0], sampleOf(plain[1]));
  const list = own.find(([, property]) => property.type === "array");
  if (list !== undefined) {
    const [name, property] = list;
    const items = itemsOf(property, 2);
    if (items.length > 0) put(object, name, items);
  }
  return object;
}

function isPlain({ type, default: filledIn, intOrString, nullable }: Schema): boolean {
  const isScalar = type === "string" || type === "integer" || type === "number" || type === "boolean";
  return isScalar && filledIn === undefined && !intOrString && !nullable;
}

/** The same as the server stores it. */
export function storedOf(custom: CustomKind, base: JsonObject): JsonObject {
  const schema = rootSchema(custom);
  const { metadata, status: _, ...rest } = filled(base, withoutMeta(schema)) as JsonObject;
  const status = member(base, "status");
  const server = {
    uid: "6c0de4a1-0000-4000-8000-000000000001",
    resourceVersion: "4711",
    generation: 1,
    creationTimestamp: "2026-01-05T09:00:00Z",
  };
  const own = isObject(metadata) ? metadata : {};
  return { ...rest, ...(status !== undefined && { status }), metadata: { ...own, ...server } };
}

function withoutMeta(schema: Schema): Schema {
  return {
    ...schema,
    properties: new Map([...schema.properties].filter(([name]) => !OF_EVERY_OBJECT.has(name))),
  };
}
