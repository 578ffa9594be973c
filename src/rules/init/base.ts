import type { KindFacts } from "../../core/facts.js";
import type { Json, JsonObject } from "../../core/json.js";
import type { Schema } from "../learn/schema.js";
import { itemsOf, sampleOf } from "../learn/table/sample.js";
import { SERVERS } from "../top-fields.js";

/** A label of ours, so that every table has something to change. */
export const LABEL = "app.kubernetes.io/name";

/** An object of a kind as a controller states it: a few plain fields, a list and a map of its spec, or of its top. */
export function statedObject(
  { group, version, kind, namespaced }: KindFacts,
  schema: Schema,
  deep: boolean,
): JsonObject {
  const own = new Map([...schema.properties].filter(([name]) => !SERVERS.has(name)));
  const spec = own.get("spec");
  const stated =
    spec?.type === "object"
      ? { spec: stateSome(spec, deep) }
      : stateSome({ ...schema, properties: own }, deep);
  const metadata = { name: "demo", ...(namespaced && { namespace: "demo" }), labels: { [LABEL]: "demo" } };
  return { apiVersion: group === "" ? version : `${group}/${version}`, kind, metadata, ...stated };
}

/** Two plain fields without a default, a list and a map; where there is no list, or nothing at all, one of a struct within. */
function stateSome(schema: Schema, deep: boolean, depth = 0): JsonObject {
  const fields = [...schema.properties];
  const first = (count: number, is: (field: Schema) => boolean): [string, Schema][] =>
    fields.filter(([, field]) => is(field)).slice(0, count);
  const plain = first(2, isPlain).map(([name, field]): [string, Json] => [name, sampleOf(field)]);
  const lists = first(1, hasItems).map(([name, field]): [string, Json] => [name, itemsOf(field, 2)]);
  const maps = first(1, isMap).map(([name, field]): [string, Json] => [name, mapOf(field)]);
  const stated = [...plain, ...lists, ...maps];
  const within = deep && lists.length === 0 ? first(1, (field) => leadsToList(field, depth)) : [];
  const structs = stated.length === 0 && within.length === 0 && depth < 3 ? first(1, isStruct) : within;
  const inner = structs.map(([name, field]): [string, Json] => [name, stateSome(field, deep, depth + 1)]);
  const booleans = first(1, ({ type }) => type === "boolean").map(([name]): [string, Json] => [name, true]);
  const all = [...stated, ...inner];
  return Object.fromEntries(all.length > 0 ? all : booleans);
}

function isPlain({ type, default: filled, intOrString }: Schema): boolean {
  return PLAIN.has(type ?? "") && filled === undefined && !intOrString;
}

function hasItems(schema: Schema): boolean {
  return schema.type === "array" && itemsOf(schema, 2).length > 0;
}

function isStruct({ type, values, preserves }: Schema): boolean {
  return type === "object" && values === undefined && !preserves;
}

/** A struct in which, not far below, there is a list whose items have keys. */
function leadsToList(schema: Schema, depth: number): boolean {
  if (!isStruct(schema) || depth > 2) return false;
  const fields = [...schema.properties.values()];
  return fields.some(({ list }) => list === "map") || fields.some((field) => leadsToList(field, depth + 1));
}

const PLAIN: ReadonlySet<string> = new Set(["string", "integer", "number"]);

/** Whether a field has values by key. */
function isMap({ type, values }: Schema): boolean {
  return type === "object" && values !== undefined && values !== true;
}

function mapOf({ values }: Schema): JsonObject {
  return { demo: values === undefined || values === true ? "demo" : sampleOf(values) };
}
