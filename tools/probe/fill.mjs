// @ts-check
// Sets as many fields of a seed as the server takes together, so that each can be changed and removed.
import { tryCreate } from "./create.mjs";
import { placesOf } from "./places.mjs";
import { repaired } from "./repair.mjs";
import { getAt } from "./steps.mjs";
import { samples } from "./values.mjs";

/** @typedef {import("./types.js").KubeObject} KubeObject */

/**
 * @param {import("./repair.mjs").Frame} frame
 * @param {KubeObject} seed
 * @param {import("../../src/core/facts.js").KindFacts} kind
 * @returns {Promise<KubeObject>}
 */
export async function filled(frame, seed, kind) {
  const made = await tryCreate(frame.client, seed, undefined);
  let live = /** @type {KubeObject} */ (made.body ?? seed);
  let object = seed;
  /** @type {Set<string>} */
  const tried = new Set();
  for (let open = true; open; ) {
    open = false;
    for (const place of placesOf(live, object, kind, frame.types)) {
      if (place.live !== undefined || tried.has(place.path)) continue;
      tried.add(place.path);
      const next = await withField({ ...frame, like: live }, object, place);
      if (next === undefined) continue;
      ({ object, live } = next);
      open = true;
    }
  }
  return object;
}

/** @param {import("./repair.mjs").Frame} frame @param {KubeObject} object @param {import("./types.js").Place} place */
async function withField(frame, object, place) {
  for (const sample of samples(place, frame.types).slice(0, 4)) {
    const made = await repaired(frame, object, place.steps, sample);
    if (made?.body === undefined) continue;
    if (getAt(made.body, place.steps) === undefined) return undefined; // a feature gate is off, or it is a zero
    return { object: made.object, live: /** @type {KubeObject} */ (made.body) };
  }
  return undefined;
}
