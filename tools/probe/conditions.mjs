// @ts-check
// Conditions on live that tell subjects apart.
import { getAt, isObject, pathOf, stepsOf } from "./steps.mjs";

/** @typedef {import("./types.js").Condition} Condition */
/** @typedef {import("./types.js").Json} Json */
/** @typedef {import("./types.js").KubeObject} KubeObject */

/** What decides stands near the top; below, names and labels differ by chance. */
const DEEPEST = 3;

/** @typedef {{ path: string, values: Set<Json> }} Feature */

/**
 * Every condition that holds of some live objects and not of others; of several that hold of the same ones, that on
 * what desired may state before one on status, a value before mere presence, and the shortest.
 * @param {readonly KubeObject[]} lives
 * @returns {readonly Condition[]}
 */
export function conditionsOf(lives) {
  /** @type {Map<string, Condition>} */
  const found = new Map();
  const add = (/** @type {Condition} */ condition) => {
    const key = condition.holds.join();
    if (condition.holds.includes(true) && condition.holds.includes(false) && !found.has(key))
      found.set(key, condition);
  };
  const features = featuresOf(lives);
  for (const part of [
    features.filter(({ path }) => !isStatus(path)),
    features.filter(({ path }) => isStatus(path)),
  ]) {
    for (const { path, values } of part)
      for (const equals of values) add(conditionOn(lives, path, { equals }));
    for (const { path } of part) {
      add(conditionOn(lives, path, { exists: true }));
      add(conditionOn(lives, path, { exists: false }));
    }
  }
  return [...found.values()];
}

/** What holds where a condition on what desired may state and one on status hold together. @param {readonly Condition[]} conditions @returns {readonly Condition[]} */
export function pairsOf(conditions) {
  const known = new Set(conditions.map(({ holds }) => holds.join()));
  const ofStatus = conditions.filter(({ when }) => pathsOf(when).some(isStatus));
  /** @type {Condition[]} */
  const pairs = [];
  for (const own of conditions.filter((each) => !ofStatus.includes(each))) {
    for (const other of ofStatus) {
      const holds = own.holds.map((held, index) => held && other.holds[index] === true);
      const key = holds.join();
      if (!holds.includes(true) || known.has(key)) continue;
      known.add(key);
      pairs.push({ when: [own.when, other.when].flatMap((when) => when ?? []), holds });
    }
  }
  return pairs;
}

/** @param {Condition["when"]} when @returns {readonly string[]} */
function pathsOf(when) {
  return [when].flatMap((each) => each ?? []).map(({ path }) => path);
}

/** The condition that a path exists, or does not, or has a value. @param {readonly KubeObject[]} lives @param {string} path @param {{ exists: boolean } | { equals: Json }} wanted @returns {Condition} */
export function conditionOn(lives, path, wanted) {
  const holds = lives.map((live) => {
    const value = valueIn(live, path);
    return "equals" in wanted ? value === wanted.equals : (value !== undefined) === wanted.exists;
  });
  return { when: { path, ...wanted }, holds };
}

/** @param {KubeObject} live @param {string} path @returns {Json | undefined} */
function valueIn(live, path) {
  const [, type] = path.match(/^status\.conditions\[type=(.*)\]\.status$/) ?? [];
  if (type === undefined) return getAt(live, stepsOf(path));
  const conditions = getAt(live, ["status", "conditions"]);
  const found = Array.isArray(conditions)
    ? conditions.find((item) => isObject(item) && item.type === type)
    : undefined;
  return isObject(found) ? found.status : undefined;
}

/** Paths of all lives with their values, the shortest first. @param {readonly KubeObject[]} lives */
function featuresOf(lives) {
  /** @type {Map<string, Set<Json>>} */
  const features = new Map();
  const note = (/** @type {string} */ path, /** @type {Json[]} */ values) => {
    const known = features.get(path) ?? new Set();
    features.set(path, known);
    for (const value of values) known.add(value);
  };
  for (const live of lives) {
    const { apiVersion: _, kind: __, metadata: ___, ...rest } = live;
    walk(rest, [], note);
  }
  return [...features]
    .map(([path, values]) => ({ path, values }))
    .sort((a, b) => a.path.length - b.path.length || (a.path < b.path ? -1 : 1));
}

/** @param {string} path */
function isStatus(path) {
  return path.startsWith("status.");
}

/** @param {Json} value @param {readonly string[]} steps @param {(path: string, values: Json[]) => void} note */
function walk(value, steps, note) {
  const path = pathOf(steps);
  if (path.includes("[") || steps.length > DEEPEST || /template/i.test(path)) return;
  if (path === "status.conditions" && Array.isArray(value)) {
    for (const item of value) {
      if (isObject(item)) note(`${path}[type=${item.type}].status`, [item.status ?? null]);
    }
  } else if (isObject(value)) {
    if (path !== "") note(path, []);
    for (const [key, member] of Object.entries(value)) walk(member, [...steps, key], note);
  } else note(path, isPlain(value) ? [value] : []);
}

/** A value that a condition may name. @param {Json} value */
function isPlain(value) {
  return typeof value === "boolean" || (typeof value === "string" && /^[A-Z][A-Za-z]+$/.test(value));
}
