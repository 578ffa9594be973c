import { isList, isObject, type Json, type JsonObject, member, put } from "../json.js";
import { mergedMetadata } from "./metadata.js";

const NOTHING: JsonObject = Object.freeze({});

/**
 * Live as a merge patch of desired leaves it, where the server answers as it did: the answer's values over live's, but for
 * what desired states and the answer lacks, since the server removes or drops it (null, a zero, an empty list). Live itself
 * where it has all of that, lists aside.
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
  return { ...merged, metadata: withShared(metadata, desired.metadata, answer.metadata, live.metadata, own) };
}

function over(desired: Json | undefined, answer: Json, live: Json | undefined): Json {
  if (!isObject(answer) || !isObject(live)) return answer;
  let after = live;
  const take = (key: string, value: Json | undefined): void => {
    after = put(after === live ? { ...live } : after, key, value) as JsonObject;
  };
  const statedAt = (key: string): Json | undefined =>
    isObject(desired) ? member(desired, key) : desired === null ? null : undefined;
  for (const key of Object.keys(answer)) {
    const value = member(answer, key);
    if (value === undefined) continue;
    const there = member(live, key);
    const left = over(statedAt(key), value, there);
    if (left !== there) take(key, left);
  }
  for (const key of Object.keys(live)) {
    if (member(answer, key) !== undefined) continue;
    const there = member(live, key);
    const left = withoutStated(statedAt(key), there);
    if (left !== there) take(key, left);
  }
  return after;
}

/** What is left in live where the answer has nothing: an object that desired states takes nothing of others' along. */
function withoutStated(stated: Json | undefined, there: Json | undefined): Json | undefined {
  if (stated === undefined || there === undefined) return there;
  return isObject(stated) && isObject(there) ? over(stated, NOTHING, there) : undefined;
}

/** A patch carries the owner references and finalizers of others along, unless it is null that takes them all away. */
function withShared(
  metadata: JsonObject,
  desired: Json | undefined,
  answer: Json | undefined,
  live: Json | undefined,
  own: readonly string[],
): JsonObject {
  const stated = isObject(desired) ? desired : NOTHING;
  const answered = isObject(answer) ? answer : NOTHING;
  const of = (key: string): Json | undefined =>
    member(answered, key) ?? (member(stated, key) === null ? null : undefined);
  const { finalizers } = stated;
  const ours = isList(finalizers) ? [...own, ...finalizers.map(String)] : own;
  const given = { finalizers: of("finalizers"), ownerReferences: of("ownerReferences") };
  const shared = mergedMetadata(given as JsonObject, live, ours);
  const copy: Record<string, Json | undefined> = { ...metadata };
  for (const key of ["finalizers", "ownerReferences"]) put(copy, key, member(shared, key));
  return copy;
}
