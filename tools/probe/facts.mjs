// @ts-check
// A kind's facts, from what was observed of it.
import { conditionOn, conditionsOf, pairsOf } from "./conditions.mjs";
import { isIgnored, mayChange } from "./evidence.mjs";
import { keptFromLive } from "./kept.mjs";
import { minimise } from "./minimise.mjs";
import { stepsOf } from "./steps.mjs";
import { factsAt } from "./types-at.mjs";

/** @typedef {import("./types.js").Condition} Condition */
/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./types.js").Fact} Fact */
/** @typedef {import("./types.js").FoundFacts} FoundFacts */
/** @typedef {import("./types.js").Observation} Observation */
/** @typedef {import("./types.js").Probed} Probed */

/**
 * @param {Probed} probed
 * @param {import("../../src/core/facts.js").KindFacts} kind
 * @param {import("./types.js").Types} types
 * @returns {FoundFacts}
 */
export function factsFrom(probed, kind, types) {
  const { subjects, observations } = probed;
  const lives = subjects.map(({ live }) => live);
  const own = (/** @type {string} */ path) =>
    path.includes("[")
      ? []
      : [conditionOn(lives, path, { exists: true }), conditionOn(lives, path, { exists: false })];
  const placeOf = (/** @type {string} */ path) => ({
    ...factsAt(kind.type, stepsOf(path.replaceAll("[*]", "[0]")), types)?.facts,
    ...kind.fields?.[path],
  });
  const conditions = conditionsOf(lives);
  const choice = { own, others: conditions, pairs: pairsOf(conditions) };
  const entries = minimise(mayChange(observations, lives.length), choice, lives.length);
  const ignored = minimise(
    isIgnored(observations, lives.length),
    { own: () => [], others: [], pairs: [] },
    lives.length,
  );
  return {
    immutable: sorted(
      entries
        .filter(({ mark }) => mark === "immutable")
        .map((entry) => immutableFact(entry, observations, placeOf(entry.path))),
    ),
    mutable: sorted(
      entries.filter(({ mark }) => mark === "mutable").map((entry) => fact(entry, "accepted", entry.only)),
    ),
    keepFromLive: sorted(
      keptFromLive(probed, kind, types).map((entry) =>
        entry.message === ""
          ? { ...fact(entry, "kept where it is left out"), refilled: /** @type {const} */ (true) }
          : fact(entry, entry.message),
      ),
    ),
    ignoredOnUpdate: sorted(ignored.map((entry) => fact(entry, "accepted, and live's value stays"))),
  };
}

/** @param {readonly Fact[]} facts */
function sorted(facts) {
  return [...facts].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** @param {{ path: string, condition: Condition }} entry @param {string} said @param {import("./types.js").Way} [only] @returns {Fact} */
function fact({ path, condition: { when } }, said, only) {
  return { path, ...(when === undefined ? {} : { when }), ...(only === undefined ? {} : { only }), said };
}

/**
 * Where a removal is let through, only another value is refused. A default that comes back says nothing.
 * @param {Entry} entry @param {readonly Observation[]} observations @param {Partial<import("../../src/core/facts.js").FieldFacts> | undefined} facts of the place @returns {Fact}
 */
function immutableFact(entry, observations, facts) {
  const { path, condition } = entry;
  const here = observations.filter((each) => condition.holds[each.subject]);
  const removals = here.filter((each) => each.path === path && each.operation === "remove");
  const comesBack = facts === undefined || facts.type === "struct" || "default" in facts;
  const goes = removals.some(({ outcome }) => outcome === "accepted" || (outcome === "same" && !comesBack));
  const stays = removals.some(({ outcome }) => outcome === "refused");
  const isEmptyToo = here.some(
    (each) => each.path === path && each.operation === "add-empty" && each.outcome === "refused",
  );
  return {
    ...fact(entry, messageOf(path, here)),
    ...(goes && !stays ? { stated: true } : {}),
    ...(isEmptyToo ? { empty: true } : {}),
  };
}

/** What the server said most often, of the place itself where it was asked. @param {string} path @param {readonly Observation[]} observations */
function messageOf(path, observations) {
  const refused = observations.filter(({ outcome }) => outcome === "refused");
  const own = refused.filter((each) => each.path === path);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { message } of own.length > 0 ? own : refused.filter((each) => each.path.startsWith(path))) {
    counts.set(message, (counts.get(message) ?? 0) + 1);
  }
  const [said] = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))[0] ?? ["refused"];
  return said;
}
