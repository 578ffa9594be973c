import type { UnionFacts } from "./facts.js";
import { type Json, type JsonObject, member } from "./json.js";

/**
 * The members that a merge of desired into live left behind, though desired switched the union to others: the server
 * refuses them. Null does not take them away under apply.
 */
export function staleMembers(
  unions: readonly UnionFacts[],
  desired: JsonObject,
  merged: JsonObject,
): readonly string[] {
  return unions.flatMap(({ discriminator, members }) => {
    const wanted = wantedMembers(discriminator, members, desired);
    if (wanted === undefined) return [];
    const all = new Set(Object.values(members).flat());
    return [...all].filter((name) => !wanted.includes(name) && isSet(merged, name) && !isSet(desired, name));
  });
}

/** The fields that may be set; undefined where desired does not say. */
function wantedMembers(
  discriminator: string | undefined,
  members: UnionFacts["members"],
  desired: JsonObject,
): readonly string[] | undefined {
  if (discriminator !== undefined) {
    const value: Json | undefined = member(desired, discriminator);
    if (typeof value !== "string") return undefined;
    return Object.hasOwn(members, value) ? members[value] : [];
  }
  return Object.values(members).find((names) => names.some((name) => isSet(desired, name)));
}

function isSet(object: JsonObject, name: string): boolean {
  const value = member(object, name);
  return value !== undefined && value !== null;
}
