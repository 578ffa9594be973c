// @ts-check
// Which pairs to make: every mutation and every kind gets its share.
import { printJson } from "../cluster/json.mjs";
import { DRIFTS } from "./drifts/index.mjs";
import { MUTATIONS } from "./mutations/index.mjs";
import { metadata } from "./mutations/metadata.mjs";
import { createRandom } from "./random.mjs";
import { sitesOf } from "./sites.mjs";

/** @typedef {import("./types.js").Item} Item */
/** @typedef {import("./types.js").Choice} Choice */

/** How often an object is tried with every mutation before it counts as exhausted. */
const ROUNDS = 4;

/** What concerns one object's fields can be done in many places; the metadata is much the same everywhere. */
const FIELDS_WEIGHT = 3;

/** After a definition changes, the server makes its schemas anew, which takes a second. */
const COSTLY = "CustomResourceDefinition";
const COSTLY_SHARE = 24;

/** @param {import("./types.js").KubeObject} desired */
export const isCostly = ({ kind }) => kind === COSTLY;

/** Characters of JSON. The server needs a second for a write of a definition of a million. */
const LARGE = 64_000;

/**
 * How many pairs each object gets. A kind's share grows with the root of its number, so that the many do not
 * hide the few; large objects get less.
 * @param {readonly { desired: import("./types.js").KubeObject }[]} objects
 * @param {number} pairs
 * @returns {(desired: import("./types.js").KubeObject) => number}
 */
export function shares(objects, pairs) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { desired } of objects) counts.set(desired.kind, (counts.get(desired.kind) ?? 0) + 1);
  const weights = new Map(
    objects.map(({ desired }) => {
      const size = printJson(desired).length;
      return [desired, 1 / Math.sqrt(counts.get(desired.kind) ?? 1) / (1 + size / LARGE)];
    }),
  );
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  return (desired) => Math.max(1, Math.round((pairs * (weights.get(desired) ?? 0)) / all));
}

/**
 * The choices for an object, one after another. Live is looked at anew each time, since it may have been made again.
 * @param {Item} item
 * @param {string} seed
 * @returns {Generator<Choice>}
 */
export function* choices(item, seed) {
  const random = createRandom(`${seed} ${item.id}`);
  const names = weighted();
  const seen = new Set([printJson(item.desired)]);
  yield { mutation: "none", where: "", desired: item.desired };
  for (let round = 0; round < ROUNDS; round++) {
    for (const mutation of random.some(names, names.length)) {
      if (mutation in DRIFTS && isCostly(item.desired) && random.int(COSTLY_SHARE) > 0) continue;
      const choice = chosen(item, mutation, random);
      if (choice === undefined || (choice.drift === undefined && isKnown(choice, seen))) continue;
      yield choice;
    }
  }
}

function weighted() {
  const names = [...Object.keys(MUTATIONS), ...Object.keys(DRIFTS)].filter((name) => name !== "none");
  return names.flatMap((name) =>
    name.replace(/^drift-/, "") in metadata ? [name] : Array.from({ length: FIELDS_WEIGHT }, () => name),
  );
}

/** @param {Choice} choice @param {Set<string>} seen */
function isKnown({ desired }, seen) {
  const text = printJson(desired);
  if (seen.has(text)) return true;
  seen.add(text);
  return false;
}

/** @param {Item} item @param {string} mutation @param {import("./types.js").Random} random @returns {Choice | undefined} */
function chosen({ desired, live, root }, mutation, random) {
  const context = { desired, live, root, random, sites: sitesOf(desired, root) };
  const drift = random.pick(DRIFTS[mutation]?.(context) ?? []);
  if (drift !== undefined)
    return { mutation, where: drift.where, desired: drift.desired?.() ?? desired, drift };
  const edit = random.pick(MUTATIONS[mutation]?.(context) ?? []);
  return edit && { mutation, where: edit.where, desired: edit.make() };
}
