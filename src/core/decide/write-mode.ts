import type { Mode, Reason } from "../decision.js";
import type { JsonObject } from "../json.js";
import type { Plan } from "../plan/plan.js";
import type { Lens } from "../prepared/lens.js";
import type { FoundChange, Report } from "../walk/context.js";

/** What stands in a write's way, or calls for one, beside the values. */
export interface Finding {
  readonly reason: Reason;
  /**
   * skip: no reason to write. own: a reason even where nothing differs. guess: so, where something may differ, and no
   * difference is sure to be refused. write: never blocked. refused: what desired states beside its differences is left
   * out of a write, since the server refuses it. blocked: the server refuses it all.
   */
  readonly verdict: "skip" | "own" | "guess" | "write" | "refused" | "blocked";
}

/** What a payload is made of. */
export interface Written {
  readonly plan: Plan;
  readonly desired: JsonObject;
  readonly live: JsonObject;
  /** What live will be, before what only the server writes. */
  readonly after: JsonObject;
  readonly changes: readonly FoundChange[];
  readonly passed: Report["passed"];
  readonly finding: Finding | undefined;
}

/** How one mode combines desired with live, and what it sends. Made for one decider; not to be shared. */
export interface WriteMode {
  readonly name: Mode;
  /** The plan that holds for this pair of objects. */
  planFor(desired: JsonObject, live: JsonObject): Plan;
  /** What the server will be left with, before defaults: what is compared with live. */
  target(plan: Plan, desired: JsonObject, live: JsonObject): JsonObject;
  /**
   * What the server would be left with where it answers the write of desired as it did: what a remembered answer is compared
   * as.
   */
  answered(plan: Plan, desired: JsonObject, answer: JsonObject, live: JsonObject): JsonObject;
  /** The object whose top-level fields a remembered answer is compared in. */
  claims(desired: JsonObject, answer: JsonObject): JsonObject;
  /** True where the last target came with a finding. */
  readonly notable: boolean;
  /** The finding that came with the last target, given the changes of its walk. */
  finding(changes: readonly FoundChange[]): Finding | undefined;
  payload(written: Written): JsonObject;
  /** What of live's managedFields the last decision looked at. */
  readonly managedFields: Lens;
}
