import type { KubeObject } from "../../../core/json.js";
import { runCases } from "../../cases/run.js";
import { compileRules } from "../../compile.js";
import { RulesError } from "../../errors.js";
import { createGate } from "../../gate.js";
import { lintRules } from "../../lint/index.js";
import type { RuleSet } from "../../set.js";
import type { Proposal } from "./proposal.js";

/**
 * What is wrong with a proposal: errors of its rule and facts, objects of which the server's own answer would be a reason to write, cases that fail.
 * @param sets the rule sets that it stacks on
 */
export function problemsOf(
  { rule, facts, cases, answers, strategy }: Proposal,
  sets: readonly RuleSet[],
): readonly string[] {
  const proposed: RuleSet = { ...(rule && { rules: [rule] }), ...(facts && { facts }) };
  const stacked = [...sets, proposed];
  try {
    const gate = createGate({ rules: compileRules(stacked), mode: "replace" });
    const written = answers.samples.filter(({ desired, answer }) => {
      const observed = strategy === "observed" ? { observed: answer as KubeObject } : {};
      return gate.decide(desired as KubeObject, answer as KubeObject, observed).verdict !== "skip";
    });
    const failed = cases === undefined ? [] : runCases(cases, gate).filter(({ passed }) => !passed);
    return [
      ...lintRules(stacked)
        .filter(({ level }) => level === "error")
        .map(({ message }) => message),
      ...written.map(({ name }) => `${name}: the server's own answer would be written again`),
      ...failed.map(({ name }) => `the case "${name}" fails`),
    ];
  } catch (error) {
    if (error instanceof RulesError) return error.errors.map(({ message }) => message);
    throw error;
  }
}
