// @ts-check
// What became of the gate's own payloads, by mode.

import { LABEL_OF } from "../score/modes.mjs";

/** @typedef {import("./types.js").Payloads} Payloads */

/** @returns {Payloads} */
function none() {
  return {
    sent: 0,
    changed: 0,
    other: 0,
    unchanged: 0,
    refused: 0,
    wrong: [],
    others: [],
    converged: 0,
    repeatedListed: 0,
    repeated: [],
  };
}

/**
 * A payload is wrong where the server refuses it though the naive write would change something, and where it changes
 * nothing though that does. Where the naive write changes nothing, the verdict is what is judged.
 * @param {string} result
 * @param {string} naive the naive write's label
 */
function isWrong(result, naive) {
  return naive === "write"
    ? result === "refused" || result === "unchanged"
    : naive === "own" && result === "refused";
}

/** @param {readonly import("./types.js").Mode[]} modes */
export function payloadTally(modes) {
  const tallies = new Map(modes.map((mode) => [mode, none()]));
  return {
    /** @param {import("./types.js").Result} result */
    add({ pair, own, converged }) {
      for (const [mode, tally] of tallies) {
        const sent = own[mode];
        if (sent !== undefined) {
          const { result, message, differs } = sent;
          const naive = pair[LABEL_OF[mode]] ?? "";
          tally.sent += 1;
          tally[result] += 1;
          const found = {
            id: pair.id,
            result,
            naive,
            ...(message === undefined ? {} : { message }),
            ...(differs === undefined ? {} : { differs }),
          };
          if (isWrong(result, naive)) tally.wrong.push(found);
          if (result === "other") tally.others.push(found);
        }
        const after = converged[mode];
        if (after === undefined) continue;
        if (after.verdict === "skip") tally.converged += 1;
        else if (after.listed !== undefined) tally.repeatedListed += 1;
        else tally.repeated.push({ id: pair.id, ...after });
      }
    },
    /** @param {import("./types.js").Mode} mode */
    of: (mode) => tallies.get(mode) ?? none(),
  };
}
