// @ts-check
// What observations say of each place, subject by subject.
import { equal, isObject } from "./steps.mjs";

/** @typedef {import("./types.js").Json} Json */
/** @typedef {import("./types.js").Known} Known */
/** @typedef {import("./types.js").Observation} Observation */
/** @typedef {import("./types.js").Operation} Operation */
/** @typedef {import("./types.js").Way} Way */

/** Asked for themselves: a removal, and an empty value, which may be the same as none. */
const ASIDE = new Set(["remove", "add-empty"]);

/** Outcomes that say nothing of what an update ignores. */
const SILENT = new Set(["invalid", "same", "dropped"]);

/** In each way of changing: what is let through, and what shows that the rest is not. @type {Readonly<Record<Way, { may: readonly Operation[], not: readonly Operation[] }>>} */
const WAYS = {
  adding: { may: ["add-item", "add"], not: ["remove-item"] },
  removing: { may: ["remove-item"], not: ["add-item"] },
  reordering: { may: [], not: ["add-item", "remove-item"] },
  raising: { may: ["raise", "add"], not: ["lower"] },
  lowering: { may: ["lower", "add"], not: ["raise"] },
};

/** The observations of each path. @param {readonly Observation[]} observations */
export function byPath(observations) {
  /** @type {Map<string, Observation[]>} */
  const found = new Map();
  for (const each of observations) {
    const list = found.get(each.path) ?? [];
    found.set(each.path, list);
    list.push(each);
  }
  return found;
}

/** Whether each place may change. @param {readonly Observation[]} observations @param {number} subjects @returns {readonly Known[]} */
export function mayChange(observations, subjects) {
  const known = [...byPath(observations)].map(([path, all]) => ({
    path,
    says: each(subjects, (subject) =>
      says(all.filter((one) => one.subject === subject && !ASIDE.has(one.operation))),
    ),
    absent: each(subjects, (subject) => all.some((one) => one.subject === subject && one.from === undefined)),
    removal: each(subjects, (subject) =>
      says(all.filter((one) => one.subject === subject && one.operation === "remove")),
    ),
  }));
  // A removal tells of a place where nothing else does: a struct's is refused for what stands in it.
  return known.map(({ removal, ...place }) => {
    const below = known.filter(({ path }) => isBelow(path, place.path));
    const tellsNothing = (/** @type {number} */ subject) =>
      below.every(({ says }) => says[subject] === undefined);
    const told = place.says.map((said, subject) => {
      const goes = removal[subject]?.includes("free") === true;
      return said ?? (goes || tellsNothing(subject) ? removal[subject] : undefined);
    });
    return { ...place, says: told, stays: removal.some((said) => said?.includes("fixed")) };
  });
}

/** @param {string} path @param {string} above */
function isBelow(path, above) {
  return path.startsWith(`${above}.`) || path.startsWith(`${above}[`);
}

/** Where an update takes a value and does nothing with it: fixed. @param {readonly Observation[]} observations @param {number} subjects @returns {readonly Known[]} */
export function isIgnored(observations, subjects) {
  return [...byPath(observations)].map(([path, all]) => ({
    path,
    says: each(subjects, (subject) => {
      const told = all.filter((one) => one.subject === subject && !SILENT.has(one.outcome));
      if (told.length === 0) return undefined;
      return told.every(({ outcome }) => outcome === "ignored") ? ["fixed"] : ["free"];
    }),
    absent: Array(subjects).fill(false),
  }));
}

/** @template T @param {number} count @param {(index: number) => T} make @returns {T[]} */
function each(count, make) {
  return Array.from({ length: count }, (_, index) => make(index));
}

/** @param {readonly Observation[]} observations of one path and one subject @returns {Known["says"][number]} */
function says(observations) {
  const told = observations.filter(({ outcome }) => outcome !== "invalid" && outcome !== "same");
  const may = told.filter(({ outcome }) => outcome !== "refused").map(operationOf);
  const not = told.filter(({ outcome }) => outcome === "refused").map(operationOf);
  if (told.length === 0) return undefined;
  if (may.length === 0)
    return not.every((operation) => operation === "add") ? ["fixed", "removing"] : ["fixed"];
  const ways = /** @type {Way[]} */ (Object.keys(WAYS)).filter((way) => fits(WAYS[way], may));
  if (not.length === 0) return ["free", ...ways];
  const shown = ways.filter((way) =>
    not.some((operation) => WAYS[way].not.includes(operation) || operation === "change"),
  );
  return shown.length > 0 ? shown : ["free"];
}

/** @param {(typeof WAYS)[Way]} way @param {readonly Operation[]} may */
function fits(way, may) {
  const others = may.filter((operation) => operation !== "reorder");
  return (
    others.every((operation) => way.may.includes(operation)) && (way.may.length === 0 || others.length > 0)
  );
}

/** What a change does: a value of a person's choice may add to the one that is there. @param {Observation} observation @returns {Operation} */
function operationOf({ operation, from, to }) {
  if (operation !== "change" || from === undefined || to === undefined) return operation;
  if (holdsAll(to, from)) return "add-item";
  return holdsAll(from, to) ? "remove-item" : operation;
}

/** @param {Json} more @param {Json} less */
function holdsAll(more, less) {
  if (Array.isArray(more))
    return Array.isArray(less) && less.every((item) => more.some((other) => equal(other, item)));
  return (
    isObject(more) && isObject(less) && Object.entries(less).every(([key, value]) => equal(more[key], value))
  );
}
