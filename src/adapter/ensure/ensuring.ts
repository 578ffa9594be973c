import type { Decision } from "../../core/decision.js";
import type { KubeObject } from "../../core/json.js";
import { otherManagers } from "../fights/other-managers.js";
import { keyOf, versionOf } from "../port/object.js";
import { isUnmanaged, leftAlone } from "../port/unmanaged.js";
import { EnsureError } from "./ensure-error.js";
import type { Limit } from "./limit.js";
import { Observing } from "./observing.js";
import { Reading, type Seen } from "./reading.js";
import type { Writing } from "./send.js";
import { NoDryRun, Sending, type Sent } from "./sending.js";
import type { Session } from "./session.js";
import type { Subject } from "./subject.js";
import { withTransitionTimes } from "./transitions.js";
import { Tries } from "./tries.js";
import type { EnsureOptions, EnsureResult } from "./types.js";

/** One call of ensure: reads, decides and writes until live is as desired, or it cannot be. */
export class Ensuring {
  private readonly key: string;
  private readonly tries: Tries;
  private readonly sending: Sending;
  private readonly reading: Reading;
  private readonly observing: Observing;
  /** What was decided on last: desired, with the times that it leaves to us. */
  private stated: KubeObject;

  constructor(
    private readonly session: Session,
    private readonly subject: Subject,
    private readonly options: EnsureOptions,
    limit: Limit,
  ) {
    this.key = `${keyOf(subject.ref)}${subject.subresource === undefined ? "" : "/status"}`;
    this.stated = subject.desired;
    this.tries = new Tries(session, subject, limit);
    this.sending = new Sending(session, subject, this.tries);
    this.reading = new Reading(session, subject, options, this.tries, this.sending);
    this.observing = new Observing(session, subject);
  }

  async run(): Promise<EnsureResult> {
    try {
      return await this.settle();
    } catch (error) {
      const { unsure } = this.sending;
      if (unsure !== undefined) this.session.written.noteUnsure(this.subject.ref, versionOf(unsure.over));
      throw this.tries.given(error);
    }
  }

  private async settle(): Promise<EnsureResult> {
    let seen = await this.reading.first();
    for (;;) {
      this.sending.assertServed(seen.live);
      if (isUnmanaged(seen.live)) return this.unmanaged(seen.live);
      const decision = this.decide(seen.live);
      if (decision.verdict === "skip") return this.nothingToWrite(decision, seen.live);
      if (!seen.fresh && this.doubts(decision, seen.live)) {
        seen = await this.reading.fresh();
        continue;
      }
      if (decision.verdict === "blocked") return this.blocked(decision, seen);
      if (this.hadNoEffect(decision, seen.live)) return this.noEffect(decision, seen.live);
      if (this.observing.asks(decision, this.stated, seen.live)) {
        if (!(await this.observe(decision, seen.live))) seen = await this.reading.fresh();
        continue;
      }
      const held = this.fight(decision, seen.live);
      if (held !== undefined) return this.result("blocked", held, seen.live);
      const written = await this.write(decision, seen.live);
      if (written !== undefined) return written;
      seen = await this.reading.fresh();
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
    this.stated = this.desiredOver(live);
    const observed = this.observing.answerTo(this.stated, live);
    const decision = gate.decide(this.stated, live, {
      ...(observed !== undefined && { observed }),
      ...(terminating !== undefined && { terminating }),
      ...(subresource !== undefined && { subresource }),
    });
    this.emit({ type: "decision", decision, seconds: (performance.now() - since) / 1000 });
    return decision;
  }

  private desiredOver(live: KubeObject | undefined): KubeObject {
    const { desired, subresource } = this.subject;
    if (subresource === undefined || this.sending.untimed) return desired;
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
    const { unsure } = this.sending;
    if (unsure === undefined) return this.result("unchanged", decision, live);
    const { over } = unsure;
    this.session.written.note(this.subject.ref, versionOf(over), versionOf(live));
    return this.result(over === undefined ? "created" : "updated", decision, live);
  }

  /** A cached live that this write should not be based on. */
  private doubts(decision: Exclude<Decision, { verdict: "skip" }>, live: KubeObject | undefined): boolean {
    if (this.reading.partial || decision.reason.code === "no-managed-fields") return true;
    const version = versionOf(live);
    if (decision.verdict === "blocked") return this.session.blocked.get(this.key) !== version;
    // Nothing would bind the write to it.
    if (decision.verdict === "write" && version === undefined) return true;
    // An apply takes no notice of whether the object is there.
    return decision.verdict === "create" && this.session.gate.mode === "apply";
  }

  /** `unconditional` asks for no reason; what the server answers now is newer than what is remembered of it. */
  private hadNoEffect(decision: Writing, live: KubeObject | undefined): boolean {
    const { code } = decision.reason;
    if (code === "unconditional" || code === "not-observed" || this.observing.hasAsked) return false;
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

  /** Asks the server by a dry run what it makes of desired. False where live has to be looked at anew. */
  private async observe(decision: Writing, live: KubeObject | undefined): Promise<boolean> {
    const sent = await this.asked(decision, live);
    if (sent === "unsupported") {
      this.observing.giveUp();
      return true;
    }
    if (sent?.object === undefined) return false;
    this.emit({ type: "observe", verb: sent.verb, seconds: sent.seconds });
    this.observing.noteAsked(this.stated, sent.object);
    return true;
  }

  private async asked(
    decision: Writing,
    live: KubeObject | undefined,
  ): Promise<Sent | undefined | "unsupported"> {
    try {
      return await this.sending.send(decision, live, true, false);
    } catch (error) {
      if (error instanceof NoDryRun) return "unsupported";
      throw error;
    }
  }

  /** Sends the write; undefined where live has to be looked at anew. */
  private async write(decision: Writing, live: KubeObject | undefined): Promise<EnsureResult | undefined> {
    const { session } = this;
    const { ref } = this.subject;
    const dryRun = this.options.dryRun === true;
    const sent = await this.sending.send(decision, live, dryRun, dryRun);
    if (sent === undefined) return undefined;
    const { verb, seconds, object } = sent;
    if (object === undefined) return this.result("created", decision, undefined);
    const changed = changedOf(live, object, dryRun);
    this.emit({ type: "write", verb, dryRun, seconds, changed });
    if (!dryRun) {
      session.fights.note(this.key, decision, performance.now());
      const version = versionOf(object);
      session.written.note(ref, versionOf(live), version);
      this.observing.note(decision.strategy, this.stated, object);
      if (changed === false && version !== undefined)
        session.idle.note(this.key, version, decision.payload());
    }
    return this.result(live === undefined ? "created" : "updated", decision, object);
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

/** Did the write move the object's resourceVersion? */
function changedOf(live: KubeObject | undefined, object: KubeObject, dryRun: boolean): boolean | undefined {
  if (live === undefined) return true;
  const [before, after] = [versionOf(live), versionOf(object)];
  return dryRun || before === undefined || after === undefined ? undefined : before !== after;
}
