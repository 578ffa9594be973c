import type { Rule, RuleOverride } from "../../generated/rule.js";
import type { Check } from "./context.js";

/** A condition that nothing can meet: absent, and of a value. */
export const conditions: Check = function* ({ rule, document }) {
  const scopes: [Rule | RuleOverride, string][] = [[rule, ""]];
  rule.overrides?.forEach((override, index) => {
    scopes.push([override, `/overrides/${index}`]);
  });
  for (const [part, scope] of scopes) {
    for (const [index, when] of (part.when ?? []).entries()) {
      if (when.if.exists !== false || !("equals" in when.if)) continue;
      yield document.errorAtKey(
        { code: "contradictory-condition", path: when.if.path },
        `${scope}/when/${index}/if/equals`,
      );
    }
  }
};
