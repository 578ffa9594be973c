import type { Rule } from "../generated/rule.js";
import { RuleDocument } from "./document.js";
import type { LoadedRule } from "./read-file.js";
import type { RuleSubject } from "./subject.js";
import { FORMAT } from "./validate.js";

/** What the text of the default rule is called, which no file has. */
export const RULE_OF_NONE = "default status rule";

/**
 * The rule of a status that has none of its own, and that a status rule may extend. Its strategy is the sets' fallback.
 *
 * Conditions are told apart by type. When a condition came about is no news by itself: lastTransitionTime is kept until the
 * condition's status changes, as the API conventions have it. The other times (lastHeartbeatTime, lastProbeTime,
 * lastUpdateTime) are compared: whoever writes one anew means to say that it is alive.
 * Source: community/contributors/devel/sig-architecture/api-conventions.md, typical status properties;
 * apimachinery meta.SetStatusCondition.
 */
export function defaultStatusRule({ group, kind }: RuleSubject): LoadedRule {
  const rule: Rule = {
    format: FORMAT,
    group,
    kind,
    subresource: "status",
    lists: [{ path: "status.conditions", keys: ["type"] }],
    incidental: [{ path: "status.conditions[*].lastTransitionTime", with: ["status"] }],
  };
  return { rule, document: new RuleDocument(RULE_OF_NONE, JSON.stringify(rule)), located: false };
}
