import type { DecideOptions } from "../decide/options.js";
import type { Decision, Explanation } from "../decision.js";
import type { Json, KubeObject } from "../json.js";
import { matches } from "./pattern.js";
import type { Memory, Shared } from "./patterns.js";

/** What may be said with each decision: all but what is compared, which was said when the object was prepared. */
export type PreparedOptions = Omit<DecideOptions, "subresource">;

/** A desired object that is compared with live again and again. It must not be changed from then on. */
export interface Prepared<T> {
  readonly desired: T;
  /** As Gate.decide. */
  decide(live: T | undefined, options?: PreparedOptions): Decision<T>;
  /** As Gate.explain. */
  explain(live: T | undefined, options?: PreparedOptions): Explanation<T>;
}

/** What decides where nothing is remembered that would do. */
export interface Deciding {
  decide(prepared: PreparedObject<KubeObject>, live: unknown, options: PreparedOptions): Decision<KubeObject>;
  explain(desired: KubeObject, live: unknown, options: PreparedOptions): Explanation<KubeObject>;
}

const NO_OPTIONS: PreparedOptions = Object.freeze({});

/** Remembers the live object over which nothing was to be written: for another one of the same values nothing is to be written either. */
export class PreparedObject<T extends KubeObject> implements Prepared<T> {
  private shared: Shared | undefined;
  private own: readonly Json[] | undefined;
  /** How many skips in a row were over a live object that was not as remembered. */
  private misses = 0;

  constructor(
    private readonly by: Deciding,
    readonly desired: T,
  ) {}

  decide(live: T | undefined, options: PreparedOptions = NO_OPTIONS): Decision<T> {
    const { shared, own } = this;
    if (
      shared !== undefined &&
      own !== undefined &&
      typeof live === "object" &&
      live !== null &&
      options.observed === undefined &&
      matches(shared.pattern, live, own, 0) >= 0
    ) {
      this.misses = 0;
      return shared.decision;
    }
    return this.by.decide(this as unknown as PreparedObject<KubeObject>, live, options) as Decision<T>;
  }

  explain(live: T | undefined, options: PreparedOptions = NO_OPTIONS): Explanation<T> {
    return this.by.explain(this.desired, live, options) as Explanation<T>;
  }

  /** Counts a skip over a live object that was not as remembered; true where it is to be remembered: seldom, where that happens often. */
  missed(): boolean {
    this.misses++;
    return (this.misses & (this.misses - 1)) === 0;
  }

  /** False until a live object was remembered. */
  get remembers(): boolean {
    return this.shared !== undefined;
  }

  remember({ shared, own }: Memory): void {
    this.shared = shared;
    this.own = own;
  }
}
