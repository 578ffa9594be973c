// @ts-check
// Makes a value valid by doing what the server asks for, within the place that is being changed.
import { causeText, tryCreate } from "./create.mjs";
import { supportedIn } from "./status.mjs";
import { contains, getAt, isObject, stepsOf, withAt } from "./steps.mjs";
import { factsAt } from "./types-at.mjs";
import { STRINGS, samples } from "./values.mjs";

/** @typedef {import("./types.js").Cause} Cause */
/** @typedef {import("./types.js").Json} Json */
/** @typedef {import("./types.js").KubeObject} KubeObject */
/** @typedef {import("./types.js").Steps} Steps */

const ROUNDS = 14;

/**
 * @typedef {object} Frame
 * @property {import("./types.js").Client} client
 * @property {import("./types.js").Types} types
 * @property {string} root the kind's type
 * @property {KubeObject} like what lists are taken from where desired has none
 * @property {KubeObject | undefined} live the object that is there, where there is one
 * @property {ReadonlySet<string>} usual causes that say nothing of the change
 */

/**
 * The object with a valid value in a place, as a new object would have it; undefined where none is found.
 * @param {Frame} frame
 * @param {KubeObject} object
 * @param {Steps} steps
 * @param {Json} value
 * @returns {Promise<{ value: Json, object: KubeObject, body: import("./types.js").JsonObject | undefined } | undefined>}
 */
export async function repaired(frame, object, steps, value) {
  /** @type {Map<string, number>} */
  const tries = new Map();
  let attempt = withAt(object, steps, value, frame.like);
  for (let round = 0; round < ROUNDS; round++) {
    const { valid, body, causes } = await tryCreate(frame.client, attempt, frame.live);
    const news = causes.filter((cause) => !frame.usual.has(causeText(cause)));
    if (valid || news.length === 0) {
      const found = getAt(attempt, steps);
      return found === undefined ? undefined : { value: found, object: attempt, body };
    }
    const after = news.reduce((draft, cause) => follow(frame, draft, steps, cause, tries), attempt);
    if (after === attempt) return undefined;
    attempt = after;
  }
  return undefined;
}

/**
 * The object with one thing changed that a cause asks for; the same one where nothing is to be done.
 * @param {Frame} frame @param {KubeObject} object @param {Steps} within @param {Cause} cause @param {Map<string, number>} tries how often each place was tried
 * @returns {KubeObject}
 */
function follow(frame, object, within, cause, tries) {
  const steps = stepsOf(cause.field);
  const place = contains(within, steps) ? factsAt(frame.root, steps, frame.types) : undefined;
  if (place === undefined) return object;
  const tried = tries.get(cause.field) ?? 0;
  tries.set(cause.field, tried + 1);
  const value = getAt(object, steps);
  const put = (/** @type {Json | undefined} */ next, at = steps) => withAt(object, at, next, frame.like);
  const before = frame.live === undefined ? undefined : getAt(frame.live, steps);
  const supported = supportedIn(cause.message).filter((each) => each !== before);
  if (supported.length > 0) return tried < supported.length ? put(supported[tried] ?? null) : object;
  if (place.facts.type === "struct" && isObject(value)) {
    const lacking = lackingField(place.facts.ref, value, cause.message, tried, frame.types);
    return lacking === undefined ? object : put(lacking.value, [...steps, lacking.name]);
  }
  const isInside = value !== undefined && steps.length > within.length;
  if (cause.reason === "FieldValueForbidden" && isInside) return put(undefined);
  const pool = poolOf(place, frame.types);
  return tried < pool.length ? put(pool[tried] ?? null) : object;
}

/** @param {import("./types-at.mjs").Found} place @param {import("./types.js").Types} types @returns {readonly Json[]} */
function poolOf({ facts, field }, types) {
  const enumerated = field === undefined ? [] : types.enumOf(field.type, field.name);
  if (facts.type === "string" && enumerated.length === 0) return STRINGS;
  return samples({ facts, ...(field === undefined ? {} : { field }) }, types);
}

/** A field that a struct lacks: one that the message names, or the next in turn. @param {string} ref @param {import("./types.js").JsonObject} value @param {string} message @param {number} tried @param {import("./types.js").Types} types */
function lackingField(ref, value, message, tried, types) {
  const absent = Object.entries(types.fieldsOf(ref)).filter(([name]) => !Object.hasOwn(value, name));
  const named = absent.filter(([name]) => new RegExp(`\\b${name}\\b`).test(message));
  const [name, facts] = (named.length > 0 ? named : absent)[tried] ?? [];
  if (name === undefined || facts === undefined) return undefined;
  const [sample] = samples({ facts, field: { type: ref, name } }, types);
  return sample === undefined ? undefined : { name, value: sample };
}
