import type { HashRule, Rule, RuleOverride, Strategy } from "../../generated/rule.js";
import type { RuleError } from "../errors.js";
import type { Check, LintContext } from "./context.js";

/** Parts that only say how values are compared. */
const COMPARISONS = ["atLeast", "lists"] as const;

const COMPARING: ReadonlySet<Strategy> = new Set(["exact", "derivative", "observed"]);

/** What the strategy never looks at: a field's own strategy, and how values are compared. */
export const strategies: Check = function* (context) {
  const { rule, strategy } = context;
  yield* partErrors(context, rule, "", strategy, rule.hash);
  for (const [index, override] of (rule.overrides ?? []).entries()) {
    const own = override.strategy ?? strategy;
    yield* partErrors(context, override, `/overrides/${index}`, own, override.hash ?? rule.hash);
  }
};

function* partErrors(
  { document }: LintContext,
  part: Rule | RuleOverride,
  scope: string,
  strategy: Strategy,
  hash: HashRule | undefined,
): Generator<RuleError> {
  const compares = COMPARING.has(strategy) || (hash?.drift ?? "none") !== "none";
  if (compares || part.when?.some((when) => when.strategy)) return;
  for (const [index, entry] of (part.fields ?? []).entries()) {
    if (typeof entry === "string" || !entry.strategy) continue;
    const problem = { code: "useless-strategy", path: entry.path, strategy } as const;
    yield document.errorAtKey(problem, `${scope}/fields/${index}/strategy`);
  }
  for (const property of COMPARISONS) {
    if (part[property])
      yield document.errorAtKey({ code: "useless-part", property, strategy }, `${scope}/${property}`);
  }
}
