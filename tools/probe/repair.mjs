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

/** @param {Frame} frame @param {KubeObject} object @param {Steps} within @param {Cause} cause @param {Map<string, number>} tries @returns {KubeObject} */
function follow(frame, object, within, cause, tries) {
  const steps = stepsOf(cause.field);
  if (!contains(within, steps)) return object;
  const facts = factsAt(frame.root, steps, frame.types);
  if (facts === undefined) return object;
  const live = getAt(object, steps);
  const key = cause.field;
  const tried = tries.get(key) ?? 0;
  tries.set(key, tried + 1);
  const put = (/** @type {Json | undefined} */ value, at = steps) => withAt(object, at, value, frame.like);
  const before = frame.live === undefined ? undefined : getAt(frame.live, steps);
  const supported = supportedIn(cause.message).filter((value) => value !== before);
  if (supported.length > 0) return tried < supported.length ? put(supported[tried] ?? null) : object;
  if (facts.type === "struct" && isObject(live)) {
    const wanted = wantedField(frame.types.fieldsOf(facts.ref), live, cause.message, tried);
    if (wanted === undefined) return object;
    const [sample] = samples(
      {
        steps: [],
        path: "",
        facts: wanted.facts,
        live: undefined,
        field: { type: facts.ref, name: wanted.name },
      },
      frame.types,
    );
    return sample === undefined ? object : put(sample, [...steps, wanted.name]);
  }
  if (cause.reason === "FieldValueForbidden" && live !== undefined && steps.length > within.length)
    return put(undefined);
  const pool =
    facts.type === "string" ? STRINGS : samples({ steps: [], path: "", facts, live: undefined }, frame.types);
  return tried < pool.length ? put(pool[tried] ?? null) : object;
}

/** The field that a struct lacks: one that the message names, or the next in turn. @param {import("../../src/core/facts.js").TypeFacts["fields"]} fields @param {import("./types.js").JsonObject} live @param {string} message @param {number} tried */
function wantedField(fields, live, message, tried) {
  const absent = Object.entries(fields).filter(([name]) => !Object.hasOwn(live, name));
  const named = absent.filter(([name]) => new RegExp(`\\b${name}\\b`).test(message));
  const entry = (named.length > 0 ? named : absent)[tried];
  return entry === undefined ? undefined : { name: entry[0], facts: entry[1] };
}
