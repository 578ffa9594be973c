import { isObject, type Json, type JsonObject, member, setMember } from "../../core/json.js";

/** Applies a JSON merge patch (RFC 7386): null removes, objects merge, anything else replaces. */
export function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const from: JsonObject = isObject(target) ? target : {};
  const merged: Record<string, Json | undefined> = {};
  for (const key of Object.keys(from)) {
    const value = member(from, key);
    if (value !== undefined) setMember(merged, key, value);
  }
  for (const key of Object.keys(patch)) {
    const value = member(patch, key);
    if (value === undefined) continue;
    if (value === null) delete merged[key];
    else setMember(merged, key, mergePatch(member(from, key), value));
  }
  return merged;
}
