import { groupVersionOf } from "../../core/decide/identity.js";
import { ruleFileName } from "../../rules/file-name.js";
import type { Candidate } from "../../rules/learn/evidence/candidates.js";
import type { Choice } from "../../rules/learn/evidence/choose.js";
import type { Score } from "../../rules/learn/evidence/tally.js";
import type { KindEvidence } from "./kinds.js";

/** What to do where the evidence speaks for something else than the rule says; undefined where it does not. */
export function nextText({
  apiVersion,
  kind,
  choice,
  rule,
  scores,
}: Pick<KindEvidence, "apiVersion" | "kind" | "choice" | "rule" | "scores">): string | undefined {
  const chosen = chosenBy(choice);
  const [first] = chosen;
  // A rule that says it may still be wrong, by a strategy of one of its fields.
  const isSaid = chosen.some((name) => baseOf(name) === rule.strategy) && !isWorse(rule.score, choice);
  if (first === undefined || isSaid) return undefined;
  const file = `<set>/${ruleFileName(groupVersionOf(apiVersion).group, kind)}`;
  const state = `state ${statedAs(first)} in ${file}`;
  return isRight(scores.exact)
    ? state
    : `churngate learn --context NAME -f FILE looks for a rule under which exact is right; or ${state}`;
}

function chosenBy(choice: Choice): readonly Candidate[] {
  switch (choice.type) {
    case "never-wrong":
      return [choice.strategy];
    case "fewest-writes":
      return choice.strategies;
    case "no-evidence":
      return [];
  }
}

function isWorse(score: Score, { type }: Choice): boolean {
  return type === "never-wrong" && !isRight(score);
}

function isRight({ falseSkips, falseWrites }: Score): boolean {
  return falseSkips + falseWrites === 0;
}

function baseOf(name: Candidate): string {
  return name === "hash+drift" ? "hash" : name;
}

function statedAs(name: Candidate): string {
  const strategy = `"strategy": "${baseOf(name)}"`;
  return name === "hash+drift" ? `${strategy}, "hash": { "drift": "exact" }` : strategy;
}
