import type { Mode } from "../../core/decision.js";
import type { FactSource, KindFacts } from "../../core/facts.js";
import type { HashRule, Rule, RuleOverride, Strategy } from "../../generated/rule.js";
import type { MergedRule } from "../compiled.js";
import type { RuleDocument } from "../document.js";
import type { RuleError } from "../errors.js";
import type { Origin } from "../merge.js";

/** A way in which what the rule is for is written. */
export interface KnownMode {
  readonly mode: Mode;
  /** The table of cases that says so; undefined: the command does. */
  readonly table?: string;
}

/** The rule laid over what it extends, with every set's ignores, for one of its versions. */
export interface MergedLayers {
  readonly rule: MergedRule;
  /** Where a part of it stands. */
  originOf(pointer: string): Origin;
  /** What it extends, without it; undefined where it stands by itself. */
  readonly below?: MergedLayers;
}

/** What a check looks at: one rule that was read without errors. */
export interface LintContext {
  readonly rule: Rule;
  /** The rule's own strategy or the inherited one. */
  readonly strategy: Strategy;
  readonly document: RuleDocument;
  readonly facts: FactSource;
  /** The facts of the kind in each version that the rule is for; empty where none are known. */
  readonly kinds: readonly KindFacts[];
  /** The ways of writing that are known; none where nobody says. */
  readonly modes: readonly KnownMode[];
  /** By version, where the rules that it extends are told apart by versions. */
  readonly merged: readonly MergedLayers[];
}

/** One check. Each stands in a file of its own. */
export type Check = (context: LintContext) => Iterable<RuleError>;

/** A rule or one of its overrides, and what holds in it. */
export interface Scope {
  readonly part: Rule | RuleOverride;
  /** JSON pointer: "", "/overrides/0". */
  readonly pointer: string;
  /** Undefined where a condition chooses another one. */
  readonly strategy: Strategy | undefined;
  readonly hash: HashRule | undefined;
}

/** The rule and its overrides. */
export function scopesOf({ rule, strategy, merged }: LintContext): readonly Scope[] {
  const inherited = merged[0]?.rule ?? rule;
  const settled = (part: Rule | RuleOverride, own: Strategy) =>
    part.when?.some((when) => when.strategy) ? undefined : own;
  const whole = settled(inherited, strategy);
  return [
    { part: rule, pointer: "", strategy: settled(rule, strategy) && whole, hash: inherited.hash },
    ...(rule.overrides ?? []).map((override, index) => ({
      part: override,
      pointer: `/overrides/${index}`,
      strategy:
        override.strategy === undefined
          ? whole && settled(override, whole)
          : settled(override, override.strategy),
      hash: override.hash ?? inherited.hash,
    })),
  ];
}

/** Whether the strategy looks at the fingerprint, and at no value of live beside the metadata. */
export function isBlind({ strategy, hash }: Scope): boolean {
  return strategy === "hash" && (hash?.drift ?? "none") === "none";
}
