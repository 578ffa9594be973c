import { isList, isObject, type Json, type JsonObject } from "../json.js";

/**
 * A merged object without the finalizers that the rule calls ours and desired no longer states: the merge leaves those
 * that others own too. The object itself where there is none.
 */
export function withoutFinalizers(
  merged: JsonObject,
  desired: JsonObject,
  own: readonly string[],
): JsonObject {
  if (own.length === 0) return merged;
  const left = finalizersOf(merged);
  const stated = new Set(finalizersOf(desired));
  const gone = new Set<Json>(own.filter((name) => !stated.has(name)));
  const isLeftOver = (item: Json): boolean => gone.has(item);
  if (!left.some(isLeftOver)) return merged;
  const finalizers = left.filter((item) => !isLeftOver(item));
  return { ...merged, metadata: { ...(merged.metadata as JsonObject), finalizers } };
}

function finalizersOf({ metadata }: JsonObject): readonly Json[] {
  return isObject(metadata) && isList(metadata.finalizers) ? metadata.finalizers : [];
}

/** Desired with those of live's finalizers that the server itself added. */
export function withServersFinalizers(
  desired: JsonObject,
  live: JsonObject,
  servers: readonly string[],
): JsonObject {
  const stated = finalizersOf(desired);
  const added = servers.filter((name) => finalizersOf(live).includes(name) && !stated.includes(name));
  if (added.length === 0) return desired;
  const metadata = isObject(desired.metadata) ? desired.metadata : {};
  return { ...desired, metadata: { ...metadata, finalizers: [...stated, ...added] } };
}
