import { formatPath, type Segment } from "../../../core/path.js";
import type { Schema } from "../schema.js";

/** The paths of the lists within a value whose items have keys. */
export function keyedLists(schema: Schema, at: readonly Segment[]): readonly string[] {
  const own = schema.list === "map" ? [formatPath(at)] : [];
  const fields = [...schema.properties].flatMap(([key, property]) =>
    keyedLists(property, [...at, { kind: "key", key }]),
  );
  const items = schema.items === undefined ? [] : keyedLists(schema.items, [...at, { kind: "each" }]);
  return [...own, ...fields, ...items];
}
