// @ts-check
// What it costs to say something of a place, for choosing between sets of entries.

/** @typedef {import("./types.js").Freedom} Freedom */
/** @typedef {import("./types.js").Known} Known */

/** What blocks a change that the server takes is never chosen. */
export const COST = {
  entry: 1,
  /** A condition on the place itself: that it is there, or is not. */
  ownCondition: 0.1,
  /** A condition on another place may hold by chance. */
  condition: 1,
  pair: 2.5,
  unexplained: 3,
  /** A place that changes in one way only, and is said to change in any. */
  anyWay: 2.5,
  falseBlock: 1000,
  /** Of a place that nobody could ask of: a struct is named as a whole only where most of it is known. */
  guess: 0.2,
  /** An entry without a condition, where some subject could not be asked. */
  unasked: 0.15,
  /** A struct that may not go: it is named in place of the one field in it that may not change. */
  stays: 0.3,
  /** A place without a value to which nothing may be added: no harm is done by saying that it may. */
  harmless: 0.5,
};

/** @param {Known | undefined} known @param {readonly Freedom[]} said for each subject, how it may change */
export function costOf(known, said) {
  if (known === undefined) return 0;
  if (isUnknown(known) && said.includes("fixed")) return known.stays === true ? 0 : COST.guess;
  let cost = known.stays === true && !said.includes("fixed") ? COST.stays : 0;
  for (const [index, fitting] of known.says.entries()) {
    const freedom = said[index] ?? "free";
    if (fitting !== undefined && !fitting.includes(freedom)) {
      cost += wrong(freedom, fitting, known.absent[index] === true);
    }
  }
  return cost;
}

/** @param {Freedom} said @param {readonly Freedom[]} fitting @param {boolean} absent */
function wrong(said, fitting, absent) {
  if (!fitting.includes("fixed")) return said === "free" ? COST.anyWay : COST.falseBlock;
  return absent && said !== "free" ? COST.harmless : COST.unexplained;
}

/** @param {Known} known */
export function isUnknown({ says }) {
  return says.every((fitting) => fitting === undefined);
}

/** Some subjects told of it, and of one that has no value nobody could be asked. @param {Known | undefined} known */
export function hasGaps(known) {
  if (known === undefined || isUnknown(known)) return false;
  return known.says.some((fitting, index) => fitting === undefined && known.absent[index] === true);
}
