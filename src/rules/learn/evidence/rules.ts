import type { CompiledRules } from "../../compiled.js";
import type { RuleLiteral } from "../../set.js";
import type { LearnedKind } from "../kinds.js";
import type { Conclusion } from "./conclusion.js";
import { partsOfLines } from "./lay-lines.js";

/**
 * The rules that say what dry runs told of a kind, over those that there are: one for all of its versions where it is the same for each that was
 * asked about, else one for each.
 */
export function rulesOver(conclusions: readonly Conclusion[], below: CompiledRules): readonly RuleLiteral[] {
  return folded(
    conclusions.map((conclusion) => {
      const { answers, strategy, why, lines } = conclusion;
      const { group, version, kind } = answers.subject;
      const { fallback } = below.resolve(group, version, kind);
      const isNeeded = fallback || strategy === "observed" || lines.some(({ type }) => type !== "default");
      if (!isNeeded) return { conclusion, rule: undefined };
      const given = {
        extends: !fallback,
        strategy: fallback || strategy === "observed" ? strategy : undefined,
      };
      return { conclusion, rule: literalOf(conclusion, { ...given, why }) };
    }),
  );
}

/** The same of a kind that no rule set has facts of: with what its schema told, which is written too. */
export function rulesWithSchema(
  conclusions: readonly Conclusion[],
  known: LearnedKind,
): readonly RuleLiteral[] {
  const rules = folded(
    conclusions.map((conclusion) => {
      const { strategy, lines } = conclusion;
      const why = [known.rule.why, conclusion.why].filter((part) => part !== undefined).join(" ");
      // Where there is a rule already, it says by which strategy.
      const isStated = known.rule.strategy !== undefined || strategy === "observed";
      const own = { ...(isStated && { strategy }), why, ...partsOfLines(lines) };
      return { conclusion, rule: { ...known.rule, ...own } };
    }),
  );
  if (rules.length === 1) return rules;
  const others = known.versions
    .map(({ version }) => version)
    .filter((version) => !conclusions.some(({ answers }) => answers.subject.version === version));
  return others.length === 0 ? rules : [...rules, { ...known.rule, versions: others }];
}

interface Concluded {
  readonly conclusion: Conclusion;
  /** undefined: what is there says it already. */
  readonly rule: RuleLiteral | undefined;
}

function folded(all: readonly Concluded[]): readonly RuleLiteral[] {
  const kept = all.filter((each): each is Concluded & { rule: RuleLiteral } => each.rule !== undefined);
  const said = new Set(all.map(({ rule }) => (rule === undefined ? "" : withoutWhys(rule))));
  if (said.size === 1) return kept.slice(0, 1).map(({ rule }) => rule);
  return kept.map(({ conclusion, rule: { group, kind, ...rule } }) => {
    const { version } = conclusion.answers.subject;
    return { group, kind, versions: [version], ...rule };
  });
}

/** The evidence of two versions is counted for each. */
function withoutWhys(rule: RuleLiteral): string {
  return JSON.stringify(rule, (name, value: unknown) => (name === "why" ? undefined : value));
}

/** The rule that says a conclusion's lines: it extends the kind's own where there is one. */
export function literalOf(
  { answers, lines }: Pick<Conclusion, "answers" | "lines">,
  given: {
    readonly extends: boolean;
    /** Where it is to be another than that of the rule below. */
    readonly strategy: Conclusion["strategy"] | undefined;
    readonly why: string;
  },
): RuleLiteral {
  const { group, kind } = answers.subject;
  const { strategy, why } = given;
  return {
    group,
    kind,
    ...(given.extends && { extends: true as const }),
    ...(strategy !== undefined && { strategy }),
    why,
    ...partsOfLines(lines),
  };
}
