// @ts-check
// The fewest paths that say what observations say: a whole struct that may not change is one path, with
// exceptions inside.

/** @typedef {import("./types.js").Condition} Condition */

/**
 * What is known of one place: of each subject whether an update may change it; undefined where nobody could
 * be asked.
 * @typedef {{ readonly path: string, readonly immutable: readonly (boolean | undefined)[] }} Known
 */

/** @typedef {{ readonly path: string, readonly mark: "immutable" | "mutable", readonly condition: Condition }} Entry */

/** Costs, for choosing between sets of entries. An entry that blocks what the server takes is never chosen. */
const ENTRY = 1;
const CONDITION = 0.1;
const UNEXPLAINED = 1.5;
const FALSE_BLOCK = 1000;
/** Of a place that nobody could ask of: a struct is named as a whole only where most of it is known. */
const GUESS = 0.3;

/** @typedef {{ path: string, known: Known | undefined, below: Map<string, Tree> }} Tree */
/** @typedef {{ cost: number, entries: readonly Entry[] }} Choice */

/**
 * @param {readonly Known[]} known
 * @param {readonly Condition[]} conditions those to choose from; each place's own presence is one too
 * @param {(path: string) => readonly Condition[]} ownConditions
 * @param {number} subjects how many there are
 * @returns {readonly Entry[]}
 */
export function minimise(known, conditions, ownConditions, subjects) {
  const always = { when: undefined, holds: Array(subjects).fill(true) };
  /** @type {Map<string, Choice>} */
  const memo = new Map();
  /** @type {(tree: Tree, state: readonly boolean[]) => Choice} */
  const best = (tree, state) => {
    const key = `${tree.path} ${state.join()}`;
    const made = memo.get(key);
    if (made !== undefined) return made;
    let choice = inherited(tree, state);
    if (tree.path !== "" && !tree.path.endsWith("]") && choice.cost > 0) {
      for (const condition of [always, ...ownConditions(tree.path), ...conditions]) {
        for (const mark of /** @type {const} */ (["immutable", "mutable"])) {
          const value = mark === "immutable";
          const after = state.map((before, index) => (condition.holds[index] ? value : before));
          if (after.every((each, index) => each === state[index])) continue;
          // An exception needs somebody who was let through.
          if (!value && !someMutable(tree, condition.holds)) continue;
          const rest = inherited(tree, after);
          const cost = rest.cost + ENTRY + (condition.when === undefined ? 0 : CONDITION);
          if (cost < choice.cost)
            choice = { cost, entries: [{ path: tree.path, mark, condition }, ...rest.entries] };
        }
      }
    }
    memo.set(key, choice);
    return choice;
  };
  /** @type {(tree: Tree, state: readonly boolean[]) => Choice} */
  const inherited = (tree, state) => {
    let cost = costHere(tree.known, state);
    /** @type {Entry[]} */
    const entries = [];
    for (const below of tree.below.values()) {
      const choice = best(below, state);
      cost += choice.cost;
      entries.push(...choice.entries);
    }
    return { cost, entries };
  };
  return best(treeOf(known), Array(subjects).fill(false)).entries;
}

/** @param {Known | undefined} known @param {readonly boolean[]} state */
function costHere(known, state) {
  if (known === undefined) return 0;
  if (known.immutable.every((each) => each === undefined)) return state.includes(true) ? GUESS : 0;
  let cost = 0;
  for (const [index, immutable] of known.immutable.entries()) {
    if (immutable === false && state[index]) cost += FALSE_BLOCK;
    if (immutable === true && !state[index]) cost += UNEXPLAINED;
  }
  return cost;
}

/** @param {Tree} tree @param {readonly boolean[]} holds @returns {boolean} */
function someMutable({ known, below }, holds) {
  if (known?.immutable.some((each, index) => each === false && holds[index])) return true;
  return [...below.values()].some((tree) => someMutable(tree, holds));
}

/** @param {readonly Known[]} known @returns {Tree} */
function treeOf(known) {
  /** @type {Tree} */
  const root = { path: "", known: undefined, below: new Map() };
  for (const each of known) {
    let tree = root;
    for (const step of each.path.match(/\[[^\]]*\]|[^.[]+/g) ?? []) {
      const path = step.startsWith("[") || tree.path === "" ? `${tree.path}${step}` : `${tree.path}.${step}`;
      const next = tree.below.get(step) ?? { path, known: undefined, below: new Map() };
      tree.below.set(step, next);
      tree = next;
    }
    tree.known = each;
  }
  return root;
}
