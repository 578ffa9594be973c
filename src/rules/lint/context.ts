import type { FactSource, KindFacts } from "../../core/facts.js";
import type { Rule, Strategy } from "../../generated/rule.js";
import type { RuleDocument } from "../document.js";
import type { RuleError } from "../errors.js";

/** What a check looks at: one rule that was read without errors. */
export interface LintContext {
  readonly rule: Rule;
  /** The rule's own strategy or the inherited one. */
  readonly strategy: Strategy;
  readonly document: RuleDocument;
  readonly facts: FactSource;
  /** The facts of the kind in each version that the rule is for; empty where none are known. */
  readonly kinds: readonly KindFacts[];
}

/** One check. Each stands in a file of its own. */
export type Check = (context: LintContext) => Iterable<RuleError>;
