import type { FactSource } from "../../../core/facts.js";
import type { Rule } from "../../../generated/rule.js";
import type { CompiledRules, MergedRule } from "../../compiled.js";

/**
 * What a kind may be decided by, the cheapest first: a fingerprint looks at no field of live; derivative at those that desired states; exact at
 * all; observed costs a dry run for each object now and then; unconditional a write each time.
 */
export const CANDIDATES = ["hash", "derivative", "exact", "hash+drift", "observed", "unconditional"] as const;

export type Candidate = (typeof CANDIDATES)[number];

/** Rules with one strategy for every kind and field; all else as the rules have it. */
export function withStrategy(
  rules: CompiledRules,
  strategy: MergedRule["strategy"],
  drift: "none" | "exact" = "none",
): CompiledRules {
  return {
    ...rules,
    resolve(group, version, kind, subresource) {
      const resolved = rules.resolve(group, version, kind, subresource);
      const { hash, ...rule } = withoutStrategies(resolved.rule);
      return { ...resolved, rule: { ...rule, strategy, hash: { ...hash, drift } } };
    },
  };
}

/** The same rules over a server of which nothing is known. */
export function withoutFacts(rules: CompiledRules): CompiledRules {
  return { ...rules, facts: NO_FACTS };
}

const NO_FACTS: FactSource = { kind: () => undefined, type: () => undefined, kinds: () => [] };

type Fields = NonNullable<Rule["fields"]>;

function withoutStrategies({ fields, when, overrides, ...rule }: MergedRule): MergedRule {
  return {
    ...rule,
    ...(fields && { fields: plain(fields) }),
    ...(when && { when: when.map(unstrategic) }),
    ...(overrides && { overrides: overrides.map(unstrategic) }),
  };
}

/** What holds for some objects, or sometimes, without the strategy that it has of its own. */
function unstrategic<Part extends { strategy?: unknown; hash?: unknown; fields?: Fields }>(part: Part): Part {
  const { strategy: _, hash: __, fields, ...rest } = part;
  return { ...rest, ...(fields && { fields: plain(fields) }) } as Part;
}

function plain(fields: Fields): Fields {
  return fields.map((entry) => (typeof entry === "string" ? entry : entry.path));
}
