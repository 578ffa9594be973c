// @ts-check
// What an update must not leave out, and what the server keeps where it is left out.
import { conditionOn } from "./conditions.mjs";
import { contains, getAt, isEmpty, isObject, pathOf } from "./steps.mjs";
import { factsAt } from "./types-at.mjs";

/** @typedef {import("./types.js").Condition} Condition */
/** @typedef {import("./types.js").KubeObject} KubeObject */
/** @typedef {import("./types.js").Probed} Probed */
/** @typedef {import("./types.js").Steps} Steps */
/** @typedef {import("./types.js").Types} Types */
/** @typedef {import("../../src/core/facts.js").KindFacts} KindFacts */
/** @typedef {{ readonly path: string, readonly condition: Condition, readonly message: string }} Kept */
/** @typedef {{ steps: Steps, message: string, subjects: Set<number> }} Found */

/**
 * @param {Probed} probed
 * @param {KindFacts} kind
 * @param {Types} types
 * @returns {readonly Kept[]}
 */
export function keptFromLive({ subjects, observations }, kind, types) {
  /** @type {Map<string, Found>} */
  const found = new Map();
  /** @param {number} subject @param {Steps} steps @param {string} message */
  const note = (subject, steps, message) => {
    const path = pathOf(steps);
    const entry = found.get(path) ?? { steps, message, subjects: new Set() };
    found.set(path, entry);
    entry.subjects.add(subject);
  };
  for (const [index, { kept, carried, live }] of subjects.entries()) {
    const needed = units(
      kept.map(({ steps }) => steps),
      kind,
      types,
    );
    for (const { steps, message } of kept) if (needed.includes(steps)) note(index, steps, message);
    for (const steps of carried) if (isOwn(steps, live, kind, types)) note(index, steps, "");
  }
  for (const { subject, moved } of observations)
    if (moved !== undefined) note(subject, moved.steps, moved.message);
  const places = [...found].filter(([path]) => ![...found.keys()].some((other) => isWithin(other, path)));
  return places.map(([path, { steps, message, subjects: told }]) => {
    // Who is told of the whole map is told of its keys.
    const outer = [...found]
      .filter(([other]) => isWithin(path, other))
      .flatMap(([, each]) => [...each.subjects]);
    const all = [...told, ...outer.filter((index) => getAt(subjects[index]?.live, steps) !== undefined)];
    return { path, message, condition: conditionFor(steps, new Set(all), subjects) };
  });
}

/** @param {string} path @param {string} outer */
function isWithin(path, outer) {
  return path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
}

/** A struct's fields, each by itself; anything else as a whole. @param {readonly Steps[]} all @param {KindFacts} kind @param {Types} types @returns {readonly Steps[]} */
function units(all, kind, types) {
  const opens = all.filter((steps) => isOpen(factsAt(kind.type, steps, types)?.facts));
  const isInside = (/** @type {Steps} */ outer, /** @type {Steps} */ inner) =>
    inner.length > outer.length && contains(outer, inner);
  return all.filter((steps) =>
    opens.includes(steps)
      ? !all.some((other) => isInside(steps, other))
      : !all.some((other) => !opens.includes(other) && isInside(other, steps)),
  );
}

/** @param {import("./types.js").Place["facts"] | undefined} facts */
function isOpen(facts) {
  return facts?.type === "struct" && facts.atomic !== true;
}

/** Carried by more than a default, which facts have already. @param {Steps} steps @param {KubeObject} live @param {KindFacts} kind @param {Types} types */
function isOwn(steps, live, kind, types) {
  const facts = factsAt(kind.type, steps, types)?.facts;
  const value = getAt(live, steps);
  const isPointer = facts !== undefined && "pointer" in facts;
  const isZero = (isEmpty(value) && !isPointer) || (facts?.type === "quantity" && value === "0");
  return !isOpen(facts) && !isZero && !isFilledByFacts(steps, kind, types);
}

/** A default, which facts have already. @param {Steps} steps @param {KindFacts} kind @param {Types} types */
function isFilledByFacts(steps, kind, types) {
  return steps.some((_, index) => {
    const outer = steps.slice(0, index + 1);
    const facts = { ...factsAt(kind.type, outer, types)?.facts, ...kind.fields?.[pathOf(outer)] };
    return "default" in facts || "computed" in facts;
  });
}

/**
 * What the server fills in, it fills in by a class that is named, or it says so in an annotation, or fills in
 * more beside it: then the place is kept only there, since elsewhere it is a person's, who may want it gone.
 * @param {Steps} steps @param {ReadonlySet<number>} told @param {Probed["subjects"]} subjects @returns {Condition}
 */
function conditionFor(steps, told, subjects) {
  const always = { when: undefined, holds: subjects.map(() => true) };
  const lives = subjects.map(({ live }) => live);
  const others = subjects.map(({ live }, index) => !told.has(index) && getAt(live, steps) !== undefined);
  if (!others.includes(true)) return always;
  const path = pathOf(steps);
  const classes = lives.flatMap((live) => [...classesOf(live), ...annotationsOf(live)]);
  const beside = [...told]
    .flatMap((index) => filledPaths(subjects[index]))
    .sort((a, b) => a.length - b.length);
  const candidates = [...classes, ...beside]
    .filter((candidate) => candidate !== path)
    .map((candidate) => conditionOn(lives, candidate, { exists: true }));
  const fits = (/** @type {Condition} */ { holds }) =>
    holds.every((held, index) => (told.has(index) ? held : !others[index] || !held));
  return candidates.find(fits) ?? always;
}

/** Fields and keys that the server filled in. @param {Probed["subjects"][number] | undefined} subject @returns {readonly string[]} */
function filledPaths(subject) {
  if (subject === undefined) return [];
  return [...subject.kept.map(({ steps }) => steps), ...subject.carried]
    .filter((steps) => steps.every((step) => typeof step === "string"))
    .map(pathOf);
}

/** @param {KubeObject} live */
function classesOf(live) {
  return isObject(live.spec)
    ? Object.keys(live.spec)
        .filter((name) => name.endsWith("ClassName"))
        .map((name) => `spec.${name}`)
    : [];
}

/** @param {KubeObject} live */
function annotationsOf({ metadata: { annotations } }) {
  return isObject(annotations) ? Object.keys(annotations).map((key) => `metadata.annotations[${key}]`) : [];
}
