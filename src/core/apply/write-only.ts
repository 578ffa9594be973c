import type { KindFacts } from "../facts.js";
import { isObject, type JsonObject, member } from "../json.js";
import { formatPath } from "../path.js";
import { below, type FieldSet, fieldElement } from "./field-set.js";

type WriteOnly = KindFacts["writeOnly"];

/** What our last apply stated, with write-only fields read as those that they are folded into. */
export function foldedSet(set: FieldSet, writeOnly: WriteOnly): FieldSet {
  if (writeOnly === undefined) return set;
  let folded = set;
  for (const [field, { into }] of Object.entries(writeOnly)) {
    const [from, to] = [below(set, fieldElement(field)), fieldElement(into)];
    if (from !== undefined) folded = { ...folded, [to]: { ...from, ...below(folded, to) } };
  }
  return folded;
}

/**
 * Keys that we stated in a write-only field and no longer do, as paths: the server records them there, so that no apply
 * takes them out of the field that they went into.
 */
export function keptKeys(
  set: FieldSet,
  writeOnly: WriteOnly,
  merged: JsonObject,
  live: JsonObject,
): readonly string[] {
  return Object.entries(writeOnly ?? {}).flatMap(([field, { into }]) => {
    const recorded = below(set, fieldElement(into));
    const elements = Object.keys(below(set, fieldElement(field)) ?? {});
    return elements
      .filter((element) => below(recorded, element) === undefined)
      .map((element) => element.slice(2))
      .filter((key) => has(live[into], key) && !has(merged[into], key))
      .map((key) => formatPath([into, key].map((step) => ({ kind: "key", key: step }))));
  });
}

function has(map: JsonObject[string], key: string): boolean {
  return isObject(map) && member(map, key) !== undefined;
}
