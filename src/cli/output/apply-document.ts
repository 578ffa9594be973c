import type { ApplySummary, Outcome } from "../apply/outcome.js";
import type { InputError } from "../input/index.js";
import type { Concealment } from "./conceal.js";
import { identityOf, inputEntry, placeOf, undecidedEntry } from "./document.js";

export interface ApplyDocumentOptions {
  readonly dryRun: boolean;
  readonly concealment: Concealment;
}

/** The document of apply's `-o json` and `-o yaml`; schemas/apply.schema.json describes it. */
export function applyDocument(
  outcomes: readonly Outcome[],
  inputErrors: readonly InputError[],
  summary: ApplySummary,
  options: ApplyDocumentOptions,
): unknown {
  return {
    format: "apply/1",
    dryRun: options.dryRun,
    objects: outcomes.flatMap((each) => (each.result === "failed" ? [] : [entry(each, options)])),
    errors: [
      ...outcomes.flatMap((each) => (each.result === "failed" ? [undecidedEntry(each)] : [])),
      ...inputErrors.map(inputEntry),
    ],
    summary,
  };
}

function entry(
  outcome: Exclude<Outcome, { result: "failed" }>,
  { concealment }: ApplyDocumentOptions,
): object {
  const identity = { ...identityOf(outcome), result: outcome.result };
  if (!("decision" in outcome)) return identity;
  const { desired, rule, retries } = outcome;
  const decision = concealment.decision({
    desired,
    live: undefined,
    decision: { ...outcome.decision, passed: [] },
    rule,
  });
  return {
    ...identity,
    verdict: decision.verdict,
    ...("mode" in decision ? { mode: decision.mode } : {}),
    strategy: decision.strategy,
    reason: decision.reason,
    ...(rule === undefined ? {} : { rule: placeOf(rule) }),
    ...("changes" in decision ? { changes: decision.changes } : {}),
    ...("recreate" in decision ? { recreate: decision.recreate } : {}),
    retries,
  };
}
