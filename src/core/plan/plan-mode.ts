import type { Mode } from "../decision.js";

/** How what the plan compares is written. */
export interface PlanMode {
  readonly mode: Mode;
  /**
   * What desired leaves out may have been live's alone. Apply and merge leave that as it is, so that what would go was ours, or
   * is stated as null.
   */
  readonly keeps: boolean;
  /** Status alone is compared. */
  readonly onlyStatus?: boolean;
}
