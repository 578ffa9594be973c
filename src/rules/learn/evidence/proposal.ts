import type { CasesFile } from "../../../generated/cases.js";
import type { CompiledRules } from "../../compiled.js";
import type { FactData, RuleLiteral } from "../../set.js";
import type { KindAnswers } from "./answers.js";
import { casesOf } from "./cases.js";
import { literalOf, withDefaults, withLines } from "./lay-lines.js";
import type { Line } from "./line.js";

/** What the evidence speaks for: a rule, facts and a table of cases, as far as the kind needs any. */
export interface Proposal {
  readonly answers: KindAnswers;
  readonly strategy: "exact" | "observed";
  /** Why the rule is as it is. */
  readonly why: string;
  /** The lines that the rule and the facts have. */
  readonly lines: readonly Line[];
  /** undefined: what rules and facts say already is all. */
  readonly rule: RuleLiteral | undefined;
  /** The kind's facts with the defaults that were found. */
  readonly facts: FactData | undefined;
  /** undefined where there is no rule; and for kinds that hold secrets, since a table holds objects. */
  readonly cases: CasesFile | undefined;
}

/** Proposes what the answers speak for, over rules and facts that are there. */
export function proposalOf(answers: KindAnswers, rules: CompiledRules): Proposal {
  const { subject, unexplained, restless, isSensitive } = answers;
  const { group, version, kind } = subject;
  const { fallback } = rules.resolve(group, version, kind);
  const strategy: Proposal["strategy"] = unexplained.length + restless.length > 0 ? "observed" : "exact";
  // What the server answers is remembered whole: nothing of it has to be explained.
  const lines =
    strategy === "observed" ? answers.lines.filter(({ type }) => type === "immutable") : answers.lines;
  const defaults = lines.filter(({ type }) => type === "default");
  const facts = rules.facts.kind(group, version, kind);
  const needsRule = fallback || strategy === "observed" || lines.length > defaults.length;
  const states = fallback || strategy === "observed";
  const why = whyOf(answers, strategy);
  const rule = needsRule
    ? literalOf(subject, lines, { extends: !fallback, ...(states && { strategy }), why })
    : undefined;
  const told = facts !== undefined && defaults.length > 0;
  const laid = withLines(rules, subject, lines);
  return {
    answers,
    strategy,
    why,
    lines,
    rule,
    facts: told ? { kinds: [withDefaults(facts, lines)], types: {} } : undefined,
    cases:
      isSensitive || (rule === undefined && !told) ? undefined : casesOf(answers.samples, laid, strategy),
  };
}

/** How many places a sentence names. */
const PLACES = 3;

function whyOf({ samples, unexplained, restless }: KindAnswers, strategy: Proposal["strategy"]): string {
  const among = `asked by dry runs of ${samples.length === 1 ? "1 object" : `${samples.length} objects`}`;
  if (strategy === "exact") return `What the server does with it is said here and by its facts: ${among}.`;
  const places = [...unexplained.map(({ path }) => path), ...restless];
  const more = places.length > PLACES ? ` and ${places.length - PLACES} more places` : "";
  const named = `${places.slice(0, PLACES).join(", ")}${more}`;
  return `The server does more with it than a rule could say, at ${named}: ${among}.`;
}
