import { isObject, type Json, type JsonObject, member, put } from "../json.js";
import { mergedMetadata } from "./metadata.js";

/**
 * Live as a merge patch of desired leaves it, where the server answers as it did: the answer's values over live's, but for
 * what desired removes by null and the answer lacks. Live itself where it has all of that, lists aside.
 * @param own finalizers of ours
 */
export function answeredMerge(
  desired: JsonObject,
  answer: JsonObject,
  live: JsonObject,
  own: readonly string[],
): JsonObject {
  const merged = over(desired, answer, live) as JsonObject;
  const metadata = isObject(merged.metadata) ? merged.metadata : {};
  return { ...merged, metadata: withShared(metadata, answer.metadata, live.metadata, own) };
}

function over(desired: Json | undefined, answer: Json, live: Json | undefined): Json {
  if (!isObject(answer) || !isObject(live)) return answer;
  let after = live;
  const take = (key: string, value: Json | undefined): void => {
    after = put(after === live ? { ...live } : after, key, value) as JsonObject;
  };
  const stated = isObject(desired) ? desired : undefined;
  for (const key of Object.keys(answer)) {
    const value = member(answer, key);
    if (value === undefined) continue;
    const there = member(live, key);
    const removes = desired === null ? null : stated && member(stated, key);
    const left = over(removes, value, there);
    if (left !== there) take(key, left);
  }
  for (const key of Object.keys(live)) {
    if (member(answer, key) !== undefined || member(live, key) === undefined) continue;
    if (desired === null || (stated !== undefined && member(stated, key) === null)) take(key, undefined);
  }
  return after;
}

/** A patch carries the owner references and finalizers of others along. */
function withShared(
  metadata: JsonObject,
  answer: Json | undefined,
  live: Json | undefined,
  own: readonly string[],
): JsonObject {
  const { finalizers, ownerReferences } = isObject(answer) ? answer : {};
  const shared = mergedMetadata({ finalizers, ownerReferences }, live, own);
  const copy: Record<string, Json | undefined> = { ...metadata };
  for (const key of ["finalizers", "ownerReferences"]) put(copy, key, member(shared, key));
  return copy;
}
