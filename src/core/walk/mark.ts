import type { JsonObject } from "../json.js";

/** A condition on the live object. */
export type LiveCondition = (live: JsonObject) => boolean;

/** A change that is taken though the other way is refused; see ConditionalPath.only. */
export type OneWay = "adding" | "removing" | "reordering" | "raising" | "lowering";

/** What a rule or a kind's own facts say of one place. `part` is a JSON pointer into the rule. */
export interface Mark {
  readonly ignore?: { readonly part: string; readonly why?: string };
  readonly absent?: string;
  readonly once?: string;
  readonly atLeast?: string;
  /** Never a reason to write; taken from desired where something beside it changes: one of `with`, if given. */
  readonly incidental?: { readonly part: string; readonly with?: readonly string[] };
  /** Absent in desired means live's value. */
  readonly keep?: LiveCondition;
  /** Not stated at all (undefined, not empty) means live's value. */
  readonly unstated?: LiveCondition;
  /** An update keeps live's value whatever desired states. */
  readonly fixed?: LiveCondition;
  readonly immutable?: LiveCondition;
  /** Only another value is refused, not its removal. */
  readonly immutableIfStated?: boolean;
  /** Then even {} over nothing is refused. */
  readonly immutableEmpty?: LiveCondition;
  readonly mutable?: LiveCondition;
  /** Mutable within an immutable path, but in one way. */
  readonly oneWay?: { readonly only: OneWay; readonly when: LiveCondition };
  /** Where live lacks it, the server may drop it rather than refuse it. */
  readonly gated?: boolean;
  /** A strategy of its own: derivative, or not. */
  readonly derivative?: boolean;
  /** The entry of `fields` that claims it. */
  readonly part?: string;
}
