import type { EnsureResult } from "../../adapter/ensure/types.js";
import type { Decision, Source } from "../../core/decision.js";
import type { JsonObject } from "../../core/json.js";
import type { Manifest } from "../input/index.js";
import type { ObjectError } from "../objects/object-error.js";

/** What became of an object. */
export type Outcome =
  /** Brought to what desired states, or blocked; in a dry run, what would have become of it. */
  | {
      readonly result: EnsureResult["result"];
      readonly desired: Manifest;
      readonly decision: Decision<JsonObject>;
      readonly retries: number;
      /** Where the rule says which strategy. */
      readonly rule: Source | undefined;
    }
  | { readonly result: "failed"; readonly desired: Manifest; readonly error: ObjectError }
  /** The run was interrupted. unknown: its write was under way, and may have been stored. */
  | { readonly result: "not-done" | "unknown"; readonly desired: Manifest };

/** How many objects came out how. */
export interface ApplySummary {
  readonly objects: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly blocked: number;
  /** Objects that failed, and files that could not be read. */
  readonly failed: number;
  readonly notDone: number;
  readonly unknown: number;
}

/** Counts outcomes; `inputErrors` are files that could not be read. */
export function summarizeOutcomes(outcomes: readonly Outcome[], inputErrors: number): ApplySummary {
  const count = (result: Outcome["result"]): number =>
    outcomes.filter((each) => each.result === result).length;
  return {
    objects: outcomes.length,
    created: count("created"),
    updated: count("updated"),
    unchanged: count("unchanged"),
    blocked: count("blocked"),
    failed: count("failed") + inputErrors,
    notDone: count("not-done"),
    unknown: count("unknown"),
  };
}
