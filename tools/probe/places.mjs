// @ts-check
// The places of an object that facts know: each field of each struct that is there, each item of a list.
import { isObject } from "./steps.mjs";

/** @typedef {import("./types.js").Json} Json */
/** @typedef {import("./types.js").Place} Place */

/** Metadata is no kind's own: of a template's, these are asked of. */
const METADATA = new Set(["labels", "annotations", "finalizers"]);

/** How often a type may stand within itself (a JSON schema's properties). */
const DEPTH = 2;

/**
 * @param {import("./types.js").KubeObject} live
 * @param {import("../../src/core/facts.js").KindFacts} kind
 * @param {import("./types.js").Types} types
 * @returns {Generator<Place>}
 */
export function* placesOf(live, kind, types) {
  const skipped = new Set([
    "apiVersion",
    "kind",
    "metadata",
    ...(kind.statusSubresource ? ["status"] : []),
    ...Object.keys(kind.writeOnly ?? {}),
  ]);
  for (const [name, facts] of Object.entries(types.fieldsOf(kind.type))) {
    if (skipped.has(name)) continue;
    const place = { steps: [name], path: name, facts, live: live[name], field: { type: kind.type, name } };
    yield* below(place, types, []);
  }
}

/** @param {Place} place @param {import("./types.js").Types} types @param {readonly string[]} within @returns {Generator<Place>} */
function* below(place, types, within) {
  yield place;
  const { facts, live, steps, path } = place;
  if (facts.type === "struct" && isObject(live)) yield* fields(facts.ref, live, place, types, within);
  else if (facts.type === "list" && Array.isArray(live)) {
    for (const [index, item] of live.entries()) {
      yield* below(
        { steps: [...steps, index], path: `${path}[*]`, facts: facts.of, live: item },
        types,
        within,
      );
    }
  } else if (facts.type === "map" && isObject(live) && facts.of.type === "struct") {
    for (const [key, value] of Object.entries(live)) {
      yield* below(
        { steps: [...steps, key], path: `${path}[*]`, facts: facts.of, live: value },
        types,
        within,
      );
    }
  }
}

/** @param {string} ref @param {import("./types.js").JsonObject} live @param {Place} owner @param {import("./types.js").Types} types @param {readonly string[]} within @returns {Generator<Place>} */
function* fields(ref, live, owner, types, within) {
  if (within.filter((type) => type === ref).length >= DEPTH) return;
  for (const [name, facts] of Object.entries(types.fieldsOf(ref))) {
    if (ref === "meta/v1.ObjectMeta" && !METADATA.has(name)) continue;
    const at = { steps: [...owner.steps, name], path: `${owner.path}.${name}` };
    yield* below({ ...at, facts, live: live[name], field: { type: ref, name } }, types, [...within, ref]);
  }
}
