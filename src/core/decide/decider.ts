import type { Decision, Explanation, Passed, Reason, Strategy } from "../decision.js";
import type { JsonObject, KubeObject } from "../json.js";
import { withoutNulls } from "../merge/patch.js";
import { formatPath } from "../path.js";
import type { Plan } from "../plan/plan.js";
import { assertFields, isUnchanged, walkRoot } from "../plan/root.js";
import { lensOf } from "../prepared/lens.js";
import { Patterns } from "../prepared/patterns.js";
import type { PreparedObject } from "../prepared/prepared-object.js";
import { type Context, idleContext, Report } from "../walk/context.js";
import { begin } from "./begin.js";
import {
  alwaysWrites,
  type Fingerprinted,
  isUnrecorded,
  reasonToWrite,
  withFingerprint,
  withRecord,
} from "./fingerprinted.js";
import { foldWriteOnly } from "./fold.js";
import type { Hashes, KindPlans } from "./kind.js";
import { withoutLeftOut } from "./left-out.js";
import { loggable } from "./loggable.js";
import { AnswerComparison, answerFor } from "./observed.js";
import type { DecideOptions } from "./options.js";
import { createPayload } from "./payload.js";
import { Presenter } from "./shown.js";
import { sightOf } from "./sight.js";
import { verdictOf } from "./verdict.js";
import type { Finding, WriteMode } from "./write-mode.js";

interface Reported {
  readonly decision: Decision<JsonObject>;
  readonly passed: readonly Passed[];
}

/** Decides for the objects of one kind. */
export class Decider {
  private readonly cx: Context;
  private readonly mode: WriteMode;
  private readonly answers: AnswerComparison;
  private readonly presenter: Presenter;
  private readonly skips = new Map<Strategy, Decision<never>>();
  private readonly folds: boolean;
  private readonly patterns = new Patterns();
  /** The plan of the last decision. */
  private plan: Plan | undefined;
  /** A decision is under way: a getter of the caller's objects may ask for another one meanwhile. */
  private busy = false;

  constructor(
    private readonly kind: KindPlans,
    private readonly hashes: Hashes,
    private readonly fieldManager: string | undefined,
  ) {
    this.cx = idleContext(fieldManager);
    this.mode = kind.mode();
    this.answers = new AnswerComparison(this.mode, this.cx);
    this.folds = kind.facts?.writeOnly !== undefined && !kind.onlyStatus;
    this.presenter = new Presenter(kind.facts, hashes.digest, (part) => kind.source(part));
  }

  /** The verdict; nothing is built where it is skip. `prepared` is told what live was where nothing is to be written. */
  decide(
    stated: JsonObject,
    live: JsonObject | undefined,
    options: DecideOptions,
    prepared?: PreparedObject<KubeObject>,
  ): Decision<JsonObject> {
    if (this.busy) return this.another().decide(stated, live, options);
    this.busy = true;
    try {
      const decision = this.decideAlone(stated, live, options);
      if (prepared !== undefined && live !== undefined) this.remember(prepared, stated, live, decision);
      return decision;
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
    this.plan = plan;
    const answer = plan.observed === undefined ? undefined : answerFor(options.observed, live);
    let unchanged = false;
    if (answer !== undefined) {
      unchanged = this.answers.areAsLive(plan, desired, answer, live);
      if (unchanged && !this.mode.notable) return this.skip(plan.strategy);
    } else if (plan.onlyWalks) {
      const target = this.mode.target(plan, desired, live);
      begin(this.cx, plan.root, target, live, plan.derivative);
      unchanged = isUnchanged(plan.root, target, live, this.cx);
      if (unchanged && !this.cx.odd && !this.mode.notable) return this.skip(plan.strategy);
    }
    const hashed = withFingerprint(plan, desired, this.hashes.fingerprint, answer);
    if (!plan.onlyWalks && answer === undefined) {
      unchanged = this.isUnchanged(hashed, live);
      if (unchanged && !this.cx.odd && !this.mode.notable) return this.skip(plan.strategy);
    }
    assertFields(desired, this.kind.onlyStatus);
    return this.report(hashed, live, options, unchanged).decision;
  }

  private explainAlone(
    stated: JsonObject,
    live: JsonObject | undefined,
    options: DecideOptions,
  ): Explanation<JsonObject> {
    if (live === undefined) return loggable({ ...this.create(stated), passed: [] });
    const desired = this.folds ? foldWriteOnly(stated, this.kind.facts, this.mode.name === "merge") : stated;
    const plan = this.mode.planFor(desired, live);
    const answer = plan.observed === undefined ? undefined : answerFor(options.observed, live);
    const hashed = withFingerprint(plan, desired, this.hashes.fingerprint, answer);
    assertFields(desired, this.kind.onlyStatus);
    const unchanged =
      answer === undefined
        ? this.isUnchanged(hashed, live)
        : this.answers.areAsLive(plan, desired, answer, live);
    const { decision, passed } = this.report(hashed, live, options, unchanged);
    return loggable({ ...decision, passed: [...passed, ...this.left(desired, live, decision, passed)] });
  }

  /** The skip path: stops at the first difference. */
  private isUnchanged(hashed: Fingerprinted, live: JsonObject): boolean {
    if (alwaysWrites(hashed) || isUnrecorded(hashed, live)) return false;
    const { plan, desired } = hashed;
    const drift = plan.strategy === "hash" ? plan.parts.hash.drift : plan.strategy;
    const shape = drift === "none" ? { ...plan.root, claimed: [], isPlain: false } : plan.root;
    const target = this.mode.target(plan, desired, live);
    begin(this.cx, plan.root, target, live, drift === "derivative");
    return isUnchanged(shape, target, live, this.cx);
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
    begin(this.cx, plan.root, desired, live, plan.derivative, report);
    walkRoot(plan.root, desired, live, this.cx);
    const foreign = report.changes.map((found) => ({ ...found, by: { code: "foreign" } as const }));
    return [...report.passed, ...foreign]
      .map((found) => this.presenter.passed(found))
      .filter(({ path }) => !seen.has(path));
  }

  /** Walks once more, to the end; whether to write is the caller's finding. */
  private report(
    hashed: Fingerprinted,
    live: JsonObject,
    options: DecideOptions,
    unchanged: boolean,
  ): Reported {
    const { plan, desired, answer } = hashed;
    const { strategy } = plan;
    const report = new Report();
    report.part = plan.parts.strategy.part;
    const target = this.mode.target(plan, desired, live);
    begin(this.cx, plan.root, target, live, plan.derivative, report);
    const after = withRecord(hashed, walkRoot(plan.root, target, live, this.cx));
    // What it has answered, the server has not refused.
    const repeats = answer === undefined ? repeated(report) : undefined;
    const finding = this.mode.finding(report.changes) ?? repeats;
    const compared =
      answer === undefined ? report : this.answers.compared(plan, desired, answer, live, report);
    const passed = compared.passed.map((found) => this.presenter.passed(found));
    if (unchanged && (finding === undefined || finding.verdict === "skip" || finding.verdict === "guess")) {
      for (const found of compared.changes) passed.push(this.presenter.drift(found));
      const unknown = answer === undefined ? unknownIn(passed) : [];
      return { decision: this.unchanged(strategy, unknown, finding), passed };
    }
    const shown = compared.changes.map((found) => this.presenter.change(found));
    const { facts, fallback, onlyStatus, subresource } = this.kind;
    const why = reasonToWrite(hashed, live);
    const named = fallback && why.code !== "not-observed";
    const reason: Reason = named ? { code: "no-rule", fallback: strategy } : why;
    const writesTerminating = onlyStatus || options.terminating === "write";
    const { mode } = this;
    const { changes } = report;
    const left =
      answer !== undefined && mode.name === "replace"
        ? withoutLeftOut(after, report.passed, compared.changes)
        : after;
    const found = { plan, desired, live, after: left, changes, passed: report.passed, finding };
    const outcome = { mode, strategy, reason, shown, facts, writesTerminating, subresource };
    const decision = verdictOf({ ...found, ...outcome });
    return { decision, passed };
  }

  /** Only a skip that says no more than that: it came of what the lens sees, and of nothing else. */
  private remember(
    prepared: PreparedObject<KubeObject>,
    desired: JsonObject,
    live: JsonObject,
    decision: Decision<JsonObject>,
  ): void {
    const { plan } = this;
    const skip = this.skips.get(decision.strategy);
    if (plan === undefined || skip !== decision || decision.strategy === "observed" || !prepared.missed())
      return;
    const lens = lensOf(sightOf(this.kind, this.mode, plan));
    const memory = this.patterns.memoryOf({
      live,
      desired,
      lens,
      decision: skip,
      isNew: !prepared.remembers,
    });
    if (memory !== undefined) prepared.remember(memory);
  }

  private skip(strategy: Strategy): Decision<JsonObject> {
    const made = this.skips.get(strategy);
    if (made !== undefined) return made;
    const equal: Reason = { code: strategy === "observed" ? "as-observed" : "equal" };
    const reason: Reason = this.kind.fallback ? { code: "no-rule", fallback: strategy } : equal;
    const skip: Decision<never> = Object.freeze({ verdict: "skip", strategy, reason: Object.freeze(reason) });
    this.skips.set(strategy, skip);
    return skip;
  }

  private unchanged(
    strategy: Strategy,
    unknown: readonly string[],
    finding: Finding | undefined,
  ): Decision<JsonObject> {
    if (finding !== undefined) return { verdict: "skip", strategy, reason: finding.reason };
    if (unknown.length === 0) return this.skip(strategy);
    return { verdict: "skip", strategy, reason: { code: "unknown-field", paths: unknown } };
  }

  private create(stated: JsonObject): Decision<JsonObject> {
    const folded = foldWriteOnly(stated, this.kind.facts, this.mode.name === "merge");
    const plan = this.mode.planFor(folded, {});
    const { desired } = withFingerprint(plan, folded, this.hashes.fingerprint, undefined);
    const { facts } = this.kind;
    const merges = this.mode.name === "merge";
    return loggable({
      verdict: "create",
      strategy: plan.strategy,
      reason: { code: "not-found" },
      payload: () => {
        const made = createPayload(desired, facts);
        // Created with null, a map has an empty text, which the first patch would take away.
        return merges ? withoutNulls(made) : made;
      },
    });
  }
}

/** Where desired states what the kind does not have. */
function unknownIn(passed: readonly Passed[]): readonly string[] {
  return passed.filter(({ by }) => by.code === "unknown-field").map(({ path }) => path);
}

/** Two items of desired that are one to the server. */
function repeated({ repeats }: Report): Finding | undefined {
  if (repeats.length === 0) return undefined;
  const paths = repeats.map((steps) => formatPath(steps.map(({ segment }) => segment)));
  return { reason: { code: "duplicate-key", paths }, verdict: "blocked" };
}
