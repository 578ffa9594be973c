import { isObject, type Json, type JsonObject, member, put } from "../json.js";

/** Adds what `from` has and `to` lacks; gives `to` itself where it lacks nothing. */
export function filledFrom(to: Json | undefined, from: Json | undefined): Json | undefined {
  if (!isObject(from)) return to;
  let filled: Record<string, Json | undefined> | undefined;
  for (const key of Object.keys(from)) {
    if (isObject(to) && member(to, key) !== undefined) continue;
    filled = put(filled ?? (isObject(to) ? { ...to } : {}), key, member(from, key));
  }
  return filled ?? to;
}

/** The labels of a pod template, where it has any. */
export function templateLabels(spec: JsonObject): JsonObject | undefined {
  const template = spec.template;
  const metadata = isObject(template) ? template.metadata : undefined;
  const labels = isObject(metadata) ? metadata.labels : undefined;
  return isObject(labels) && Object.keys(labels).length > 0 ? labels : undefined;
}
