import type { Source } from "../core/decision.js";
import type { FactSource } from "../core/facts.js";
import type { Rule, Strategy } from "../generated/rule.js";

/** A rule as it applies: merged with what it extends, so its strategy is always there. */
export type MergedRule = Rule & { readonly strategy: Strategy };

/** The rule of one kind and version, or of its status, and where each part of it was written. */
export interface ResolvedRule {
  /** The merged rule. The ignores of the rule sets, which hold for every kind, are appended. */
  readonly rule: MergedRule;
  /** There is no rule for the kind: `rule` is made of the sets' fallback and ignores. */
  readonly fallback: boolean;
  /**
   * Where a part was written. The pointer (RFC 6901) is into `rule`: "/ignore/2", "/strategy", "".
   * The nearest enclosing part answers for one that has no place of its own; undefined for a
   * rule that was not read from a file.
   */
  source(pointer: string): Source | undefined;
}

/** A rule, as a list of them shows it. */
export interface RuleListing {
  readonly group: string;
  readonly kind: string;
  /** The rule is for the kind's status. */
  readonly subresource?: "status";
  readonly versions?: readonly string[];
  /** Where the rule that applies was read from; a set's name where it was not read from a file. */
  readonly file: string;
  /** The files of the rules below it that it extends. */
  readonly extended: readonly string[];
  /** The files of the rules below it that it replaces. */
  readonly shadowed: readonly string[];
}

/** Stacked rule sets, checked, with the facts of their kinds. What createGate takes. */
export interface CompiledRules {
  /** The bundled facts, overlaid by the sets' own. */
  readonly facts: FactSource;
  /**
   * The rule of a kind, or with a subresource that of its status, for which there is a default rule; the answer is
   * cached.
   */
  resolve(group: string, version: string, kind: string, subresource?: "status"): ResolvedRule;
  list(): readonly RuleListing[];
}
