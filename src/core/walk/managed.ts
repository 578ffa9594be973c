import { isList, isObject, type Json, type JsonObject, member } from "../json.js";

/**
 * True where managedFields record a label or annotation for this manager (applied or updated, not through
 * a subresource), and for nobody else.
 */
export function isOnlyOurs(
  live: JsonObject,
  manager: string,
  map: "labels" | "annotations",
  key: string,
): boolean {
  const metadata = isObject(live.metadata) ? live.metadata : {};
  if (!isList(metadata.managedFields)) return false;
  let ours = false;
  for (const entry of metadata.managedFields) {
    if (!isObject(entry) || !records(entry.fieldsV1, map, key)) continue;
    if (entry.manager !== manager || entry.subresource) return false;
    ours = true;
  }
  return ours;
}

function records(fields: Json | undefined, map: string, key: string): boolean {
  let at = fields;
  for (const step of ["f:metadata", `f:${map}`, `f:${key}`]) {
    at = isObject(at) ? member(at, step) : undefined;
  }
  return at !== undefined;
}
