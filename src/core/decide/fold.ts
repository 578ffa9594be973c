import type { KindFacts } from "../facts.js";
import { isObject, type Json, type JsonObject, member, put } from "../json.js";
import { isEmpty } from "../wire.js";

/**
 * Desired with its write-only fields folded into those that the server stores (Secret's stringData into data).
 * Desired itself where it states none.
 * @param nullRemoves in a merge patch, null takes a key away that a write-only field never has
 */
export function foldWriteOnly(
  desired: JsonObject,
  facts: KindFacts | undefined,
  nullRemoves = false,
): JsonObject {
  if (facts?.writeOnly === undefined) return desired;
  let folded: Record<string, Json | undefined> | undefined;
  for (const [field, { into }] of Object.entries(facts.writeOnly)) {
    const stated = member(desired, field);
    if (stated === undefined) continue;
    folded ??= { ...desired };
    delete folded[field];
    if (isObject(stated) && !isEmpty(stated)) folded[into] = encoded(folded[into], stated, nullRemoves);
  }
  return folded ?? desired;
}

function encoded(into: Json | undefined, stated: JsonObject, nullRemoves: boolean): Json {
  const all: Record<string, Json | undefined> = isObject(into) ? { ...into } : {};
  for (const key of Object.keys(stated)) {
    if (nullRemoves && member(stated, key) === null) continue;
    const text = member(stated, key) ?? "";
    put(all, key, typeof text === "string" ? base64(text) : text);
  }
  return all;
}

/** UTF-8, then base64, with what browsers and Node both have. */
function base64(text: string): string {
  let bytes = "";
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes);
}
