import type { KindFacts, TypeFacts } from "../core/facts.js";
import type { IgnoreEntry, Rule } from "../generated/rule.js";
import type { RuleSetFile } from "../generated/ruleset.js";

/** What a kind without a rule is given. */
export type Fallback = NonNullable<RuleSetFile["fallback"]>;

/**
 * A set's own facts of a struct. Left out, `stored` is `asIs`, as a custom resource is, since a zero that is taken for absent
 * would be a write too few. `typed`: as the built-in kinds are, for an aggregated API whose server is written in Go.
 */
export interface FactType extends Omit<TypeFacts, "stored"> {
  readonly stored?: "asIs" | "typed";
}

/** A set's own kind facts: what `<Kind>.facts.json` holds. */
export interface FactData {
  readonly kinds: readonly KindFacts[];
  /** By the names that kinds and types refer to. */
  readonly types: Readonly<Record<string, FactType>>;
}

/** A rule in code: as in a file, but the version of the file format may be left out. */
export type RuleLiteral = Omit<Rule, "format"> & Partial<Pick<Rule, "format">>;

/** A rule set as plain data. */
export interface RuleData {
  readonly name?: string;
  readonly fallback?: Fallback;
  /** Ignored in every kind. */
  readonly ignore?: readonly IgnoreEntry[];
  readonly rules?: readonly RuleLiteral[];
  readonly facts?: FactData;
}

/** A rule set as the texts of its files, by file name: `<group>/<Kind>.json`, `ruleset.json`, `<group>/<Kind>.facts.json`. */
export interface RuleTexts {
  readonly name?: string;
  readonly files: Readonly<Record<string, string>>;
  /** The texts are known to be right: each is read when its kind is first asked for. */
  readonly checked?: true;
}

/** What compileRules stacks. */
export type RuleSet = RuleData | RuleTexts;
