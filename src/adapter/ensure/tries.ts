import type { ObjectRef } from "../port/port.js";
import { EnsureError } from "./ensure-error.js";
import { type Failure, failureOf, refusal } from "./failure.js";
import { DeadlineExceeded, type Limit } from "./limit.js";
import type { Session } from "./session.js";
import { silenced } from "./silenced.js";
import type { Subject } from "./subject.js";

/** The tries that one call has: what failed so far, and whether another one is worth it. */
export class Tries {
  /** How many failed, or met a conflict. */
  failed = 0;
  private lastError: unknown;

  constructor(
    private readonly session: Session,
    private readonly subject: Subject,
    private readonly limit: Limit,
  ) {}

  /** One request, bounded in time. */
  run<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.limit.run(this.session.retry.requestMs, request);
  }

  /**
   * The same request, again and again while it fails in a way that may pass.
   * @throws a conflict, as it is told; or what `again` throws
   */
  async persist<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await this.run(request);
      } catch (error) {
        const failure = failureOf(error);
        if (failure.type === "stale") throw this.told(error);
        await this.again(error, failure);
      }
    }
  }

  /**
   * Returns where it is worth another try, after the wait that this takes.
   * @throws EnsureError, or what was thrown
   */
  async again(thrown: unknown, failure: Failure = failureOf(thrown)): Promise<void> {
    const { session, subject } = this;
    const { ref, awaited } = subject;
    if (failure.type === "thrown") throw thrown;
    const error = this.told(thrown);
    if (failure.type === "refused") throw refusal(ref, failure.code, error);
    if (failure.type === "not-served" && !awaited.kind) throw notServed(subject, error);
    this.lastError = error;
    this.failed++;
    if (this.failed >= session.retry.tries) throw refusal(ref, EXHAUSTED[failure.type], error);
    if (failure.type === "stale" || failure.type === "owned") return this.afterConflict();
    if (failure.type === "not-served") session.port.forget?.();
    const asked = failure.type === "later" ? failure.waitMs : undefined;
    const waitMs = Math.max(asked ?? 0, session.backoff(this.failed));
    session.emit(subject, { type: "retry", tries: this.failed, waitMs, error });
    await this.limit.wait(waitMs);
  }

  /** The first time, whoever else wrote has done so; later it is a race, in which the random part tells the racers apart. */
  private async afterConflict(): Promise<void> {
    const { session, subject, failed } = this;
    session.emit(subject, { type: "conflict", tries: failed });
    if (failed > 1) await this.limit.wait(session.backoff(failed - 1));
  }

  /** What may be told of a failed request: of an object with secrets, nothing that quotes them. */
  private told(error: unknown): unknown {
    return this.session.gate.isSensitive(this.subject.ref) ? silenced(error) : error;
  }

  /** What the caller gets to see of what was thrown. */
  given(thrown: unknown): unknown {
    const { session, subject } = this;
    const detail = `not done in ${session.retry.deadlineMs} ms`;
    const error =
      thrown instanceof DeadlineExceeded
        ? new EnsureError("deadline", subject.ref, detail, this.lastError ?? thrown)
        : thrown;
    session.emit(subject, { type: "error", error });
    return error;
  }
}

/** The tries of a request that is none of ensure's: nothing that it needs is yet to come. */
export function triesAlone(session: Session, ref: ObjectRef, limit: Limit): Tries {
  const awaited = { kind: false, namespace: false };
  return new Tries(session, { ref, desired: {}, subresource: undefined, awaited }, limit);
}

/** What it is called when the tries are used up. */
const EXHAUSTED = {
  stale: "conflict",
  owned: "field-conflict",
  later: "tries",
  "not-served": "kind-not-found",
} as const;

/** The server does not serve the kind, or not its status by itself. */
export function notServed({ ref, subresource }: Subject, cause?: unknown): EnsureError {
  const detail =
    subresource === undefined
      ? `the server does not serve this kind in ${ref.apiVersion}`
      : "the server has no status subresource for this kind; its facts should say so (statusSubresource: false)";
  return new EnsureError("kind-not-found", ref, detail, cause);
}
