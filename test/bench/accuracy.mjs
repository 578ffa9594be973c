// @ts-check
// How right the decisions are that are timed: every labelled pair, as `npm run score` counts them.
import { gateMaker } from "../../tools/score/gate.mjs";
import { createScorer } from "../../tools/score/pairs.mjs";
import { definitionsIn, linesOf } from "../../tools/score/read.mjs";
import { churngate } from "./engine.mjs";
import { nameOf } from "./sources.mjs";

const MODES = /** @type {const} */ (["replace", "apply"]);

/**
 * @param {string} file labelled pairs
 * @returns {Promise<readonly import("./types.js").Accuracy[]>} one for each mode that has labels
 */
export async function accuracyOf(file) {
  const makeGate = gateMaker(churngate);
  const definitions = await definitionsIn(file);
  const scorers = await Promise.all(
    MODES.map(async (mode) => createScorer(file, await makeGate(mode, { definitions }), mode)),
  );
  for await (const pair of linesOf(file)) for (const scorer of scorers) scorer.add(pair);
  return scorers
    .map((scorer) => scorer.score())
    .filter(({ total }) => total.pairs > 0)
    .map(({ mode, total, byKind }) => ({
      file: nameOf(file),
      mode: mode === "apply" ? "apply" : "replace",
      ...counted(total),
      falseWritesListed: total.falseWritesListed,
      byKind: Object.fromEntries(Object.entries(byKind).map(([kind, tally]) => [kind, counted(tally)])),
    }));
}

/** @param {import("../../tools/score/types.d.ts").Tally} tally */
function counted({ pairs, right, falseSkips, falseWrites }) {
  return { pairs, right, falseSkips, falseWrites };
}
