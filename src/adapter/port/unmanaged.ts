import type { Decision, Strategy } from "../../core/decision.js";
import { isObject } from "../../core/json.js";
import { metadataOf } from "./object.js";

/** With the value "true" on the live object, nothing is written to it. */
export const UNMANAGED_ANNOTATION = "churngate.dev/unmanaged";

/** Is the live object marked to be left alone? */
export function isUnmanaged(live: unknown): boolean {
  const { annotations } = metadataOf(live);
  return isObject(annotations) && annotations[UNMANAGED_ANNOTATION] === "true";
}

/** What is decided about it. `strategy`: of the rule that would have decided. */
export function leftAlone(strategy: Strategy): Extract<Decision, { readonly verdict: "skip" }> {
  return { verdict: "skip", strategy, reason: { code: "unmanaged", annotation: UNMANAGED_ANNOTATION } };
}
