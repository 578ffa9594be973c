import type { Source } from "../decision.js";
import type { KindFacts } from "../facts.js";
import type { KubeObject } from "../json.js";
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
  /** Where a part of the rule stands. */
  source(part: string): Source | undefined;
}

export interface DecideOptions {
  /** Compares and writes status only, by the kind's status rule. Needs a live object, which may be terminating. */
  readonly subresource?: "status";
  /**
   * For the strategy `observed`, else of no account: the server's answer to our last write or dry run of the same desired object, as the
   * caller remembers it. One about an object of another uid counts as none.
   */
  readonly observed?: KubeObject | undefined;
  /** block (the default): a terminating object is left alone but for our own finalizers. write: as any other. */
  readonly terminating?: "block" | "write";
}

/** Two digests of a text: one to record, and one to show in place of a secret. */
export interface Hashes {
  readonly fingerprint: HashFunction;
  readonly digest: HashFunction;
}
