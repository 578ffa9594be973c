// @ts-check
// The fewest paths that say what a server said: a whole struct that may not change is one path, with
// exceptions inside.
import { COST, costOf, hasGaps } from "./cost.mjs";
import { treeOf } from "./tree.mjs";

/** @typedef {import("./types.js").Condition} Condition */
/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./types.js").Freedom} Freedom */
/** @typedef {import("./types.js").Known} Known */
/** @typedef {import("./types.js").Way} Way */
/** @typedef {import("./tree.mjs").Tree} Tree */
/** Those on a place itself, those on others, and two of these together. @typedef {{ own: (path: string) => readonly Condition[], others: readonly Condition[], pairs: readonly Condition[] }} Conditions */
/** @typedef {{ readonly cost: number, readonly entries: readonly Entry[] }} Choice */
/** For each subject whether what stands above is immutable. @typedef {readonly boolean[]} State */
/** @typedef {{ mark: Entry["mark"], only?: Way, condition: Condition, cost: number }} Option */

/**
 * @param {readonly Known[]} known
 * @param {Conditions} conditions those to choose from
 * @param {number} subjects how many there are
 * @returns {readonly Entry[]}
 */
export function minimise(known, conditions, subjects) {
  const always = { when: undefined, holds: Array(subjects).fill(true) };
  /** @type {Map<string, Choice>} */
  const memo = new Map();

  /** @param {Tree} tree @param {State} state @returns {Choice} */
  function best(tree, state) {
    const plain = asItIs(tree, state);
    if (plain !== undefined) return plain;
    const key = `${tree.path} ${state.join()}`;
    const made = memo.get(key);
    if (made !== undefined) return made;
    const here = costOf(tree.known, freedoms(state));
    const options = isNameable(tree) ? optionsFor(tree, always, conditions) : [];
    const choice = options.reduce(
      (found, option) => {
        const next = withOption(tree, state, option, found.cost);
        return next !== undefined && next.cost < found.cost ? next : found;
      },
      withBelow(tree, state, { cost: here, entries: [] }),
    );
    memo.set(key, choice);
    return choice;
  }

  /** @param {Tree} tree @param {State} state @param {Option} option @param {number} limit @returns {Choice | undefined} undefined where it says nothing new, or costs too much by itself */
  function withOption(tree, state, { mark, only, condition, cost }, limit) {
    const after = state.map((before, index) =>
      condition.holds[index] ? mark === "immutable" || only !== undefined : before,
    );
    if (only === undefined && after.every((each, index) => each === state[index])) return undefined;
    const said = freedoms(after).map((freedom, index) =>
      condition.holds[index] && only !== undefined ? only : freedom,
    );
    const { path, known } = tree;
    /** @type {Entry[]} */
    const entries = [{ path, mark, condition, ...(only === undefined ? {} : { only }) }];
    // An exception of one way only needs something to be an exception of.
    const wasFree = state.some((before, index) => condition.holds[index] && !before);
    if (only !== undefined && wasFree) entries.unshift({ path, mark: "immutable", condition });
    const unasked = condition.when === undefined && mark === "immutable" && hasGaps(known) ? COST.unasked : 0;
    const here = costOf(known, said) + entries.length * COST.entry + cost + unasked;
    return here < limit ? withBelow(tree, after, { cost: here, entries }) : undefined;
  }

  /** @param {Tree} tree @param {State} state @param {Choice} here @returns {Choice} */
  function withBelow(tree, state, here) {
    const choices = [...tree.below.values()].map((each) => best(each, state));
    return {
      cost: choices.reduce((sum, { cost }) => sum + cost, here.cost),
      entries: [...here.entries, ...choices.flatMap(({ entries }) => entries)],
    };
  }

  return best(treeOf(known, subjects), Array(subjects).fill(false)).entries;
}

/** The choice where nothing needs to be said; undefined where something does. @param {Tree} tree @param {State} state @returns {Choice | undefined} */
function asItIs({ free, fixed, stays, unknown }, state) {
  if (stays && !state.includes(true)) return undefined;
  if (!state.every((immutable, index) => (immutable ? fixed : free)[index])) return undefined;
  return { cost: state.includes(true) ? unknown * COST.guess : 0, entries: [] };
}

/** @param {State} state @returns {Freedom[]} */
function freedoms(state) {
  return state.map((immutable) => (immutable ? "fixed" : "free"));
}

/** Facts name a list, and what is in its items. @param {Tree} tree */
function isNameable({ path }) {
  return path !== "" && !path.endsWith("[*]");
}

/** The cheapest condition first. @param {Tree} tree @param {Condition} always @param {Conditions} conditions @returns {Option[]} */
function optionsFor(tree, always, { own, others, pairs }) {
  const ways = waysOf(tree.known);
  const candidates = [
    { condition: always, cost: 0 },
    ...own(tree.path).map((condition) => ({ condition, cost: COST.ownCondition })),
    ...others.map((condition) => ({ condition, cost: COST.condition })),
    ...pairs.map((condition) => ({ condition, cost: COST.pair })),
  ];
  return candidates.flatMap((candidate) => [
    { mark: /** @type {const} */ ("immutable"), ...candidate },
    // An exception needs somebody who was let through.
    ...(someFree(tree, candidate.condition)
      ? [{ mark: /** @type {const} */ ("mutable"), ...candidate }]
      : []),
    ...ways.map((only) => ({ mark: /** @type {const} */ ("mutable"), only, ...candidate })),
  ]);
}

/** The ways in which some subject lets it change, and no more. @param {Known | undefined} known @returns {readonly Way[]} */
function waysOf(known) {
  const shown = (known?.says ?? []).filter((fitting) => fitting?.includes("free") === false);
  const ways = shown.flatMap((fitting) => fitting ?? []);
  return [...new Set(ways)].filter((each) => each !== "fixed" && each !== "free");
}

/** @param {Tree} tree @param {Condition} condition @returns {boolean} */
function someFree({ fixed }, { holds }) {
  return fixed.some((fits, index) => !fits && holds[index]);
}
