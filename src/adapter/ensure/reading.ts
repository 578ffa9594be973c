import type { KubeObject } from "../../core/json.js";
import { objectIn } from "../port/no-answer.js";
import { versionOf } from "../port/object.js";
import { failureOf, isMissing } from "./failure.js";
import type { Sending } from "./sending.js";
import type { Session } from "./session.js";
import type { Subject } from "./subject.js";
import type { Tries } from "./tries.js";
import type { EnsureOptions } from "./types.js";

/** Live, and whether it comes from the server just now. */
export interface Seen {
  readonly live: KubeObject | undefined;
  readonly fresh: boolean;
}

/** Gets live for one call of ensure. */
export class Reading {
  /** The caller's live is not all of it. */
  partial = false;

  constructor(
    private readonly session: Session,
    private readonly subject: Subject,
    private readonly options: EnsureOptions,
    private readonly tries: Tries,
    private readonly sending: Sending,
  ) {}

  /** The caller's live, unless it is known to be behind. */
  async first(): Promise<Seen> {
    const { options, session } = this;
    if (!("live" in options)) return this.fresh();
    const { live } = options;
    const given = live === undefined || live === null ? undefined : session.toWire(live, this.subject.ref);
    // A client's own object has lost the fields that its library does not know.
    this.partial = options.partial === true || (given !== undefined && given !== live);
    return session.written.isBehind(this.subject.ref, versionOf(given))
      ? this.fresh()
      : { live: given, fresh: false };
  }

  async fresh(): Promise<Seen> {
    const { port } = this.session;
    const { ref } = this.subject;
    for (;;) {
      try {
        const live = await this.tries.run((signal) => port.read(ref, { signal }));
        return { live: live === undefined ? undefined : objectIn(ref, live), fresh: true };
      } catch (error) {
        const failure = failureOf(error);
        const isYetToCome = this.options.dryRun === true && this.sending.isYetToCome(failure);
        if (isMissing(error) || isYetToCome) return { live: undefined, fresh: true };
        await this.tries.again(error, failure);
      }
    }
  }
}
