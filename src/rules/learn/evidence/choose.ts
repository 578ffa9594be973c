import { CANDIDATES, type Candidate } from "./candidates.js";
import type { Score } from "./tally.js";

/** What the evidence speaks for. */
export type Choice =
  /** The cheapest that is never wrong. */
  | { readonly type: "never-wrong"; readonly strategy: Candidate }
  /** None is never wrong: those that skip nothing that is needed, with the fewest needless writes. */
  | { readonly type: "fewest-writes"; readonly strategies: readonly Candidate[] }
  /** The server was asked about nothing, or refused it all. */
  | { readonly type: "no-evidence" };

/** Chooses by the scores alone. `unconditional` never skips, so that there is always one without a false skip. */
export function choose(scores: Readonly<Record<Candidate, Score>>): Choice {
  if (CANDIDATES.every((name) => scores[name].pairs === 0)) return { type: "no-evidence" };
  const sound = CANDIDATES.filter((name) => scores[name].falseSkips === 0);
  const right = sound.find((name) => scores[name].falseWrites === 0);
  if (right !== undefined) return { type: "never-wrong", strategy: right };
  const fewest = Math.min(...sound.map((name) => scores[name].falseWrites));
  return {
    type: "fewest-writes",
    strategies: sound.filter((name) => scores[name].falseWrites === fewest),
  };
}
