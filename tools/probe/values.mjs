// @ts-check
// Values to try in a place, valid by its type. The server has the last word: repair.mjs follows what it says.

import { equal } from "./steps.mjs";

/** @typedef {import("./types.js").Json} Json */
/** @typedef {import("./types.js").Operation} Operation */
/** @typedef {import("./types.js").Place} Place */
/** @typedef {import("./types.js").Types} Types */

/** One change to ask of: values in the order in which they are tried; undefined removes. */
/** @typedef {{ operation: Operation, values: readonly (Json | undefined)[], all?: boolean }} Trial */

const MAX = 6;

/** Strings that one validation or another takes. */
export const STRINGS = [
  "x",
  "x.example.com",
  "example.com/x",
  "/x",
  "10.0.0.9",
  "10.9.0.0/24",
  "https://x.example.com",
  "1",
  "X",
  "metadata.name",
  "true",
];

/**
 * What to ask of a place.
 * @param {Place} place
 * @param {Types} types
 * @param {readonly Json[]} [hints] values that a person knows of
 * @returns {readonly Trial[]}
 */
export function trialsOf(place, types, hints = []) {
  /** @type {Trial[]} */
  const trials = [];
  const inField = place.field !== undefined;
  if (place.live === undefined) {
    trials.push({ operation: "add", values: [...hints, ...samples(place, types)] });
    if (place.facts.type === "map") trials.push({ operation: "add-empty", values: [{}] });
    if (place.facts.type === "list") trials.push({ operation: "add-empty", values: [[]] });
  } else {
    const isOne = place.facts.type !== "struct" || place.facts.atomic === true;
    if (hints.length > 0 && isOne) trials.push({ operation: "change", values: hints, all: true });
    trials.push(...changes(place, types));
  }
  if (inField && place.stated !== undefined) trials.push({ operation: "remove", values: [undefined] });
  return trials;
}

/** @param {Place} place @param {Types} types @returns {Trial[]} */
function changes(place, types) {
  const { facts, live } = place;
  if (facts.type === "list" && Array.isArray(live)) return listChanges(place, facts, live, types);
  if (facts.type === "map" && live !== null && typeof live === "object" && !Array.isArray(live)) {
    return mapChanges(facts, live, types);
  }
  if (facts.type === "struct") return [];
  if (typeof live === "number" && facts.type === "integer") {
    return [
      { operation: "raise", values: [live + 1, live * 2, live + 100] },
      { operation: "lower", values: live > 0 ? [live - 1, Math.floor(live / 2), 1, 0] : [] },
    ];
  }
  if (facts.type === "quantity") return quantityChanges(String(live));
  const enumerated = place.field === undefined ? [] : types.enumOf(place.field.type, place.field.name);
  const values = scalarChanges(facts.type, live ?? null, enumerated).filter((value) => value !== live);
  return [
    {
      operation: "change",
      values: values.slice(0, Math.max(MAX, enumerated.length)),
      all: enumerated.length > 0,
    },
  ];
}

/** @param {string} type @param {Json} live @param {readonly string[]} enumerated @returns {Json[]} */
function scalarChanges(type, live, enumerated) {
  if (enumerated.length > 0) return [...enumerated];
  switch (type) {
    case "boolean":
      return [live !== true];
    case "integer":
    case "number":
      return [Number(live) + 1];
    case "intOrString":
      return typeof live === "number" ? [live + 1, "x", "50%"] : ["x", "30%", 1, 2];
    case "time":
      return ["2031-02-03T04:05:06Z", "2021-02-03T04:05:06Z"];
    case "microTime":
      return ["2031-02-03T04:05:06.000000Z", "2021-02-03T04:05:06.000000Z"];
    case "bytes":
      return [btoa("other"), btoa("x")];
    case "any":
      return [anyOther(live), "x", 1];
    default:
      return stringChanges(String(live));
  }
}

/** @param {Json} live @returns {Json} */
function anyOther(live) {
  if (live !== null && typeof live === "object" && !Array.isArray(live)) return { ...live, probe: "x" };
  return { probe: "x" };
}

/** Values for a scalar's place, other than the one that is there. @param {Pick<Place, "facts" | "field">} place @param {Json | undefined} live @param {Types} types @returns {Json[]} */
export function otherValues(place, live, types) {
  const { facts, field } = place;
  if (live === undefined) return samples(place, types);
  const enumerated = field === undefined ? [] : types.enumOf(field.type, field.name);
  return scalarChanges(facts.type, live, enumerated).filter((value) => value !== live);
}

/** @param {string} live @returns {string[]} */
function stringChanges(live) {
  const last = live.match(/^(\D*(?:.*\D)?)(\d+)(\D*)$/);
  const counted =
    last === null
      ? []
      : [
          `${last[1]}${Number(last[2]) + 1}${last[3]}`,
          `${last[1]}${Math.max(0, Number(last[2]) - 1)}${last[3]}`,
        ];
  return [...counted, `${live}x`, `x${live}`, ...STRINGS];
}

/** @param {string} live @returns {Trial[]} */
function quantityChanges(live) {
  const [, number = "1", suffix = ""] = live.match(/^([0-9.]+)(.*)$/) ?? [];
  return [
    { operation: "raise", values: [`${Number(number) * 2}${suffix}`] },
    {
      operation: "lower",
      values: [`${Number(number) * 500}m`]
        .filter(() => suffix === "")
        .concat(Number(number) > 1 ? [`${Math.floor(Number(number) / 2)}${suffix}`] : []),
    },
  ];
}

/** @param {Place} place @param {Extract<Place["facts"], { type: "list" }>} facts @param {Json[]} live @param {Types} types @returns {Trial[]} */
function listChanges({ field, stated }, facts, live, types) {
  const last = live.at(-1);
  const enumerated = field === undefined ? [] : types.enumOf(field.type, field.name);
  const others =
    last === undefined || facts.of.type === "struct" ? [] : scalarChanges(facts.of.type, last, enumerated);
  const items = (others.length > 0 ? others : itemSamples(facts, last, types))
    .filter((item) => !live.some((other) => equal(other, item)))
    .slice(0, MAX);
  /** @type {Trial[]} */
  const trials = [{ operation: "add-item", values: items.map((item) => [...live, item]) }];
  // What the server added would only be added again.
  const gone = (Array.isArray(stated) && stated.length > 0 ? stated.length : live.length) - 1;
  if (live.length > 0) trials.push({ operation: "remove-item", values: [live.toSpliced(gone, 1)] });
  if (live.length > 1) trials.push({ operation: "reorder", values: [[...live].reverse()] });
  if (others.length > 0)
    trials.push({ operation: "change", values: others.map((item) => [...live.slice(0, -1), item]) });
  return trials;
}

/** @param {Extract<Place["facts"], { type: "list" }>} facts @param {Json | undefined} last @param {Types} types @returns {Json[]} */
function itemSamples({ of, keys = [] }, last, types) {
  const made = samples({ facts: of }, types);
  if (of.type !== "struct" || last === null || typeof last !== "object" || Array.isArray(last)) return made;
  const fields = types.fieldsOf(of.ref);
  const key =
    keys.find((name) => typeof last[name] === "string" || typeof last[name] === "number") ??
    (typeof last.name === "string" ? "name" : undefined);
  if (key === undefined) return [...made, last];
  const others = scalarChanges(fields[key]?.type ?? "string", last[key] ?? null, []).slice(0, 3);
  return [...others.map((value) => ({ ...last, [key]: value })), ...made];
}

/** @param {Extract<Place["facts"], { type: "map" }>} facts @param {import("./types.js").JsonObject} live @param {Types} types @returns {Trial[]} */
function mapChanges({ of }, live, types) {
  const value = samples({ facts: of }, types)[0] ?? "x";
  const [first] = Object.keys(live);
  /** @type {Trial[]} */
  const trials = [
    {
      operation: "add-item",
      values: ["x", "x.y", "cpu", "memory"]
        .filter((key) => !Object.hasOwn(live, key))
        .map((key) => ({ ...live, [key]: value })),
    },
  ];
  if (first === undefined) return trials;
  const { [first]: old, ...rest } = live;
  trials.push({ operation: "remove-item", values: [rest] });
  if (of.type === "quantity") {
    for (const { operation, values } of quantityChanges(String(old))) {
      trials.push({ operation, values: values.map((amount) => ({ ...live, [first]: amount ?? null })) });
    }
  } else if (of.type !== "struct") {
    const others = scalarChanges(of.type, old ?? null, []).slice(0, MAX);
    trials.push({ operation: "change", values: others.map((other) => ({ ...live, [first]: other })) });
  }
  return trials;
}

/** Values for a place where there is none. @param {Pick<Place, "facts" | "field">} place @param {Types} types @returns {Json[]} */
export function samples({ facts, field }, types) {
  const enumerated = field === undefined ? [] : types.enumOf(field.type, field.name);
  if (enumerated.length > 0 && facts.type !== "list") return [...enumerated];
  const fallback =
    "default" in facts && facts.default !== undefined ? [/** @type {Json} */ (facts.default)] : [];
  switch (facts.type) {
    case "struct":
      return [{}];
    case "list":
      return samples(field === undefined ? { facts: facts.of } : { facts: facts.of, field }, types)
        .slice(0, MAX)
        .map((item) => [item]);
    case "map":
      return samples({ facts: facts.of }, types)
        .slice(0, 1)
        .flatMap((value) => ["x", "cpu", "memory"].map((key) => ({ [key]: value })));
    case "boolean":
      return "pointer" in facts ? [false, true] : [true];
    case "integer":
    case "number":
      return [10, 1, 2, 0, 100, 1000, 4000];
    case "intOrString":
      return [1, "30%", "x", 80];
    case "quantity":
      return ["1", "1Gi"];
    case "time":
    case "microTime":
    case "bytes":
      return scalarChanges(facts.type, null, []);
    case "any":
      return [{ probe: "x" }, "x", 1];
    default:
      return [...fallback, ...STRINGS];
  }
}
