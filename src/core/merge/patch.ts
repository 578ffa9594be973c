import { isList, isObject, type Json, type JsonObject, member, put } from "../json.js";

/** A value as a JSON merge patch leaves it (RFC 7396); the value itself where nothing changes. */
export function mergePatch(target: Json | undefined, patch: Json): Json {
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
