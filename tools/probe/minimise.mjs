// @ts-check
// The fewest paths that say what a server said: a whole struct that may not change is one path, with
// exceptions inside.
import { treeOf } from "./tree.mjs";

/** @typedef {import("./types.js").Condition} Condition */
/** @typedef {import("./types.js").Entry} Entry */
/** @typedef {import("./types.js").Known} Known */
/** @typedef {import("./types.js").Way} Way */
/** @typedef {import("./tree.mjs").Tree} Tree */
/** @typedef {{ readonly cost: number, readonly entries: readonly Entry[] }} Choice */
/** For each subject whether what stands above is immutable. @typedef {readonly boolean[]} State */
/** @typedef {import("./types.js").Freedom} Freedom */
/** @typedef {{ mark: Entry["mark"], only?: Way, condition: Condition }} Option */

/** Costs, for choosing between sets of entries. What blocks a change that the server takes is never chosen. */
const COST = {
  entry: 1,
  /** A condition on the place itself: that it is there, or is not. */
  ownCondition: 0.1,
  /** A condition on another place may hold by chance. */
  condition: 1,
  unexplained: 3,
  /** A place that changes in one way only, and is said to change in any. */
  anyWay: 2,
  falseBlock: 1000,
  /** Of a place that nobody could ask of: a struct is named as a whole only where most of it is known. */
  guess: 0.2,
  /** An entry without a condition, where some subject could not be asked. */
  unasked: 0.15,
  /** A place without a value to which nothing may be added: no harm is done by saying that it may. */
  harmless: 0.5,
};

/**
 * @param {readonly Known[]} known
 * @param {readonly Condition[]} conditions those to choose from
 * @param {(path: string) => readonly Condition[]} ownConditions those on the place itself
 * @param {number} subjects how many there are
 * @returns {readonly Entry[]}
 */
export function minimise(known, conditions, ownConditions, subjects) {
  const always = { when: undefined, holds: Array(subjects).fill(true) };
  /** @type {Map<string, Choice>} */
  const memo = new Map();

  /** @param {Tree} tree @param {State} state @returns {Choice} */
  function best(tree, state) {
    const key = `${tree.path} ${state.join()}`;
    const made = memo.get(key);
    if (made !== undefined) return made;
    let choice = below(tree, state, costOf(tree.known, freedoms(state)));
    if (isNameable(tree) && choice.cost > 0) {
      for (const [conditionCost, candidates] of /** @type {const} */ ([
        [0, [always]],
        [COST.ownCondition, ownConditions(tree.path)],
        [COST.condition, conditions],
      ])) {
        for (const option of candidates.flatMap((condition) => optionsFor(tree, condition))) {
          const next = withOption(tree, state, option, conditionCost);
          if (next !== undefined && next.cost < choice.cost) choice = next;
        }
      }
    }
    memo.set(key, choice);
    return choice;
  }

  /** @param {Tree} tree @param {State} state @param {Option} option @param {number} conditionCost @returns {Choice | undefined} */
  function withOption(tree, state, { mark, only, condition }, conditionCost) {
    const fixed = mark === "immutable" || only !== undefined;
    const after = state.map((before, index) => (condition.holds[index] ? fixed : before));
    const said = freedoms(after).map((freedom, index) =>
      condition.holds[index] ? (only ?? freedom) : freedom,
    );
    if (only === undefined && after.every((each, index) => each === state[index])) return undefined;
    const rest = below(tree, after, costOf(tree.known, said));
    /** @type {Entry[]} */
    const entries = [];
    const wasFree = state.some((before, index) => condition.holds[index] && !before);
    if (only !== undefined && wasFree) entries.push({ path: tree.path, mark: "immutable", condition });
    entries.push({ path: tree.path, mark, condition, ...(only === undefined ? {} : { only }) });
    const unasked =
      condition.when === undefined && mark === "immutable" && hasGaps(tree.known) ? COST.unasked : 0;
    const cost = rest.cost + entries.length * COST.entry + conditionCost + unasked;
    return { cost, entries: [...entries, ...rest.entries] };
  }

  /** @param {Tree} tree @param {State} state @param {number} here @returns {Choice} */
  function below(tree, state, here) {
    let cost = here;
    /** @type {Entry[]} */
    const entries = [];
    for (const each of tree.below.values()) {
      const choice = best(each, state);
      cost += choice.cost;
      entries.push(...choice.entries);
    }
    return { cost, entries };
  }

  return best(treeOf(known), Array(subjects).fill(false)).entries;
}

/** @param {State} state @returns {Freedom[]} */
function freedoms(state) {
  return state.map((immutable) => (immutable ? "fixed" : "free"));
}

/** Facts name a list, and what is in its items. @param {Tree} tree */
function isNameable({ path }) {
  return path !== "" && !path.endsWith("[*]");
}

/** @param {Tree} tree @param {Condition} condition @returns {Option[]} */
function optionsFor(tree, condition) {
  /** @type {Option[]} */
  const options = [{ mark: "immutable", condition }];
  // An exception needs somebody who was let through.
  if (someFree(tree, condition.holds)) options.push({ mark: "mutable", condition });
  const shown = (tree.known?.says ?? []).flatMap((fitting) =>
    fitting === undefined || fitting.includes("free") ? [] : fitting,
  );
  for (const only of new Set(shown)) {
    if (only !== "fixed" && only !== "free") options.push({ mark: "mutable", only, condition });
  }
  return options;
}

/** @param {Tree} tree @param {readonly boolean[]} holds @returns {boolean} */
function someFree({ known, below }, holds) {
  if (
    known?.says.some((fitting, index) => fitting !== undefined && !fitting.includes("fixed") && holds[index])
  )
    return true;
  return [...below.values()].some((tree) => someFree(tree, holds));
}

/**
 * What it costs to say of a place, for each subject, that it may change so.
 * @param {Known | undefined} known @param {readonly Freedom[]} said
 */
function costOf(known, said) {
  if (known === undefined) return 0;
  if (known.says.every((fitting) => fitting === undefined)) return said.includes("fixed") ? COST.guess : 0;
  let cost = 0;
  for (const [index, fitting] of known.says.entries()) {
    const freedom = said[index] ?? "free";
    if (fitting !== undefined && !fitting.includes(freedom))
      cost += wrong(freedom, fitting, known.absent[index] === true);
  }
  return cost;
}

/** @param {Freedom} said @param {readonly Freedom[]} fitting @param {boolean} absent */
function wrong(said, fitting, absent) {
  if (!fitting.includes("fixed")) return said === "free" ? COST.anyWay : COST.falseBlock;
  return absent && said !== "free" ? COST.harmless : COST.unexplained;
}

/** Some subjects told of it, and of one that has no value nobody could be asked. @param {Known | undefined} known */
function hasGaps(known) {
  if (known === undefined || known.says.every((fitting) => fitting === undefined)) return false;
  return known.says.some((fitting, index) => fitting === undefined && known.absent[index] === true);
}
