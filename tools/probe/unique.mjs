// @ts-check
// What the items of a keyed list may not share beside their keys: two of them are made, alike in one field.
import { causeText, tryCreate } from "./create.mjs";
import { placesOf } from "./places.mjs";
import { causesOf } from "./status.mjs";
import { contains, equal, isEmpty, isObject, stepsOf, withAt } from "./steps.mjs";
import { otherValues } from "./values.mjs";

/** @typedef {import("./types.js").Json} Json */
/** @typedef {import("./types.js").JsonObject} JsonObject */
/** @typedef {import("./types.js").Repeat} Repeat */
/** @typedef {import("./types.js").Steps} Steps */
/** @typedef {import("./types.js").Subject} Subject */
/** @typedef {import("./types.js").Types} Types */
/** `steps` below the list; none where no place is named. @typedef {{ readonly steps: Steps, readonly text: string }} Said */

/**
 * A keyed list, and how to ask of it.
 * @typedef {object} Asked
 * @property {string} ref the items' type
 * @property {readonly string[]} keys
 * @property {Types} types
 * @property {(items: readonly JsonObject[]) => Promise<readonly Said[]>} says of an object with these items, in the list or
 *   of no place at all; nothing where it takes them
 */

/**
 * @param {Subject} subject
 * @param {import("../../src/core/facts.js").KindFacts} kind
 * @param {Types} types
 * @param {Set<string>} tried lists and fields, of all subjects
 * @returns {Promise<Repeat[]>}
 */
export async function repeatsOf(subject, kind, types, tried) {
  const { desired, live } = subject;
  /** @type {Repeat[]} */
  const found = [];
  for (const { facts, field, stated, steps } of placesOf(live, desired, kind, types)) {
    const item = Array.isArray(stated) ? stated[0] : undefined;
    if (field === undefined || facts.type !== "list" || facts.of.type !== "struct") continue;
    if (facts.list !== "keyed" || !isObject(item)) continue;
    const list = `${field.type}.${field.name}`;
    const { keys = [], of } = facts;
    const shape = { ref: of.ref, keys, types };
    const asked = { ...shape, says: await askerOf(subject, steps, shape, item) };
    for (const name of scalarsOf(asked)) {
      if (keys.includes(name) || tried.has(`${list} ${name}`)) continue;
      const repeat = await repeatOf(asked, item, name);
      if (repeat === undefined) continue;
      tried.add(`${list} ${name}`);
      found.push({ list, name, ...repeat });
    }
  }
  return found;
}

/** @param {Asked} asked */
function scalarsOf({ ref, types }) {
  return Object.entries(types.fieldsOf(ref))
    .filter(([, { type }]) => type === "string" || type === "integer")
    .map(([name]) => name);
}

/**
 * An update is asked of, as an apply is one; of a list that no update changes, a new object.
 * @param {Subject} subject @param {Steps} steps @param {Omit<Asked, "says">} list @param {JsonObject} item
 * @returns {Promise<Asked["says"]>}
 */
async function askerOf({ client, base, desired, live, usual }, steps, list, item) {
  /** @param {readonly JsonObject[]} items */
  const update = (items) => client.replace(withAt(base, steps, [...items], live), { dryRun: true });
  /** @type {Asked["says"]} */
  const takes = async (items) => ((await update(items)).code < 300 ? [] : [{ steps: [], text: "" }]);
  if ((await withOtherKey({ ...list, says: takes }, item)) !== undefined)
    return async (items) => {
      const answer = await update(items);
      return answer.code < 300 ? [] : saidBelow(steps, causesOf(answer));
    };
  return async (items) => {
    const { causes } = await tryCreate(client, withAt(desired, steps, [...items], live), live);
    return saidBelow(
      steps,
      causes.filter((cause) => !usual.has(causeText(cause))),
    );
  };
}

/** @param {Steps} steps @param {readonly import("./types.js").Cause[]} causes @returns {readonly Said[]} */
function saidBelow(steps, causes) {
  return causes
    .map(({ field, message }) => ({ steps: stepsOf(field), text: withoutValues(message) }))
    .filter(({ steps: at }) => at.length === 0 || contains(steps, at))
    .map(({ steps: at, text }) => ({ steps: at.slice(steps.length), text }));
}

/** @param {string} message */
function withoutValues(message) {
  return message.replace(/"[^"]*"|\d+/g, "...");
}

/**
 * Undefined where no two items can be made to ask with.
 * @param {Asked} asked @param {JsonObject} item @param {string} name
 * @returns {Promise<Pick<Repeat, "fields" | "alone" | "said"> | undefined>}
 */
async function repeatOf(asked, item, name) {
  const first = await withValue(asked, item, name);
  const second = first === undefined ? undefined : await withOtherKey(asked, first);
  if (first === undefined || second === undefined) return undefined;
  const alike = await saidOf(asked, name, [first, second]);
  const { [name]: _, ...without } = second;
  const { value: other = without } = await variants(asked, second, name).next();
  if ((await asked.says([first, other])).some(({ steps }) => steps.length === 0)) return undefined;
  const apart = await saidOf(asked, name, [first, other]);
  const said = alike.find((text) => !apart.includes(text));
  if (said === undefined) return { fields: [], alone: false, said: "" };
  const fields = [name];
  for (const beside of scalarsOf(asked)) {
    if (beside === name || !equal(first[beside], second[beside])) continue;
    if (await tellsApart(asked, first, second, beside, { name, said })) fields.push(beside);
  }
  const isEnough = (await asked.says([without])).length === 0;
  const alone = isEnough && (await saidOf(asked, name, [first, without])).length > 0;
  return { fields, alone, said };
}

/** The item with a value in a field, which is free: the one that it has may be taken. @param {Asked} asked @param {JsonObject} item @param {string} name */
async function withValue(asked, item, name) {
  for await (const other of variants(asked, item, name)) return other;
  return item[name] === undefined ? undefined : item;
}

/** What is said of a field of any of the items, or of no place. @param {Asked} asked @param {string} name @param {readonly JsonObject[]} items */
async function saidOf({ says }, name, items) {
  const said = await says(items);
  const isOf = (/** @type {Said} */ { steps }) =>
    steps.length === 0 || (steps.length === 2 && steps[1] === name);
  return said.filter(isOf).map(({ text }) => text);
}

/** True where another value in a field lets the two stand together. @param {Asked} asked @param {JsonObject} first @param {JsonObject} second @param {string} beside @param {{ name: string, said: string }} refusal */
async function tellsApart(asked, first, second, beside, { name, said }) {
  for await (const other of variants(asked, second, beside))
    if (!(await saidOf(asked, name, [first, other])).includes(said)) return true;
  return false;
}

/** The item with another key. @param {Asked} asked @param {JsonObject} item */
async function withOtherKey(asked, item) {
  for (const key of asked.keys) {
    if (item[key] === undefined) continue;
    for await (const other of variants(asked, item, key)) return other;
  }
  return undefined;
}

/** The item with other values in a field, of those that the server takes by themselves. @param {Asked} asked @param {JsonObject} item @param {string} name @returns {AsyncGenerator<JsonObject>} */
async function* variants({ ref, types, says }, item, name) {
  const facts = types.fieldsOf(ref)[name];
  if (facts === undefined) return;
  const values = otherValues({ facts, field: { type: ref, name } }, item[name], types);
  for (const value of values.filter((each) => !isEmpty(each))) {
    const other = { ...item, [name]: value };
    if ((await says([other])).length === 0) yield other;
  }
}
