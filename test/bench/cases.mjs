// @ts-check
// Which pairs of a kind are timed: by outcome, strategy and mode, the same ones wherever they decide alike.
import { MODES, STRATEGIES } from "./engine.mjs";
import { fitted } from "./fitted.mjs";

/** @typedef {import("./types.js").Pair} Pair @typedef {import("./types.js").Case} Case */
/** @typedef {import("./types.js").Outcome} Outcome @typedef {import("./types.js").Mode} Mode @typedef {import("./types.js").Strategy} Strategy */
/** @typedef {(strategy: Strategy, mode: Mode) => import("../../src/index.js").Gate} Gates */

const MOST_PAIRS = 12;
const FEW_PAIRS = 3;
/** Large objects are made anew for every round, too. */
const MOST_CHARACTERS = 200_000;

const OUTCOMES = /** @type {const} */ (["skip", "write"]);

/**
 * @param {readonly Pair[]} pairs of one kind
 * @param {Gates} gates
 * @returns {readonly { strategy: Strategy, mode: Mode, outcome: Outcome, cases: readonly Case[] }[]}
 */
export function casesOf(pairs, gates) {
  return OUTCOMES.flatMap((outcome) => {
    const common = sampled(
      pairs.filter((pair) => MODES.every((mode) => outcomeOf(gates("bundled", mode), pair) === outcome)),
    );
    return MODES.flatMap((mode) => {
      const gate = gates("bundled", mode);
      const chosen =
        common.length >= FEW_PAIRS
          ? common
          : sampled(pairs.filter((pair) => outcomeOf(gate, pair) === outcome));
      return STRATEGIES.map((strategy) => {
        const cases = chosen.flatMap((pair) => fitted(pair, gates, { strategy, mode, outcome }));
        return { strategy, mode, outcome, cases };
      });
    }).filter(({ cases }) => cases.length > 0);
  });
}

/** Evenly spaced ones, of the real objects where there are some. @param {readonly Pair[]} pairs @returns {readonly Pair[]} */
function sampled(pairs) {
  const first = pairs.filter((pair) => pair.first);
  const from = first.length >= FEW_PAIRS ? first : pairs;
  const count = Math.min(MOST_PAIRS, from.length);
  const spaced = from.filter(
    (_, index) =>
      Math.floor((index * count) / from.length) !== Math.floor(((index - 1) * count) / from.length),
  );
  let characters = 0;
  return spaced.filter(({ live }, index) => {
    characters += JSON.stringify(live).length;
    return index < FEW_PAIRS || characters <= MOST_CHARACTERS;
  });
}

/**
 * @param {import("../../src/index.js").Gate} gate
 * @param {{ desired: Pair["desired"], live: Pair["live"] }} pair
 */
function outcomeOf(gate, { desired, live }) {
  try {
    return gate.decide(desired, live).verdict;
  } catch {
    return "error";
  }
}
