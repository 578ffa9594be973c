// @ts-check
// Asks of every place of a subject, and notes what the server says.
import { ask } from "./ask.mjs";
import { placesOf } from "./places.mjs";
import { repaired } from "./repair.mjs";
import { equal, getAt, isObject, withAt } from "./steps.mjs";
import { samples, trialsOf } from "./values.mjs";

/** @typedef {import("./types.js").Json} Json */
/** @typedef {import("./types.js").Observation} Observation */
/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./types.js").Subject} Subject */

const AT_ONCE = 6;
/** So many items of a list may refuse the same before the others are believed to. */
const ITEMS = 3;

/** @typedef {import("./types.js").Verdict & { to: Json | undefined, instead?: string }} Tried */

/**
 * @param {Subject} subject
 * @param {number} index
 * @param {import("../../src/core/facts.js").KindFacts} kind
 * @param {import("./types.js").Types} types
 * @param {import("./types.js").Hints} hints
 * @returns {Promise<Observation[]>}
 */
export async function observe(subject, index, kind, types, hints) {
  const { client, live, usual } = subject;
  const frame = { client, types, root: kind.type, like: live, live, usual };
  /** @type {Observation[]} */
  const found = [];
  const work = byPath(placesOf(live, subject.desired, kind, types)).values();
  const worker = async () => {
    for (const places of work) {
      for (const each of await observePath(subject, frame, places, hints.values))
        found.push({ ...each, subject: index });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  for (const change of hints.together) found.push(...(await tryTogether(subject, index, change)));
  return found;
}

/** The places of each path: a list's items have one. @param {Iterable<Place>} places */
function byPath(places) {
  /** @type {Map<string, Place[]>} */
  const found = new Map();
  for (const place of places) {
    const same = found.get(place.path) ?? [];
    found.set(place.path, [...same, place]);
  }
  return found;
}

/**
 * One after the other, until enough is known of each operation.
 * @param {Subject} subject @param {import("./repair.mjs").Frame} frame @param {readonly Place[]} places @param {import("./types.js").Hints["values"]} hints
 */
async function observePath(subject, frame, places, hints) {
  /** @type {Omit<Observation, "subject">[]} */
  const found = [];
  /** @type {Map<string, number>} */
  const settled = new Map();
  for (const place of places) {
    const { path, live: from, field } = place;
    const type =
      field === undefined ? {} : { type: field.type, beside: structsBeside(subject.desired, place) };
    for (const trial of trialsOf(place, frame.types, hints[path])) {
      const { operation } = trial;
      const before = settled.get(operation) ?? 0;
      if (before >= ITEMS) continue;
      const told = await tryValues(subject, frame, place, trial);
      settled.set(operation, before + weightOf(told));
      for (const verdict of told) found.push({ path, operation, from, ...type, ...verdict });
    }
  }
  return found;
}

/** The structs that the place's own one has. @param {import("./types.js").KubeObject} desired @param {Place} place */
function structsBeside(desired, { steps }) {
  const owner = getAt(desired, steps.slice(0, -1));
  return isObject(owner)
    ? Object.keys(owner).filter((name) => isObject(owner[name]) && name !== steps.at(-1))
    : [];
}

/** How far verdicts settle what may be done. @param {readonly Tried[]} told */
function weightOf(told) {
  if (told.some(({ outcome }) => outcome === "accepted")) return ITEMS;
  return told.some(({ outcome }) => outcome === "refused") ? 1 : 0;
}

/**
 * Fields that change only together: if the server takes it, each that did change may.
 * @param {Subject} subject @param {number} index @param {Readonly<Record<string, Json>>} change
 * @returns {Promise<Observation[]>}
 */
async function tryTogether({ client, base, live }, index, change) {
  const object = Object.entries(change).reduce(
    (draft, [path, value]) => withAt(draft, path.split("."), value ?? undefined, live),
    base,
  );
  const answer = await client.replace(object, { dryRun: true });
  if (answer.code >= 300) return [];
  return Object.entries(change).flatMap(([path, to]) => {
    const from = getAt(live, path.split("."));
    if (to === null || equal(getAt(answer.body, path.split(".")), from)) return [];
    /** @type {import("./types.js").Operation} */
    const operation = from === undefined ? "add" : "change";
    return [
      {
        path,
        operation,
        subject: index,
        from,
        to,
        outcome: /** @type {const} */ ("accepted"),
        message: "",
        at: "",
      },
    ];
  });
}

/**
 * Tries values until one says something; with `all`, each of them.
 * @param {Subject} subject @param {import("./repair.mjs").Frame} frame @param {Place} place @param {import("./values.mjs").Trial} trial
 * @returns {Promise<readonly Tried[]>}
 */
async function tryValues(subject, frame, place, { operation, values, all = false }) {
  /** @type {Tried[]} */
  const found = [];
  for (const value of values) {
    const verdict = await tryValue(subject, frame, place, value);
    found.push(verdict);
    if (!all && verdict.outcome !== "invalid" && verdict.outcome !== "same") break;
  }
  const useful = found.filter(({ outcome }) => outcome !== "invalid");
  if (useful.length > 0) return useful;
  const switched = operation === "add" ? await trySwitch(subject, frame, place) : undefined;
  return switched === undefined ? found.slice(0, 1) : [switched];
}

/** @param {Subject} subject @param {import("./repair.mjs").Frame} frame @param {Place} place @param {Json | undefined} value @returns {Promise<Tried>} */
async function tryValue(subject, frame, place, value) {
  const verdict = await ask(subject, place.steps, value);
  if (verdict.outcome !== "invalid" || value === undefined) return { ...verdict, to: value };
  const made = await repaired(frame, subject.desired, place.steps, value);
  if (made === undefined) return { ...verdict, to: value };
  return { ...(await ask(subject, place.steps, made.value)), to: made.value };
}

/**
 * A member of a union is valid only in place of another one.
 * @param {Subject} subject @param {import("./repair.mjs").Frame} frame @param {Place} place @returns {Promise<Tried | undefined>}
 */
async function trySwitch(subject, frame, { steps, facts, field }) {
  const owner = steps.slice(0, -1);
  const siblings = getAt(subject.desired, owner);
  if (field === undefined || facts.type !== "struct" || !isObject(siblings)) return undefined;
  const [sample = {}] = samples({ facts }, frame.types);
  for (const [name, value] of Object.entries(siblings)) {
    if (!isObject(value) && name !== "value") continue;
    const rest = withAt(subject.desired, [...owner, name], undefined, undefined);
    const made = await repaired(frame, rest, steps, sample);
    if (made === undefined) continue;
    const verdict = await ask(subject, steps, made.value, [[...owner, name]]);
    if (verdict.outcome !== "invalid") return { ...verdict, to: made.value, instead: name };
  }
  return undefined;
}
