import type { Json, JsonObject } from "../../../core/json.js";
import { metadataOf } from "../../port/object.js";

/** The object with some of its metadata put otherwise; undefined takes a member away. */
export function withMetadata(object: JsonObject, more: JsonObject): JsonObject {
  const metadata: Record<string, Json | undefined> = { ...metadataOf(object), ...more };
  for (const key of Object.keys(more)) if (more[key] === undefined) delete metadata[key];
  return { ...object, metadata: metadata as JsonObject };
}
