import type { Decision } from "../core/decision.js";
import type { KubeObject } from "../core/json.js";
import { EnsureError } from "./ensure-error.js";
import { type Failure, failureOf, isMissing, refusal } from "./failure.js";
import { DeadlineExceeded, type Limit } from "./limit.js";
import { otherManagers } from "./managers.js";
import { objectIn } from "./no-answer.js";
import { keyOf, versionOf } from "./object.js";
import type { ObjectRef } from "./port.js";
import { send, verbOf, type Writing } from "./send.js";
import type { Session } from "./session.js";
import type { EnsureOptions, EnsureResult } from "./types.js";
import { isUnmanaged, UNMANAGED_ANNOTATION } from "./unmanaged.js";

/** Live, and whether it comes from the server just now. */
interface Seen {
  readonly live: KubeObject | undefined;
  readonly fresh: boolean;
}

/** What one call is about, beside its options. */
export interface Subject {
  readonly ref: ObjectRef;
  readonly desired: KubeObject;
  readonly subresource: "status" | undefined;
  readonly awaited: Awaited;
}

/** What the object needs and the same set makes: it may take a moment, and in a dry run it never comes. */
export interface Awaited {
  readonly kind: boolean;
  readonly namespace: boolean;
}

/** One call of ensure: reads, decides and writes until live is as desired, or it cannot be. */
export class Ensuring {
  private retries = 0;
  /** Live under a write whose answer was lost: it may have taken effect. */
  private unsure: { readonly over: KubeObject | undefined } | undefined;
  private lastError: unknown;
  /** The caller's live is not all of it. */
  private partial = false;
  private readonly key: string;

  constructor(
    private readonly session: Session,
    private readonly subject: Subject,
    private readonly options: EnsureOptions,
    private readonly limit: Limit,
  ) {
    this.key = `${keyOf(subject.ref)}${subject.subresource === undefined ? "" : "/status"}`;
  }

  async run(): Promise<EnsureResult> {
    try {
      return await this.settle();
    } catch (error) {
      throw this.given(error);
    }
  }

  private async settle(): Promise<EnsureResult> {
    let seen = await this.first();
    for (;;) {
      if (isUnmanaged(seen.live)) return this.unmanaged(seen.live);
      const decision = this.decide(seen.live);
      if (decision.verdict === "skip") return this.nothingToWrite(decision, seen.live);
      if (decision.verdict === "blocked") return this.result("blocked", decision, seen.live);
      if (!seen.fresh && this.doubts(decision)) {
        seen = await this.fresh();
        continue;
      }
      const held = this.fight(decision, seen.live);
      if (held !== undefined) return this.result("blocked", held, seen.live);
      const written = await this.write(decision, seen.live);
      if (written !== undefined) return written;
      seen = await this.fresh();
    }
  }

  /** The caller's live, unless it is known to be behind. */
  private async first(): Promise<Seen> {
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

  private async fresh(): Promise<Seen> {
    const { port } = this.session;
    const { ref } = this.subject;
    for (;;) {
      try {
        const { requestMs } = this.session.retry;
        const live = await this.limit.run(requestMs, (signal) => port.read(ref, { signal }));
        return { live: live === undefined ? undefined : objectIn(ref, live), fresh: true };
      } catch (error) {
        const failure = failureOf(error);
        if (isMissing(error) || this.isYetToCome(failure)) return { live: undefined, fresh: true };
        await this.again(error, failure);
      }
    }
  }

  private decide(live: KubeObject | undefined): Decision {
    const { gate } = this.session;
    const { desired, subresource } = this.subject;
    const { terminating, create = true } = this.options;
    if (live === undefined && (subresource !== undefined || !create))
      throw new EnsureError(
        "not-found",
        this.subject.ref,
        "there is no such object, and it is not to be created",
      );
    const since = performance.now();
    const decision = gate.decide(desired, live, {
      ...(terminating !== undefined && { terminating }),
      ...(subresource !== undefined && { subresource }),
    });
    this.emit({ type: "decision", decision, seconds: (performance.now() - since) / 1000 });
    return decision;
  }

  /** Nothing is left to write; what was, went out with a write whose answer was lost. */
  private nothingToWrite(decision: Decision, live: KubeObject | undefined): EnsureResult {
    if (this.unsure === undefined) return this.result("unchanged", decision, live);
    const { over } = this.unsure;
    this.session.written.note(this.subject.ref, versionOf(over), versionOf(live));
    return this.result(over === undefined ? "created" : "updated", decision, live);
  }

  /** In a dry run: what the same set would make first. */
  private isYetToCome(failure: Failure): boolean {
    const { kind, namespace } = this.subject.awaited;
    if (this.options.dryRun !== true) return false;
    if (failure.type === "not-served") return kind;
    return failure.type === "refused" && failure.code === "namespace-not-found" && namespace;
  }

  /** A cached live that this write should not be based on. */
  private doubts(decision: Writing): boolean {
    if (this.partial || decision.reason.code === "no-managed-fields") return true;
    // An apply takes no notice of whether the object is there.
    return decision.verdict === "create" && this.session.gate.mode === "apply";
  }

  /** The decision to send nothing where the same was sent too often; tells of it in any case. */
  private fight(decision: Writing, live: KubeObject | undefined): Decision | undefined {
    const { fights, gate } = this.session;
    const heat = fights.heatOf(this.key, decision, performance.now());
    if (heat === undefined || this.options.dryRun === true) return undefined;
    const changes = decision.verdict === "write" ? decision.changes : [];
    const paths = changes.map(({ path }) => path);
    const managers = otherManagers(live, paths, gate.fieldManager);
    this.emit({ type: "fight", paths, managers, heat, held: fights.holds });
    if (!fights.holds) return undefined;
    const { strategy } = decision;
    return { verdict: "blocked", strategy, reason: { code: "fight", managers }, changes, recreate: [] };
  }

  /** Sends the write; undefined where live has to be looked at anew. */
  private async write(decision: Writing, live: KubeObject | undefined): Promise<EnsureResult | undefined> {
    const { session, options } = this;
    const { ref } = this.subject;
    const verb = verbOf(decision, session.gate.mode);
    const dryRun = options.dryRun === true;
    for (;;) {
      const since = performance.now();
      try {
        const answer = await this.limit.run(session.retry.requestMs, (signal) =>
          send(session.port, verb, decision, ref, live, session.writeOptions(verb, decision, dryRun, signal)),
        );
        const object = objectIn(ref, answer);
        const seconds = (performance.now() - since) / 1000;
        const changed = changedOf(live, object, dryRun);
        this.emit({ type: "write", verb, dryRun, seconds, changed });
        if (!dryRun) {
          session.fights.note(this.key, decision, performance.now());
          session.written.note(ref, versionOf(live), versionOf(object));
        }
        return this.result(live === undefined ? "created" : "updated", decision, object);
      } catch (error) {
        const failure = failureOf(error);
        if (this.isYetToCome(failure)) return this.result("created", decision, undefined);
        if (failure.type === "later" && failure.unknown && !dryRun) this.unsure ??= { over: live };
        await this.again(error, failure);
        if (failure.type !== "later" || failure.unknown) return undefined;
      }
    }
  }

  /** Returns where it is worth another try, after the wait that this takes. */
  private async again(error: unknown, failure: Failure): Promise<void> {
    const { retry } = this.session;
    const { ref, awaited, subresource } = this.subject;
    if (failure.type === "thrown") throw error;
    if (failure.type === "refused") throw refusal(ref, failure.code, error);
    this.lastError = error;
    this.retries++;
    if (failure.type === "not-served" && !awaited.kind) throw notServed(ref, subresource, error);
    if (this.retries >= retry.tries)
      throw refusal(
        ref,
        failure.type === "stale" ? "conflict" : failure.type === "owned" ? "field-conflict" : "tries",
        error,
      );
    if (failure.type === "stale" || failure.type === "owned") {
      this.emit({ type: "conflict", tries: this.retries });
      // The first time, whoever else wrote has done so; later it is a race, in which the random part tells the racers apart.
      if (this.retries > 1) await this.limit.wait(this.session.backoff(this.retries - 1));
      return;
    }
    if (failure.type === "not-served") this.session.port.forget?.();
    const asked = failure.type === "later" ? failure.waitMs : undefined;
    const waitMs = Math.max(asked ?? 0, this.session.backoff(this.retries));
    this.emit({ type: "retry", tries: this.retries, waitMs, error });
    await this.limit.wait(waitMs);
  }

  private unmanaged(live: KubeObject | undefined): EnsureResult {
    const reason = { code: "unmanaged", annotation: UNMANAGED_ANNOTATION } as const;
    const { strategy } = this.session.gate.ruleFor(this.subject.desired).rule;
    return this.result("unchanged", { verdict: "skip", strategy, reason }, live);
  }

  private result(
    result: EnsureResult["result"],
    decision: Decision,
    object: KubeObject | undefined,
  ): EnsureResult {
    return { result, decision: decision as Decision<KubeObject>, object, retries: this.retries };
  }

  private emit(event: Parameters<Session["emit"]>[1]): void {
    this.session.emit(this.subject, event);
  }

  /** What the caller gets to see of what was thrown. */
  private given(thrown: unknown): unknown {
    const { ref } = this.subject;
    const error =
      thrown instanceof DeadlineExceeded
        ? new EnsureError(
            "deadline",
            ref,
            `not done in ${this.session.retry.deadlineMs} ms`,
            this.lastError ?? thrown,
          )
        : thrown;
    this.emit({ type: "error", error });
    return error;
  }
}

function notServed(ref: ObjectRef, subresource: string | undefined, error: unknown): EnsureError {
  const detail =
    subresource === undefined
      ? `the server does not serve this kind in ${ref.apiVersion}`
      : "the server has no status subresource for this kind; its facts should say so (statusSubresource: false)";
  return new EnsureError("kind-not-found", ref, detail, error);
}

/** Did the write move the object's resourceVersion? */
function changedOf(live: KubeObject | undefined, object: KubeObject, dryRun: boolean): boolean | undefined {
  if (live === undefined) return true;
  const [before, after] = [versionOf(live), versionOf(object)];
  return dryRun || before === undefined || after === undefined ? undefined : before !== after;
}
