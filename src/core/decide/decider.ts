import type { Decision, Explanation, Passed, Reason, Source, Strategy } from "../decision.js";
import type { KindFacts } from "../facts.js";
import type { JsonObject } from "../json.js";
import type { Plan } from "../plan/plan.js";
import { assertFields, viewOf, walkRoot } from "../plan/root.js";
import type { PlanVariants } from "../plan/variants.js";
import { type Context, idleContext, Report } from "../walk/context.js";
import type { HashFunction } from "./fingerprint.js";
import { foldWriteOnly } from "./fold.js";
import { loggable } from "./loggable.js";
import { createPayload } from "./payload.js";
import { alwaysWrites, isUnrecorded, type Prepared, prepare, reasonToWrite, withRecord } from "./prepared.js";
import { Presenter } from "./shown.js";
import { verdictOf } from "./verdict.js";

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

/** Two digests of a text: one to record, and one to show in place of a secret. */
export interface Hashes {
  readonly fingerprint: HashFunction;
  readonly digest: HashFunction;
}

interface Reported {
  readonly decision: Decision<JsonObject>;
  readonly passed: readonly Passed[];
}

/** Decides for the objects of one kind. */
export class Decider {
  private readonly cx: Context;
  private readonly presenter: Presenter;
  private readonly skips = new Map<Strategy, Decision<never>>();
  private readonly folds: boolean;
  /** A decision is under way: a getter of the caller's objects may ask for another one meanwhile. */
  private busy = false;

  constructor(
    private readonly kind: KindPlans,
    private readonly hashes: Hashes,
    private readonly fieldManager: string | undefined,
  ) {
    this.cx = idleContext(fieldManager);
    this.folds = kind.facts?.writeOnly !== undefined;
    this.presenter = new Presenter(kind.facts, hashes.digest, (part) => kind.source(part));
  }

  /** The verdict; nothing is built where it is skip. */
  decide(stated: JsonObject, live: JsonObject | undefined, options: DecideOptions): Decision<JsonObject> {
    if (this.busy) return this.another().decide(stated, live, options);
    this.busy = true;
    try {
      return this.decideAlone(stated, live, options);
    } finally {
      this.busy = false;
    }
  }

  /** The same verdict, with what was passed over. */
  explain(stated: JsonObject, live: JsonObject | undefined, options: DecideOptions): Explanation<JsonObject> {
    if (this.busy) return this.another().explain(stated, live, options);
    this.busy = true;
    try {
      return this.explainAlone(stated, live, options);
    } finally {
      this.busy = false;
    }
  }

  private another(): Decider {
    return new Decider(this.kind, this.hashes, this.fieldManager);
  }

  private decideAlone(
    stated: JsonObject,
    live: JsonObject | undefined,
    options: DecideOptions,
  ): Decision<JsonObject> {
    if (live === undefined) return this.create(stated);
    const desired = this.folds ? foldWriteOnly(stated, this.kind.facts) : stated;
    const plan = this.kind.variants.planFor(desired, live);
    let unchanged = false;
    if (plan.onlyWalks) {
      this.start(plan, desired, live, plan.derivative, undefined);
      unchanged = walkRoot(plan.root, desired, live, this.cx) === live;
      if (unchanged && !this.cx.odd) return this.skip(plan.strategy);
    }
    const prepared = prepare(plan, desired, this.hashes.fingerprint);
    if (!plan.onlyWalks) {
      unchanged = this.isUnchanged(prepared, live);
      if (unchanged && !this.cx.odd) return this.skip(plan.strategy);
    }
    assertFields(desired);
    return this.report(prepared, live, options, unchanged).decision;
  }

  private explainAlone(
    stated: JsonObject,
    live: JsonObject | undefined,
    options: DecideOptions,
  ): Explanation<JsonObject> {
    if (live === undefined) return loggable({ ...this.create(stated), passed: [] });
    const desired = foldWriteOnly(stated, this.kind.facts);
    const plan = this.kind.variants.planFor(desired, live);
    const prepared = prepare(plan, desired, this.hashes.fingerprint);
    assertFields(desired);
    const unchanged = this.isUnchanged(prepared, live);
    const { decision, passed } = this.report(prepared, live, options, unchanged);
    return loggable({ ...decision, passed });
  }

  /** The skip path: stops at the first difference. */
  private isUnchanged(prepared: Prepared, live: JsonObject): boolean {
    if (alwaysWrites(prepared) || isUnrecorded(prepared, live)) return false;
    const { plan, desired } = prepared;
    const drift = plan.strategy === "hash" ? plan.parts.hash.drift : plan.strategy;
    const shape = drift === "none" ? { ...plan.root, claimed: [] } : plan.root;
    this.start(plan, desired, live, drift === "derivative", undefined);
    return walkRoot(shape, desired, live, this.cx) === live;
  }

  private start(
    plan: Plan,
    desired: JsonObject,
    live: JsonObject,
    derivative: boolean,
    report: Report | undefined,
  ): void {
    const cx = this.cx;
    cx.desired = viewOf(plan.root, desired, live, derivative);
    cx.live = live;
    cx.derivative = derivative;
    cx.odd = false;
    cx.report = report;
  }

  /** Walks once more, to the end; whether to write is the caller's finding. */
  private report(prepared: Prepared, live: JsonObject, options: DecideOptions, unchanged: boolean): Reported {
    const { plan, desired } = prepared;
    const { strategy } = plan;
    const report = new Report();
    report.part = plan.parts.strategy.part;
    this.start(plan, desired, live, plan.derivative, report);
    const after = withRecord(prepared, walkRoot(plan.root, desired, live, this.cx));
    const passed = report.passed.map((found) => this.presenter.passed(found));
    if (unchanged) {
      for (const found of report.changes) passed.push(this.presenter.drift(found));
      return { decision: this.unchanged(strategy, passed), passed };
    }
    const changes = report.changes.map((found) => this.presenter.change(found));
    const { facts, fallback } = this.kind;
    const reason: Reason = fallback ? { code: "no-rule", fallback: strategy } : reasonToWrite(prepared, live);
    const writesTerminating = options.terminating === "write";
    const found = { strategy, reason, changes, after, desired, live, facts, writesTerminating };
    return { decision: verdictOf(found), passed };
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
    const { desired } = prepare(plan, folded, this.hashes.fingerprint);
    const { facts } = this.kind;
    return loggable({
      verdict: "create",
      strategy: plan.strategy,
      reason: { code: "not-found" },
      payload: () => createPayload(desired, facts),
    });
  }
}
