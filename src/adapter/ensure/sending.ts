import type { KubeObject } from "../../core/json.js";
import { answerOf } from "../port/answer.js";
import { objectIn } from "../port/no-answer.js";
import { metadataOf } from "../port/object.js";
import type { Verb } from "../port/port.js";
import { type Failure, failureOf, isMissing } from "./failure.js";
import { send, verbOf, type Writing } from "./send.js";
import type { Session } from "./session.js";
import type { Subject } from "./subject.js";
import { notServed, type Tries } from "./tries.js";

/** A request to write that was answered. */
export interface Sent {
  readonly verb: Verb;
  readonly seconds: number;
  /** As the server answered; undefined in a dry run of what needs something that the same set is yet to make. */
  readonly object: KubeObject | undefined;
}

const UNDECLARED_TIME = /lastTransitionTime: field not declared in schema/;

/** What a write would leave cannot be asked: an admission webhook takes no dry runs. */
export class NoDryRun extends Error {
  override readonly name = "NoDryRun";
}

/** What the server says where an admission webhook declares side effects. */
const UNSUPPORTED = /does not support dry run/;

/** Sends the writes of one call of ensure, and knows what became of them. */
export class Sending {
  /** Live under a write whose answer was lost: it may have taken effect. */
  unsure: { readonly over: KubeObject | undefined } | undefined;
  /** The kind's conditions have no lastTransitionTime. */
  untimed = false;
  /** The uid of an object whose status could not be found. */
  private withoutStatus: unknown;

  constructor(
    private readonly session: Session,
    private readonly subject: Subject,
    private readonly tries: Tries,
  ) {}

  /**
   * Sends what a decision calls for. Undefined where live has to be looked at anew.
   * @param isAll the call is a dry run as a whole, in which what the same set makes never comes
   * @throws NoDryRun where that is what was asked for, and no more; EnsureError, or what was thrown
   */
  async send(
    decision: Writing,
    live: KubeObject | undefined,
    dryRun: boolean,
    isAll: boolean,
  ): Promise<Sent | undefined> {
    const { session } = this;
    const { ref } = this.subject;
    const verb = verbOf(decision, session.gate.mode);
    for (;;) {
      const since = performance.now();
      try {
        const answer = await this.tries.run((signal) =>
          send(session.port, verb, decision, ref, live, session.writeOptions(verb, decision, dryRun, signal)),
        );
        const object = objectIn(ref, answer);
        return { verb, seconds: (performance.now() - since) / 1000, object };
      } catch (error) {
        const failure = failureOf(error);
        if (dryRun && !isAll && UNSUPPORTED.test(answerOf(error)?.message ?? ""))
          throw new NoDryRun("the server takes no dry run of this", { cause: error });
        if (isAll && this.isYetToCome(failure)) return { verb, seconds: 0, object: undefined };
        if (this.refusesTimes(error)) return undefined;
        if (this.subject.subresource !== undefined && isMissing(error))
          this.withoutStatus = metadataOf(live).uid;
        if (failure.type === "later" && failure.unknown && !dryRun) this.unsure ??= { over: live };
        await this.tries.again(error, failure);
        if (failure.type !== "later" || failure.unknown) return undefined;
      }
    }
  }

  /** What the same set would make first. */
  isYetToCome(failure: Failure): boolean {
    const { kind, namespace } = this.subject.awaited;
    if (failure.type === "not-served") return kind;
    return failure.type === "refused" && failure.code === "namespace-not-found" && namespace;
  }

  /** @throws EnsureError where the object is there, and its status was not found */
  assertServed(live: KubeObject | undefined): void {
    if (this.withoutStatus !== undefined && this.withoutStatus === metadataOf(live).uid)
      throw notServed(this.subject);
  }

  /** An apply is refused for a time that was only filled in: the kind has no such field. */
  private refusesTimes(error: unknown): boolean {
    const filled = this.subject.subresource !== undefined && !this.untimed;
    if (!filled || !UNDECLARED_TIME.test(answerOf(error)?.message ?? "")) return false;
    this.untimed = true;
    return true;
  }
}
