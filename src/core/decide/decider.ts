import type { Change, Decision, Explanation, Passed, Reason, Source, Strategy } from "../decision.js";
import type { KindFacts } from "../facts.js";
import type { JsonObject } from "../json.js";
import type { Plan } from "../plan/plan.js";
import { walkRoot } from "../plan/root.js";
import type { PlanVariants } from "../plan/variants.js";
import { type Context, idleContext, Report } from "../walk/context.js";
import {
  fingerprint,
  type HashFunction,
  recordedFingerprint,
  recordFingerprint,
  UnhashableError,
} from "./fingerprint.js";
import { foldWriteOnly } from "./fold.js";
import { loggable } from "./loggable.js";
import { createPayload, replacePayload } from "./payload.js";
import { Presenter } from "./shown.js";
import { finalizersOnly, isTerminating } from "./terminating.js";

/** What decides for one kind. */
export interface KindPlans {
  readonly variants: PlanVariants;
  readonly facts: KindFacts | undefined;
  /** There is no rule for the kind. */
  readonly fallback: boolean;
  /** Where a part of the rule stands. */
  source(part: string): Source | undefined;
}

export interface DecideOptions {
  /** block (the default): a terminating object is left alone but for our own finalizers. write: as any other. */
  readonly terminating?: "block" | "write";
}

/** What desired is compared as, and what came of fingerprinting it. */
interface Prepared {
  readonly plan: Plan;
  readonly desired: JsonObject;
  readonly unhashable: string | undefined;
}

/** Decides for the objects of one kind. */
export class Decider {
  private readonly cx: Context;
  private readonly presenter: Presenter;
  private readonly skips = new Map<Strategy, Decision<never>>();
  private readonly writesOnly: boolean;

  constructor(
    private readonly kind: KindPlans,
    private readonly hash: HashFunction,
    fieldManager: string | undefined,
  ) {
    this.cx = idleContext(fieldManager);
    this.writesOnly = kind.facts?.writeOnly !== undefined;
    this.presenter = new Presenter(kind.facts, hash, (part) => kind.source(part));
  }

  /** The verdict; nothing is built where it is skip. */
  decide(stated: JsonObject, live: JsonObject | undefined, options: DecideOptions): Decision<JsonObject> {
    if (live === undefined) return this.create(stated);
    const folded = this.writesOnly ? foldWriteOnly(stated, this.kind.facts) : stated;
    const plan = this.kind.variants.planFor(folded, live);
    if (plan.onlyWalks) {
      this.start(folded, live, plan.derivative, undefined);
      if (walkRoot(plan.root, folded, live, this.cx) === live && !this.cx.odd)
        return this.skip(plan.strategy);
      return this.report({ plan, desired: folded, unhashable: undefined }, live, options).decision;
    }
    const prepared = this.prepare(plan, folded);
    const always = plan.strategy === "unconditional" || prepared.unhashable !== undefined;
    if (!always && this.isUnchanged(prepared, live) && !this.cx.odd) return this.skip(plan.strategy);
    return this.report(prepared, live, options).decision;
  }

  /** The same verdict, with what was passed over. */
  explain(stated: JsonObject, live: JsonObject | undefined, options: DecideOptions): Explanation<JsonObject> {
    if (live === undefined) return loggable({ ...this.create(stated), passed: [] });
    const { decision, passed } = this.report(this.prepared(stated, live), live, options);
    return loggable({ ...decision, passed });
  }

  private prepared(stated: JsonObject, live: JsonObject): Prepared {
    const desired = foldWriteOnly(stated, this.kind.facts);
    return this.prepare(this.kind.variants.planFor(desired, live), desired);
  }

  private prepare(plan: Plan, desired: JsonObject): Prepared {
    if (plan.strategy !== "hash") return { plan, desired, unhashable: undefined };
    return { plan, ...this.fingerprinted(plan, desired) };
  }

  private fingerprinted(
    plan: Plan,
    desired: JsonObject,
  ): { desired: JsonObject; unhashable: string | undefined } {
    try {
      const value = fingerprint(plan.root, desired, this.hash);
      return {
        desired: recordFingerprint(desired, plan.parts.hash.annotation, value),
        unhashable: undefined,
      };
    } catch (error) {
      if (error instanceof UnhashableError) return { desired, unhashable: error.message };
      throw error;
    }
  }

  /** The skip path: stops at the first difference. */
  private isUnchanged({ plan, desired }: Prepared, live: JsonObject): boolean {
    const drift = plan.strategy === "hash" ? plan.parts.hash.drift : plan.strategy;
    const shape = drift === "none" ? { ...plan.root, claimed: [] } : plan.root;
    this.start(desired, live, drift === "derivative", undefined);
    return walkRoot(shape, desired, live, this.cx) === live;
  }

  private start(
    desired: JsonObject,
    live: JsonObject,
    derivative: boolean,
    report: Report | undefined,
  ): void {
    const cx = this.cx;
    cx.desired = desired;
    cx.live = live;
    cx.derivative = derivative;
    cx.odd = false;
    cx.report = report;
  }

  private report(
    prepared: Prepared,
    live: JsonObject,
    options: DecideOptions,
  ): { decision: Decision<JsonObject>; passed: readonly Passed[] } {
    const { plan, desired } = prepared;
    const unchanged = plan.strategy !== "unconditional" && this.isUnchanged(prepared, live);
    const report = new Report();
    report.part = plan.parts.strategy.part;
    this.start(desired, live, plan.strategy === "derivative", report);
    const after = walkRoot(plan.root, desired, live, this.cx);
    const passed = report.passed.map((found) => this.presenter.passed(found));
    if (unchanged && prepared.unhashable === undefined) {
      passed.push(...report.changes.map((found) => this.presenter.drift(found)));
      return { decision: this.unchanged(plan.strategy, passed), passed };
    }
    const changes = report.changes.map((found) => this.presenter.change(found));
    const reason = this.reasonToWrite(prepared, live);
    return { decision: this.write(plan, { reason, changes, after, desired, live, options }), passed };
  }

  private write(
    plan: Plan,
    found: {
      readonly reason: Reason;
      readonly changes: readonly Change[];
      readonly after: JsonObject;
      readonly desired: JsonObject;
      readonly live: JsonObject;
      readonly options: DecideOptions;
    },
  ): Decision<JsonObject> {
    const { reason, changes, desired, live } = found;
    const { strategy } = plan;
    const recreate = immutablePaths(changes);
    const terminating = isTerminating(live) && found.options.terminating !== "write";
    const after = terminating ? finalizersOnly(found.after, live) : found.after;
    if (terminating && after === live) {
      return loggable({
        verdict: "blocked",
        strategy,
        reason: { code: "terminating" },
        changes,
        recreate: [],
      });
    }
    if (terminating) {
      const own = changes.filter(({ path }) => path.startsWith("metadata.finalizers"));
      return this.writes(strategy, reason, own, after, desired);
    }
    if (changes.length > 0 && recreate.length === changes.length && strategy !== "unconditional") {
      return loggable({ verdict: "blocked", strategy, reason: { code: "immutable" }, changes, recreate });
    }
    return this.writes(strategy, reason, changes, after, desired);
  }

  private writes(
    strategy: Strategy,
    reason: Reason,
    changes: readonly Change[],
    after: JsonObject,
    desired: JsonObject,
  ): Decision<JsonObject> {
    const recreate = immutablePaths(changes);
    const { facts } = this.kind;
    return loggable({
      verdict: "write",
      strategy,
      reason,
      changes,
      ...(recreate.length > 0 && { recreate }),
      payload: () => replacePayload(after, desired, facts),
    });
  }

  private reasonToWrite({ plan, unhashable, desired }: Prepared, live: JsonObject): Reason {
    if (this.kind.fallback) return { code: "no-rule", fallback: plan.strategy };
    if (plan.strategy === "unconditional") return { code: "unconditional" };
    if (unhashable !== undefined) return { code: "unhashable", detail: unhashable };
    if (plan.strategy !== "hash") return { code: "differs" };
    const { annotation } = plan.parts.hash;
    const recorded = recordedFingerprint(live, annotation);
    if (recorded === undefined) return { code: "hash-missing", annotation };
    return recorded === recordedFingerprint(desired, annotation)
      ? { code: "differs" }
      : { code: "hash-differs" };
  }

  private skip(strategy: Strategy): Decision<JsonObject> {
    const made = this.skips.get(strategy);
    if (made !== undefined) return made;
    const reason: Reason = this.kind.fallback ? { code: "no-rule", fallback: strategy } : { code: "equal" };
    const skip: Decision<never> = Object.freeze({ verdict: "skip", strategy, reason: Object.freeze(reason) });
    this.skips.set(strategy, skip);
    return skip;
  }

  private unchanged(strategy: Strategy, passed: readonly Passed[]): Decision<JsonObject> {
    const unknown = passed.filter(({ by }) => by.code === "unknown-field").map(({ path }) => path);
    if (unknown.length === 0) return this.skip(strategy);
    return { verdict: "skip", strategy, reason: { code: "unknown-field", paths: unknown } };
  }

  private create(stated: JsonObject): Decision<JsonObject> {
    const folded = foldWriteOnly(stated, this.kind.facts);
    const plan = this.kind.variants.planFor(folded, {});
    const desired = plan.strategy === "hash" ? this.fingerprinted(plan, folded).desired : folded;
    const { facts } = this.kind;
    return {
      verdict: "create",
      strategy: plan.strategy,
      reason: { code: "not-found" },
      payload: () => createPayload(desired, facts),
    };
  }
}

function immutablePaths(changes: readonly Change[]): readonly string[] {
  return changes.filter(({ reason }) => reason.code === "immutable").map(({ path }) => path);
}
