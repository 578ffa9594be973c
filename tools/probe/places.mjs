// @ts-check
// The places of an object that facts know: each field of each struct that is there, each item of a list.
import { getAt, isObject } from "./steps.mjs";

/** @typedef {import("./types.js").Json} Json */
/** @typedef {import("./types.js").JsonObject} JsonObject */
/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./types.js").Types} Types */

/** Metadata is no kind's own: of a template's, these are asked of. */
const METADATA = new Set(["labels", "annotations", "finalizers"]);

/** How often a type may stand within itself (a JSON schema's properties). */
const DEPTH = 2;

/**
 * @param {JsonObject} live
 * @param {JsonObject} base what is written; an item of a list that it does not state is the server's own, and no place
 * @param {import("../../src/core/facts.js").KindFacts} kind
 * @param {Types} types
 * @returns {Generator<Place>}
 */
export function* placesOf(live, base, kind, types) {
  const skipped = new Set([
    "apiVersion",
    "kind",
    "metadata",
    ...(kind.statusSubresource ? ["status"] : []),
    ...Object.keys(kind.writeOnly ?? {}),
  ]);
  for (const [name, facts] of Object.entries(types.fieldsOf(kind.type))) {
    if (skipped.has(name)) continue;
    const values = { live: live[name], stated: base[name] };
    yield* below(
      { steps: [name], path: name, facts, ...values, field: { type: kind.type, name } },
      types,
      [],
    );
  }
}

/** @param {Place} place @param {Types} types @param {readonly string[]} within @returns {Generator<Place>} */
function* below(place, types, within) {
  yield place;
  const { facts, live } = place;
  if (facts.type === "struct" && isObject(live)) yield* fields(facts.ref, place, types, within);
  else if (facts.type === "list" && facts.of.type === "struct" && Array.isArray(live)) {
    const count = Array.isArray(place.stated) ? place.stated.length : 0;
    for (const index of live.slice(0, count).keys())
      yield* below(item(place, facts.of, index), types, within);
  } else if (facts.type === "map" && isObject(live) && facts.of.type === "struct") {
    for (const key of Object.keys(live)) yield* below(item(place, facts.of, key), types, within);
  }
}

/** @param {Place} owner @param {Place["facts"]} facts @param {string | number} step @returns {Place} */
function item({ steps, path, live, stated }, facts, step) {
  const values = { live: getAt(live, [step]), stated: getAt(stated, [step]) };
  return { steps: [...steps, step], path: `${path}[*]`, facts, ...values };
}

/** @param {string} ref @param {Place} owner @param {Types} types @param {readonly string[]} within @returns {Generator<Place>} */
function* fields(ref, { steps, path, live, stated }, types, within) {
  if (within.filter((type) => type === ref).length >= DEPTH) return;
  for (const [name, facts] of Object.entries(types.fieldsOf(ref))) {
    if (ref === "meta/v1.ObjectMeta" && !METADATA.has(name)) continue;
    const at = { steps: [...steps, name], path: `${path}.${name}`, field: { type: ref, name } };
    const values = { live: getAt(live, [name]), stated: getAt(stated, [name]) };
    yield* below({ ...at, facts, ...values }, types, [...within, ref]);
  }
}
