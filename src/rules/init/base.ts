import type { KindFacts } from "../../core/facts.js";
import type { Json, JsonObject } from "../../core/json.js";
import type { Schema } from "../learn/schema.js";
import { itemsOf, sampleOf } from "../learn/table/sample.js";

/** A label of ours, so that every table has something to change. */
export const LABEL = "app.kubernetes.io/name";

const SERVERS: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata", "status"]);

/** An object of a kind as a controller states it: a few plain fields, a list and a map of its spec, or of its top. */
export function statedObject({ group, version, kind, namespaced }: KindFacts, schema: Schema): JsonObject {
  const own = new Map([...schema.properties].filter(([name]) => !SERVERS.has(name)));
  const spec = own.get("spec");
  const stated =
    spec?.type === "object" ? { spec: stateSome(spec) } : stateSome({ ...schema, properties: own });
  const metadata = { name: "demo", ...(namespaced && { namespace: "demo" }), labels: { [LABEL]: "demo" } };
  return { apiVersion: group === "" ? version : `${group}/${version}`, kind, metadata, ...stated };
}

/** Two plain fields without a default, a list and a map; of a struct that has none of these, its first struct. */
function stateSome(schema: Schema, depth = 0): JsonObject {
  const fields = [...schema.properties];
  const first = (count: number, is: (field: Schema) => boolean): [string, Schema][] =>
    fields.filter(([, field]) => is(field)).slice(0, count);
  const plain = first(
    2,
    ({ type, default: filled, intOrString }) => PLAIN.has(type ?? "") && filled === undefined && !intOrString,
  );
  const lists = first(1, ({ type, items }) => type === "array" && items !== undefined).flatMap(
    ([name, field]): [string, Json][] => {
      const items = itemsOf(field, 2);
      return items.length === 0 ? [] : [[name, items]];
    },
  );
  const maps = first(1, isMap).map(([name, field]): [string, Json] => [name, mapOf(field)]);
  const stated: [string, Json][] = [
    ...plain.map(([name, field]): [string, Json] => [name, sampleOf(field)]),
    ...lists,
    ...maps,
  ];
  if (stated.length > 0 || depth > 2) return Object.fromEntries(stated);
  const [struct] = first(
    1,
    ({ type, values, preserves }) => type === "object" && values === undefined && !preserves,
  );
  const booleans = first(1, ({ type }) => type === "boolean").map(([name]): [string, Json] => [name, true]);
  if (struct === undefined) return Object.fromEntries(booleans);
  return { [struct[0]]: stateSome(struct[1], depth + 1) };
}

const PLAIN: ReadonlySet<string> = new Set(["string", "integer", "number"]);

/** Whether a field has values by key. */
export function isMap({ type, values }: Schema): boolean {
  return type === "object" && values !== undefined && values !== true;
}

function mapOf({ values }: Schema): JsonObject {
  return { demo: values === undefined || values === true ? "demo" : sampleOf(values) };
}
