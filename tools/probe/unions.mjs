// @ts-check
// Unions: fields of a struct that go with one value of another field (its discriminator), or instead of each other.
import { placesOf } from "./places.mjs";
import { repaired } from "./repair.mjs";
import { supportedIn } from "./status.mjs";
import { getAt, isObject, withAt } from "./steps.mjs";

/** @typedef {import("./types.js").JsonObject} JsonObject */
/** @typedef {import("./types.js").Observation} Observation */
/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./types.js").Steps} Steps */
/** @typedef {import("./types.js").Subject} Subject */
/** @typedef {import("./repair.mjs").Frame} Frame */
/** @typedef {import("./types.js").Clash} Clash */

/**
 * Gives each field that has certain values another one, and looks which of live's fields cannot stay beside it.
 * @param {Subject} subject
 * @param {import("../../src/core/facts.js").KindFacts} kind
 * @param {import("./types.js").Types} types
 * @param {readonly Observation[]} observations
 * @param {Set<string>} tried paths and values, of all subjects
 * @returns {Promise<Clash[]>}
 */
export async function clashesOf(subject, kind, types, observations, tried) {
  const { client, live, desired, usual } = subject;
  const frame = { client, types, root: kind.type, like: live, live, usual };
  const supported = supportedValues(observations);
  /** @type {Clash[]} */
  const found = [];
  for (const place of placesOf(live, desired, kind, types)) {
    const { field, live: value } = place;
    if (field === undefined || place.facts.type !== "string" || typeof value !== "string") continue;
    if (place.steps.length < 2) continue; // what stands beside it is the whole object
    const key = `${place.path} ${value}`;
    const values = [
      ...new Set([
        ...types.enumOf(field.type, field.name),
        ...(supported.get(`${field.type} ${field.name}`) ?? []),
      ]),
    ];
    if (values.length < 2 || tried.has(key)) continue;
    tried.add(key);
    for (const other of values.filter((each) => each !== value)) {
      const union = { type: field.type, discriminator: field.name, value: other, instead: value };
      for (const each of await clashing(subject, frame, place.steps, other))
        found.push({ ...union, ...each });
    }
  }
  return found;
}

/** The values that refusals list, by type and field. @param {readonly Observation[]} observations */
function supportedValues(observations) {
  /** @type {Map<string, readonly string[]>} */
  const found = new Map();
  for (const { path, type = "", outcome, message } of observations) {
    const values = outcome === "invalid" ? supportedIn(message) : [];
    if (values.length > 0) found.set(`${type} ${path.slice(path.lastIndexOf(".") + 1)}`, values);
  }
  return found;
}

/**
 * Live's fields beside a place, and whether an update refuses each once the place has another value.
 * @param {Subject} subject @param {Frame} frame @param {Steps} steps @param {string} value
 * @returns {Promise<{ member: string, refused: boolean }[]>}
 */
async function clashing({ client, base, desired, live }, frame, steps, value) {
  const owner = steps.slice(0, -1);
  const name = String(steps.at(-1));
  const before = getAt(live, owner);
  if (!isObject(before)) return [];
  const named = before.name === undefined ? {} : { name: before.name };
  const made = await repaired(frame, desired, owner, { ...named, [name]: value });
  if (!isObject(made?.value) || made.value[name] !== value) return [];
  const bare = made.value;
  const accepts = async (/** @type {JsonObject} */ struct) =>
    (await client.replace(withAt(base, owner, struct, live), { dryRun: true })).code < 300;
  if (!(await accepts(bare))) return [];
  /** @type {string[]} */
  const suspects = [];
  for (const [member, old] of Object.entries(before)) {
    if (!Object.hasOwn(bare, member) && !(await accepts({ ...bare, [member]: old }))) suspects.push(member);
  }
  // Some only lack what else stood beside them.
  const innocent = Object.entries(before).filter(([member]) => !suspects.includes(member));
  const others = { ...bare, ...Object.fromEntries(innocent), [name]: value };
  const found = innocent.map(([member]) => ({ member, refused: false }));
  if (suspects.length === 0 || !(await accepts(others))) return found;
  for (const member of suspects) {
    found.push({ member, refused: !(await accepts({ ...others, [member]: before[member] ?? null })) });
  }
  return found;
}
