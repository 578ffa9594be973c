import { isList, isObject, type JsonObject } from "../json.js";

/** True of an object that is being deleted. */
export function isTerminating(live: JsonObject): boolean {
  const since: unknown = isObject(live.metadata) ? live.metadata.deletionTimestamp : undefined;
  return since !== undefined && since !== null && since !== ""; // an informer may hold a Date
}

/**
 * Live with only our own finalizers taken away: all that is still worth writing to an object that is
 * being deleted. Live itself where the write would take none away.
 */
export function finalizersOnly(after: JsonObject, live: JsonObject): JsonObject {
  if (!isObject(live.metadata) || !isList(live.metadata.finalizers)) return live;
  const wanted =
    isObject(after.metadata) && isList(after.metadata.finalizers) ? after.metadata.finalizers : [];
  const kept = live.metadata.finalizers.filter((item) => wanted.includes(item));
  if (kept.length === live.metadata.finalizers.length) return live;
  return { ...live, metadata: { ...live.metadata, finalizers: kept } };
}
