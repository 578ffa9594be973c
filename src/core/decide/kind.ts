import type { Source } from "../decision.js";
import type { KindFacts } from "../facts.js";
import type { Reads } from "../prepared/reads.js";
import type { HashFunction } from "./fingerprint.js";
import type { WriteMode } from "./write-mode.js";

/** What decides for one kind. */
export interface KindPlans {
  /** The gate's mode, made for one decider. */
  mode(): WriteMode;
  /** How a PUT would be decided: an explanation of the other modes says by it what desired leaves to others. */
  replacing(): WriteMode;
  readonly facts: KindFacts | undefined;
  /** There is no rule for the kind. */
  readonly fallback: boolean;
  /** Status alone is decided. */
  readonly onlyStatus: boolean;
  /** Where writes are sent, if not to the object itself. */
  readonly subresource: "status" | undefined;
  /** The places of live that conditions ask for. */
  readonly reads: Reads;
  /** Where a part of the rule stands. */
  source(part: string): Source | undefined;
}

/** Two digests of a text: one to record, and one to show in place of a secret. */
export interface Hashes {
  readonly fingerprint: HashFunction;
  readonly digest: HashFunction;
}
