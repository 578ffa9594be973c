import type { Decision } from "../../core/decision.js";
import type { KubeObject } from "../../core/json.js";
import { otherManagers } from "../fights/managers.js";
import { answerOf } from "../port/answer.js";
import { objectIn } from "../port/no-answer.js";
import { keyOf, metadataOf, versionOf } from "../port/object.js";
import { isUnmanaged, leftAlone } from "../port/unmanaged.js";
import { EnsureError } from "./ensure-error.js";
import { type Failure, failureOf, isMissing } from "./failure.js";
import type { Limit } from "./limit.js";
import { send, verbOf, type Writing } from "./send.js";
import type { Session } from "./session.js";
import type { Subject } from "./subject.js";
import { withTransitionTimes } from "./transitions.js";
import { notServed, Tries } from "./tries.js";
import type { EnsureOptions, EnsureResult } from "./types.js";

/** Live, and whether it comes from the server just now. */
interface Seen {
  readonly live: KubeObject | undefined;
  readonly fresh: boolean;
}

/** One call of ensure: reads, decides and writes until live is as desired, or it cannot be. */
export class Ensuring {
  /** Live under a write whose answer was lost: it may have taken effect. */
  private unsure: { readonly over: KubeObject | undefined } | undefined;
  /** The caller's live is not all of it. */
  private partial = false;
  /** The uid of an object whose status could not be found. */
  private withoutStatus: unknown;
  /** The kind's conditions have no lastTransitionTime. */
  private untimed = false;
  private readonly key: string;
  private readonly tries: Tries;

  constructor(
    private readonly session: Session,
    private readonly subject: Subject,
    private readonly options: EnsureOptions,
    limit: Limit,
  ) {
    this.key = `${keyOf(subject.ref)}${subject.subresource === undefined ? "" : "/status"}`;
    this.tries = new Tries(session, subject, limit);
  }

  async run(): Promise<EnsureResult> {
    try {
      return await this.settle();
    } catch (error) {
      if (this.unsure !== undefined)
        this.session.written.noteUnsure(this.subject.ref, versionOf(this.unsure.over));
      throw this.tries.given(error);
    }
  }

  private async settle(): Promise<EnsureResult> {
    let seen = await this.first();
    for (;;) {
      if (this.withoutStatus !== undefined && this.withoutStatus === metadataOf(seen.live).uid)
        throw notServed(this.subject);
      if (isUnmanaged(seen.live)) return this.unmanaged(seen.live);
      const decision = this.decide(seen.live);
      if (decision.verdict === "skip") return this.nothingToWrite(decision, seen.live);
      if (!seen.fresh && this.doubts(decision, seen.live)) {
        seen = await this.fresh();
        continue;
      }
      if (decision.verdict === "blocked") return this.blocked(decision, seen);
      if (this.hadNoEffect(decision, seen.live)) return this.noEffect(decision, seen.live);
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
        const live = await this.tries.run((signal) => port.read(ref, { signal }));
        return { live: live === undefined ? undefined : objectIn(ref, live), fresh: true };
      } catch (error) {
        const failure = failureOf(error);
        if (isMissing(error) || this.isYetToCome(failure)) return { live: undefined, fresh: true };
        await this.tries.again(error, failure);
      }
    }
  }

  private decide(live: KubeObject | undefined): Decision {
    const { gate } = this.session;
    const { subresource } = this.subject;
    const { terminating, create = true } = this.options;
    if (live === undefined && (subresource !== undefined || !create))
      throw new EnsureError(
        "not-found",
        this.subject.ref,
        "there is no such object, and it is not to be created",
      );
    const since = performance.now();
    const decision = gate.decide(this.desiredOver(live), live, {
      ...(terminating !== undefined && { terminating }),
      ...(subresource !== undefined && { subresource }),
    });
    this.emit({ type: "decision", decision, seconds: (performance.now() - since) / 1000 });
    return decision;
  }

  private desiredOver(live: KubeObject | undefined): KubeObject {
    const { desired, subresource } = this.subject;
    if (subresource === undefined || this.untimed) return desired;
    return withTransitionTimes(desired, live, new Date());
  }

  /** The next time, a cache with the same version is believed. */
  private blocked(decision: Decision, { live }: Seen): EnsureResult {
    const version = versionOf(live);
    if (version !== undefined) this.session.blocked.set(this.key, version);
    return this.result("blocked", decision, live);
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
  private doubts(decision: Exclude<Decision, { verdict: "skip" }>, live: KubeObject | undefined): boolean {
    if (this.partial || decision.reason.code === "no-managed-fields") return true;
    const version = versionOf(live);
    if (decision.verdict === "blocked") return this.session.blocked.get(this.key) !== version;
    // Nothing would bind the write to it.
    if (decision.verdict === "write" && version === undefined) return true;
    // An apply takes no notice of whether the object is there.
    return decision.verdict === "create" && this.session.gate.mode === "apply";
  }

  /** `unconditional` asks for no reason. */
  private hadNoEffect(decision: Writing, live: KubeObject | undefined): boolean {
    if (decision.reason.code === "unconditional") return false;
    return this.session.idle.has(this.key, versionOf(live), () => decision.payload());
  }

  private noEffect({ strategy }: Writing, live: KubeObject | undefined): EnsureResult {
    return this.result("unchanged", { verdict: "skip", strategy, reason: { code: "no-effect" } }, live);
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
        const answer = await this.tries.run((signal) =>
          send(session.port, verb, decision, ref, live, session.writeOptions(verb, decision, dryRun, signal)),
        );
        const object = objectIn(ref, answer);
        const seconds = (performance.now() - since) / 1000;
        const changed = changedOf(live, object, dryRun);
        this.emit({ type: "write", verb, dryRun, seconds, changed });
        if (!dryRun) {
          session.fights.note(this.key, decision, performance.now());
          const version = versionOf(object);
          session.written.note(ref, versionOf(live), version);
          if (changed === false && version !== undefined)
            session.idle.note(this.key, version, decision.payload());
        }
        return this.result(live === undefined ? "created" : "updated", decision, object);
      } catch (error) {
        const failure = failureOf(error);
        if (this.isYetToCome(failure)) return this.result("created", decision, undefined);
        if (this.refusesTimes(error)) return undefined;
        if (this.subject.subresource !== undefined && isMissing(error))
          this.withoutStatus = metadataOf(live).uid;
        if (failure.type === "later" && failure.unknown && !dryRun) this.unsure ??= { over: live };
        await this.tries.again(error, failure);
        if (failure.type !== "later" || failure.unknown) return undefined;
      }
    }
  }

  /** An apply is refused for a time that was only filled in: the kind has no such field. */
  private refusesTimes(error: unknown): boolean {
    const filled = this.subject.subresource !== undefined && !this.untimed;
    if (!filled || !UNDECLARED_TIME.test(answerOf(error)?.message ?? "")) return false;
    this.untimed = true;
    return true;
  }

  private unmanaged(live: KubeObject | undefined): EnsureResult {
    const { strategy } = this.session.gate.ruleFor(this.subject.desired).rule;
    return this.result("unchanged", leftAlone(strategy), live);
  }

  private result(
    result: EnsureResult["result"],
    decision: Decision,
    object: KubeObject | undefined,
  ): EnsureResult {
    return { result, decision: decision as Decision<KubeObject>, object, retries: this.tries.failed };
  }

  private emit(event: Parameters<Session["emit"]>[1]): void {
    this.session.emit(this.subject, event);
  }
}

const UNDECLARED_TIME = /lastTransitionTime: field not declared in schema/;

/** Did the write move the object's resourceVersion? */
function changedOf(live: KubeObject | undefined, object: KubeObject, dryRun: boolean): boolean | undefined {
  if (live === undefined) return true;
  const [before, after] = [versionOf(live), versionOf(object)];
  return dryRun || before === undefined || after === undefined ? undefined : before !== after;
}
