import type { Decision, Explanation, Passed, Reason, Source, Strategy } from "../decision.js";
import type { KindFacts } from "../facts.js";
import type { JsonObject } from "../json.js";
import { formatPath } from "../path.js";
import type { Plan } from "../plan/plan.js";
import { assertFields, viewOf, walkRoot } from "../plan/root.js";
import { type Context, idleContext, Report } from "../walk/context.js";
import type { HashFunction } from "./fingerprint.js";
import { foldWriteOnly } from "./fold.js";
import { loggable } from "./loggable.js";
import { createPayload } from "./payload.js";
import { alwaysWrites, isUnrecorded, type Prepared, prepare, reasonToWrite, withRecord } from "./prepared.js";
import { Presenter } from "./shown.js";
import { verdictOf } from "./verdict.js";
import type { Finding, WriteMode } from "./write-mode.js";

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
  private readonly mode: WriteMode;
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
    this.mode = kind.mode();
    this.folds = kind.facts?.writeOnly !== undefined && !kind.onlyStatus;
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
    const desired = this.folds ? foldWriteOnly(stated, this.kind.facts, this.mode.name === "merge") : stated;
    const plan = this.mode.planFor(desired, live);
    let unchanged = false;
    if (plan.onlyWalks) {
      const target = this.mode.target(plan, desired, live);
      this.start(plan, target, live, plan.derivative, undefined);
      unchanged = walkRoot(plan.root, target, live, this.cx) === live;
      if (unchanged && !this.cx.odd && !this.mode.notable) return this.skip(plan.strategy);
    }
    const prepared = prepare(plan, desired, this.hashes.fingerprint);
    if (!plan.onlyWalks) {
      unchanged = this.isUnchanged(prepared, live);
      if (unchanged && !this.cx.odd && !this.mode.notable) return this.skip(plan.strategy);
    }
    assertFields(desired, this.kind.onlyStatus);
    return this.report(prepared, live, options, unchanged).decision;
  }

  private explainAlone(
    stated: JsonObject,
    live: JsonObject | undefined,
    options: DecideOptions,
  ): Explanation<JsonObject> {
    if (live === undefined) return loggable({ ...this.create(stated), passed: [] });
    const desired = this.folds ? foldWriteOnly(stated, this.kind.facts, this.mode.name === "merge") : stated;
    const plan = this.mode.planFor(desired, live);
    const prepared = prepare(plan, desired, this.hashes.fingerprint);
    assertFields(desired, this.kind.onlyStatus);
    const unchanged = this.isUnchanged(prepared, live);
    const { decision, passed } = this.report(prepared, live, options, unchanged);
    return loggable({ ...decision, passed: [...passed, ...this.left(desired, live, decision, passed)] });
  }

  /** The skip path: stops at the first difference. */
  private isUnchanged(prepared: Prepared, live: JsonObject): boolean {
    if (alwaysWrites(prepared) || isUnrecorded(prepared, live)) return false;
    const { plan, desired } = prepared;
    const drift = plan.strategy === "hash" ? plan.parts.hash.drift : plan.strategy;
    const shape = drift === "none" ? { ...plan.root, claimed: [] } : plan.root;
    const target = this.mode.target(plan, desired, live);
    this.start(plan, target, live, drift === "derivative", undefined);
    return walkRoot(shape, target, live, this.cx) === live;
  }

  /** What apply and merge leave as live has it, by what a PUT of desired would do to it. */
  private left(
    desired: JsonObject,
    live: JsonObject,
    decision: Decision<JsonObject>,
    passed: readonly Passed[],
  ): readonly Passed[] {
    if (this.mode.name === "replace") return [];
    const seen = new Set(
      [...passed, ...("changes" in decision ? decision.changes : [])].map(({ path }) => path),
    );
    const plan = this.kind.replacing().planFor(desired, live);
    const report = new Report();
    this.start(plan, desired, live, plan.derivative, report);
    walkRoot(plan.root, desired, live, this.cx);
    const foreign = report.changes.map((found) => ({ ...found, by: { code: "foreign" } as const }));
    return [...report.passed, ...foreign]
      .map((found) => this.presenter.passed(found))
      .filter(({ path }) => !seen.has(path));
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
    cx.site.whole = plan.root.whole;
    cx.report = report;
  }

  /** Walks once more, to the end; whether to write is the caller's finding. */
  private report(prepared: Prepared, live: JsonObject, options: DecideOptions, unchanged: boolean): Reported {
    const { plan, desired } = prepared;
    const { strategy } = plan;
    const report = new Report();
    report.part = plan.parts.strategy.part;
    const target = this.mode.target(plan, desired, live);
    this.start(plan, target, live, plan.derivative, report);
    const after = withRecord(prepared, walkRoot(plan.root, target, live, this.cx));
    const finding = this.mode.finding(report.changes) ?? repeated(report);
    const passed = report.passed.map((found) => this.presenter.passed(found));
    if (unchanged && (finding === undefined || finding.verdict === "skip" || finding.verdict === "guess")) {
      for (const found of report.changes) passed.push(this.presenter.drift(found));
      return { decision: this.unchanged(strategy, passed, finding), passed };
    }
    const shown = report.changes.map((found) => this.presenter.change(found));
    const { facts, fallback, onlyStatus, subresource } = this.kind;
    const reason: Reason = fallback ? { code: "no-rule", fallback: strategy } : reasonToWrite(prepared, live);
    const writesTerminating = onlyStatus || options.terminating === "write";
    const { mode } = this;
    const { changes } = report;
    const found = { plan, desired, live, after, changes, passed: report.passed, finding };
    const outcome = { mode, strategy, reason, shown, facts, writesTerminating, subresource };
    const decision = verdictOf({ ...found, ...outcome });
    return { decision, passed };
  }

  private skip(strategy: Strategy): Decision<JsonObject> {
    const made = this.skips.get(strategy);
    if (made !== undefined) return made;
    const reason: Reason = this.kind.fallback ? { code: "no-rule", fallback: strategy } : { code: "equal" };
    const skip: Decision<never> = Object.freeze({ verdict: "skip", strategy, reason: Object.freeze(reason) });
    this.skips.set(strategy, skip);
    return skip;
  }

  private unchanged(
    strategy: Strategy,
    passed: readonly Passed[],
    finding: Finding | undefined,
  ): Decision<JsonObject> {
    if (finding !== undefined) return { verdict: "skip", strategy, reason: finding.reason };
    const unknown = passed.filter(({ by }) => by.code === "unknown-field").map(({ path }) => path);
    if (unknown.length === 0) return this.skip(strategy);
    return { verdict: "skip", strategy, reason: { code: "unknown-field", paths: unknown } };
  }

  private create(stated: JsonObject): Decision<JsonObject> {
    const folded = foldWriteOnly(stated, this.kind.facts, this.mode.name === "merge");
    const plan = this.mode.planFor(folded, {});
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

/** Two items of desired that are one to the server. */
function repeated({ repeats }: Report): Finding | undefined {
  if (repeats.length === 0) return undefined;
  const paths = repeats.map((steps) => formatPath(steps.map(({ segment }) => segment)));
  return { reason: { code: "duplicate-key", paths }, verdict: "blocked" };
}
