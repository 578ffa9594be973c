import { Applying } from "../apply/applying.js";
import { type FieldSet, fieldElement } from "../apply/field-set.js";
import { withoutFinalizers, withServersFinalizers } from "../apply/finalizers.js";
import { isOwn, type OwnEntry, otherOwners, ownEntry, type Writer } from "../apply/owners.js";
import { applyPayload } from "../apply/payload.js";
import { mergeRoot } from "../apply/root.js";
import { isUnchangedByApply } from "../apply/unchanged.js";
import { withoutWithheld } from "../apply/withheld.js";
import { foldedSet, keptKeys } from "../apply/write-only.js";
import type { Reason } from "../decision.js";
import type { KindFacts } from "../facts.js";
import { isObject, type Json, type JsonObject, member, put } from "../json.js";
import { formatPath, type Path } from "../path.js";
import type { Plan } from "../plan/plan.js";
import { walkRoot } from "../plan/root.js";
import type { PlanVariants } from "../plan/variants.js";
import { type Lens, ownersLens } from "../prepared/lens.js";
import { type FoundChange, idleContext, type Step } from "../walk/context.js";
import { cloneWire } from "../wire.js";
import { begin } from "./begin.js";
import { replacePayload } from "./payload.js";
import type { Finding, WriteMode, Written } from "./write-mode.js";

const NONE: OwnEntry = Object.freeze({ found: "none" });

/** Server-side apply: what our own entry in managedFields records, and what desired states. */
export class ApplyMode implements WriteMode {
  readonly name = "apply";
  private readonly cx: Applying;
  /** To merge the server's answer, of which nothing is sent: what that finds is of no account. */
  private readonly answers: Applying;
  /** For looks that are not the decision's own walk. */
  private readonly trial = idleContext(undefined);
  /** How managedFields name the fields that are folded into others. */
  private readonly writeOnly: readonly string[];
  private own: OwnEntry = NONE;
  /** Live without managedFields: only what desired does not state may differ. */
  private guesses = false;

  constructor(
    private readonly variants: PlanVariants,
    /** For live without managedFields: all of it may be ours. */
    private readonly guessing: PlanVariants,
    private readonly facts: KindFacts | undefined,
    private readonly writer: Writer,
    force: boolean,
  ) {
    this.cx = new Applying(writer, force);
    this.answers = new Applying(writer, true);
    this.writeOnly = Object.keys(facts?.writeOnly ?? {}).map(fieldElement);
  }

  planFor(desired: JsonObject, live: JsonObject): Plan {
    const plan = this.variants.planFor(desired, live);
    this.own = ownEntry(live, this.writer, desired.apiVersion);
    this.guesses =
      this.own.found === "stripped" && this.changesNothing(plan, this.merged(plan, desired, live), live);
    return this.guesses ? this.guessing.planFor(desired, live) : plan;
  }

  target(plan: Plan, desired: JsonObject, live: JsonObject): JsonObject {
    if (!this.guesses) return this.merged(plan, desired, live);
    const stated = withoutWithheld(plan, withoutServers(desired), live);
    return withServersFinalizers(stated, live, this.facts?.serverFinalizers ?? []);
  }

  /** The answer as if we applied it: what is others' in live stays, and what is ours and not in it goes. */
  answered(plan: Plan, desired: JsonObject, answer: JsonObject, live: JsonObject): JsonObject {
    if (this.own.found === "stripped") return answer;
    this.answers.start(live, desired.apiVersion);
    return mergeRoot(plan.root, answer, live, this.ownSet(), this.answers);
  }

  /** Desired's own, and those that our last apply stated; where nobody knows these, all that the answer has. */
  claims(desired: JsonObject, answer: JsonObject): JsonObject {
    if (this.own.found === "stripped") return { ...answer, ...desired };
    let claims: Record<string, Json | undefined> | undefined;
    for (const element in this.ownSet()) {
      const key = element.slice(2);
      const value = element.startsWith("f:") ? member(answer, key) : undefined;
      if (value === undefined || member(desired, key) !== undefined) continue;
      claims = put(claims ?? { ...desired }, key, value);
    }
    return (claims as JsonObject | undefined) ?? desired;
  }

  private ownSet(): FieldSet | undefined {
    return this.own.found === "own" ? foldedSet(this.own.set, this.facts?.writeOnly) : undefined;
  }

  private merged(plan: Plan, desired: JsonObject, live: JsonObject): JsonObject {
    const { cx } = this;
    cx.start(live, desired.apiVersion);
    const set = this.ownSet();
    const stated = withoutWithheld(plan, withoutServers(desired), live, set);
    if (set !== undefined && this.isUnchanged(plan, stated, live, set)) return live;
    const merged = mergeRoot(plan.root, stated, live, set, cx);
    if (this.own.found === "own") {
      cx.unreachable.push(...keptKeys(this.own.set, this.facts?.writeOnly, merged, live));
    }
    const left = withoutFinalizers(merged, stated, plan.parts.ownFinalizers);
    if (left !== merged) cx.unreachable.push("metadata.finalizers");
    return left;
  }

  /** The skip path: at one look, where nothing is added to what the merge finds. */
  private isUnchanged(plan: Plan, stated: JsonObject, live: JsonObject, set: FieldSet): boolean {
    if (plan.parts.ownFinalizers.length > 0 || plan.root.forbids) return false;
    for (const element of this.writeOnly) if (set[element] !== undefined) return false;
    begin(this.trial, plan.root, stated, live, plan.derivative);
    if (!isUnchangedByApply(plan.root, stated, live, set, this.trial) || this.trial.odd) return false;
    // Another spelling than live's is another value to the server, which may be in conflict with others'.
    return this.cx.force || !this.trial.respelt;
  }

  private changesNothing(plan: Plan, merged: JsonObject, live: JsonObject): boolean {
    const { trial } = this;
    begin(trial, plan.root, merged, live, plan.derivative);
    trial.site.whole = true;
    return walkRoot(plan.root, merged, live, trial) === live;
  }

  get managedFields(): Lens {
    return this.cx.looksAtOthers ? ownersLens(() => true) : ownersLens((entry) => isOwn(entry, this.writer));
  }

  get notable(): boolean {
    return this.own.found !== "own" || this.cx.notable;
  }

  finding(changes: readonly FoundChange[]): Finding | undefined {
    const { duplicates, repeats, conflicts, unknown, unowned } = this.cx;
    if (duplicates.length > 0) return blocked({ code: "duplicate-key", paths: duplicates });
    if (conflicts.length > 0) {
      const managers = [...new Set(conflicts.flatMap((each) => each.managers))];
      return blocked({ code: "conflict", paths: conflicts.map(({ path }) => path), managers });
    }
    const paths = this.unreachable(changes);
    if (paths.length > 0) return { reason: { code: "not-possible-by-apply", paths }, verdict: "write" };
    const { own } = this;
    if (own.found === "stripped")
      return { reason: { code: "no-managed-fields" }, verdict: this.guesses ? "guess" : "skip" };
    if (own.found === "other-version")
      return { reason: { code: "owned-in-other-version", version: own.version }, verdict: "own" };
    if (unowned !== undefined)
      return {
        reason: { code: "not-owned", ...(own.found === "own" && { path: unowned }) },
        verdict: "own",
      };
    if (repeats.length > 0) return { reason: { code: "duplicate-key", paths: repeats }, verdict: "refused" };
    return unknown.length > 0
      ? { reason: { code: "unknown-field", paths: unknown }, verdict: "refused" }
      : undefined;
  }

  /** What the apply would leave as it is, though it must go. */
  private unreachable(changes: readonly FoundChange[]): readonly string[] {
    const forbidden = changes.filter(({ reason }) => reason.code === "must-be-absent");
    // Where nothing changes, there is nothing to send that the server could refuse.
    const emptied = changes.length > 0 ? this.cx.emptied : [];
    return [...this.cx.unreachable, ...emptied, ...forbidden.map((change) => formatPath(pathOf(change)))];
  }

  payload(written: Written): JsonObject {
    const { plan, desired, live, after, changes, passed, finding } = written;
    if (finding?.reason.code === "not-possible-by-apply") {
      return replacePayload(after, desired, this.facts, plan.root.onlyStatus);
    }
    const immutable = changes.filter(({ reason }) => reason.code === "immutable").map(pathOf);
    const kept = passed.filter(({ by }) => by.code === "kept-from-live").map(pathOf);
    const own = ownEntry(live, this.writer, desired.apiVersion);
    const others = otherOwners(live, this.writer, desired.apiVersion);
    const set = own.found === "own" ? own.set : undefined;
    const applied = { plan, desired, live, after, own: set, others, immutable, kept };
    return cloneWire(applyPayload(applied)) as JsonObject;
  }
}

function pathOf({ steps }: { readonly steps: readonly Step[] }): Path {
  return steps.map(({ segment }) => segment);
}

function blocked(reason: Reason): Finding {
  return { reason, verdict: "blocked" };
}

/** Desired without the metadata that no apply states but a past one may have. */
function withoutServers(desired: JsonObject): JsonObject {
  const { metadata } = desired;
  if (!isObject(metadata) || metadata.generateName === undefined) return desired;
  return { ...desired, metadata: { ...metadata, generateName: undefined } };
}
