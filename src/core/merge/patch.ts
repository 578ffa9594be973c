import { isList, isObject, type Json, type JsonObject, member, put } from "../json.js";

/**
 * A value as the server's JSON merge patch leaves it (RFC 7396); the value itself where nothing changes. Other than in the
 * RFC, null in an object that stands in a list is left out too.
 */
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (isList(patch)) return pruned(patch);
  if (!isObject(patch)) return patch;
  const base = isObject(target) ? target : {};
  let after: Record<string, Json | undefined> | undefined = isObject(target) ? undefined : {};
  for (const key of Object.keys(patch)) {
    const stated = member(patch, key);
    if (stated === undefined) continue;
    const there = member(base, key);
    const value = stated === null ? undefined : mergePatch(there, stated);
    if (value !== there) after = put(after ?? { ...base }, key, value);
  }
  return (after as JsonObject | undefined) ?? base;
}

/** A list without the null members of the objects in it; the list itself where there is none. */
function pruned(list: readonly Json[]): readonly Json[] {
  const items = list.map((item) =>
    isList(item) ? pruned(item) : isObject(item) ? withoutNulls(item) : item,
  );
  return items.every((item, index) => item === list[index]) ? list : items;
}

/** What a merge patch makes of nothing: an object without null members, in lists and objects too. */
export function withoutNulls(object: JsonObject): JsonObject {
  let after: Record<string, Json | undefined> | undefined;
  for (const key of Object.keys(object)) {
    const value = member(object, key);
    const left = isList(value) ? pruned(value) : isObject(value) ? withoutNulls(value) : (value ?? undefined);
    if (left !== value) after = put(after ?? { ...object }, key, left);
  }
  return (after as JsonObject | undefined) ?? object;
}

/** The smallest merge patch that turns one value into another; undefined where they are the same. */
export function patchBetween(from: Json | undefined, to: Json | undefined): Json | undefined {
  if (from === to) return undefined;
  if (to === undefined) return null;
  if (!isObject(from) || !isObject(to)) return isObject(to) ? whole(to) : isSame(from, to) ? undefined : to;
  const patch: Record<string, Json | undefined> = {};
  for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
    const value = patchBetween(member(from, key), member(to, key));
    if (value !== undefined) put(patch, key, value);
  }
  return Object.keys(patch).length === 0 ? undefined : (patch as JsonObject);
}

/** An object that is new as a whole: null in it states nothing. */
function whole(value: JsonObject): JsonObject {
  return mergePatch(undefined, value) as JsonObject;
}

function isSame(a: Json | undefined, b: Json): boolean {
  if (a === b) return true;
  return isList(a) && isList(b) && a.length === b.length && a.every((item, index) => item === b[index]);
}
