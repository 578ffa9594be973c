import type { Rule, When } from "../../generated/rule.js";

/** The conditional parts of a rule and its overrides. */
export function* conditionalParts(rule: Rule): Generator<{ when: When; pointer: string; scope: string }> {
  const scopes = [
    { part: rule, scope: "" },
    ...(rule.overrides ?? []).map((part, index) => ({ part, scope: `/overrides/${index}` })),
  ];
  for (const { part, scope } of scopes) {
    for (const [index, when] of (part.when ?? []).entries())
      yield { when, scope, pointer: `${scope}/when/${index}` };
  }
}
