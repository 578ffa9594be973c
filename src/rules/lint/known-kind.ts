import type { FactSource } from "../../core/facts.js";
import { nearest } from "../nearest.js";
import type { RuleProblem } from "../problems.js";
import type { Check } from "./context.js";

/**
 * A kind that a known group does not have, or one that is near a known one, is an error. A kind of a
 * group that nobody knows is custom: its paths cannot be checked, which is a warning.
 */
export const knownKind: Check = function* ({ rule, strategy, document, facts, kinds }) {
  if (kinds.length > 0) return;
  const { group, kind } = rule;
  const ofKind = facts.kinds().filter((known) => known.group === group && known.kind === kind);
  if (ofKind.length > 0) return;
  const slip = slipOf(facts, group, kind);
  if (slip) yield document.errorAt(slip.problem, slip.pointer);
  else if (strategy === "exact")
    yield document.errorAt({ code: "exact-without-facts", kind }, "/strategy", "warning");
  else yield document.errorAt({ code: "unknown-kind", group, kind }, "/kind", "warning");
};

function slipOf(
  facts: FactSource,
  group: string,
  kind: string,
): { problem: RuleProblem; pointer: string } | undefined {
  const all = facts.kinds();
  const inGroup = all.filter((known) => known.group === group).map((known) => known.kind);
  const problem = { code: "unknown-kind", group, kind } as const;
  if (inGroup.length > 0) {
    const near = nearest(kind, inGroup) ?? otherGroup(all, kind);
    return { problem: near === undefined ? problem : { ...problem, nearest: near }, pointer: "/kind" };
  }
  const groups = all.filter((known) => known.kind === kind).map((known) => known.group);
  const near = nearest(group, groups);
  return near === undefined
    ? undefined
    : { problem: { ...problem, nearest: `${kind}.${near}` }, pointer: "/group" };
}

function otherGroup(all: ReturnType<FactSource["kinds"]>, kind: string): string | undefined {
  const known = all.find((other) => other.kind === kind);
  return known && (known.group === "" ? kind : `${kind}.${known.group}`);
}
