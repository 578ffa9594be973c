import { Applying } from "../apply/applying.js";
import { below, type FieldSet, fieldElement } from "../apply/field-set.js";
import { type OwnEntry, otherOwners, ownEntry } from "../apply/owners.js";
import { applyPayload } from "../apply/payload.js";
import { withhold } from "../apply/places.js";
import { mergeRoot } from "../apply/root.js";
import type { KindFacts } from "../facts.js";
import { isList, isObject, type Json, type JsonObject, member } from "../json.js";
import { formatPath, valuesAt } from "../path.js";
import type { Plan } from "../plan/plan.js";
import type { PlanVariants } from "../plan/variants.js";
import type { FoundChange } from "../walk/context.js";
import { cloneWire } from "../wire.js";
import { replacePayload } from "./payload.js";
import type { Finding, WriteMode, Written } from "./write-mode.js";

const NONE: OwnEntry = Object.freeze({ found: "none" });

/** Server-side apply: what our own entry in managedFields records, and what desired states. */
export class ApplyMode implements WriteMode {
  readonly name = "apply";
  private readonly cx: Applying;
  private own: OwnEntry = NONE;
  private statesNothing = false;

  constructor(
    private readonly variants: PlanVariants,
    /** For live without managedFields, which is compared as a PUT would be. */
    private readonly replacing: PlanVariants,
    private readonly facts: KindFacts | undefined,
    private readonly manager: string,
    force: boolean,
  ) {
    this.cx = new Applying(manager, force);
  }

  planFor(desired: JsonObject, live: JsonObject): Plan {
    this.own = ownEntry(live, this.manager, desired.apiVersion);
    return (this.own.found === "stripped" ? this.replacing : this.variants).planFor(desired, live);
  }

  target(plan: Plan, desired: JsonObject, live: JsonObject): JsonObject {
    this.own = ownEntry(live, this.manager, desired.apiVersion);
    this.cx.start(live, desired.apiVersion);
    if (this.own.found === "stripped") return desired;
    const stated = this.stated(plan, desired, live);
    this.statesNothing = isBare(stated, plan);
    const set = this.own.found === "own" ? foldedSet(this.own.set, this.facts) : undefined;
    const merged = mergeRoot(plan.root, stated, live, set, this.cx);
    this.findKeptWriteOnly(merged, live);
    return withoutFinalizers(merged, stated, plan.parts.ownFinalizers, this.cx);
  }

  /** Keys of a write-only field that we stated and no longer do: no apply takes them out of the field they went into. */
  private findKeptWriteOnly(merged: JsonObject, live: JsonObject): void {
    if (this.own.found !== "own") return;
    for (const [field, { into }] of Object.entries(this.facts?.writeOnly ?? {})) {
      const set = below(this.own.set, fieldElement(field));
      for (const element in set ?? {}) {
        const key = element.slice(2);
        const [left, there] = [merged[into], live[into]];
        const gone =
          isObject(there) &&
          member(there, key) !== undefined &&
          !(isObject(left) && member(left, key) !== undefined);
        if (gone && below(below(this.own.set, fieldElement(into)), element) === undefined)
          this.cx.unreachable.push(
            formatPath([
              { kind: "key", key: into },
              { kind: "key", key },
            ]),
          );
      }
    }
  }

  /** Desired without what a rule keeps out of an apply. */
  private stated({ root, paths }: Plan, desired: JsonObject, live: JsonObject): JsonObject {
    let stated = desired;
    for (const list of [paths.ignore, paths.release, paths.absent])
      for (const path of list) stated = withhold(root.struct, stated, path) as JsonObject;
    for (const path of paths.once) {
      if (valuesAt(live, path).length > 0) stated = withhold(root.struct, stated, path) as JsonObject;
    }
    return stated;
  }

  get notable(): boolean {
    return this.own.found !== "own" ? !(this.own.found === "none" && this.statesNothing) : this.cx.notable;
  }

  finding(changes: readonly FoundChange[]): Finding | undefined {
    const { duplicates, conflicts, unknown, unowned } = this.cx;
    if (this.own.found === "stripped") return { reason: { code: "no-managed-fields" }, verdict: "skip" };
    if (duplicates.length > 0)
      return { reason: { code: "duplicate-key", paths: duplicates }, verdict: "blocked" };
    if (conflicts.length > 0) {
      const managers = [...new Set(conflicts.flatMap((each) => each.managers))];
      const paths = conflicts.map(({ path }) => path);
      return { reason: { code: "conflict", paths, managers }, verdict: "blocked" };
    }
    const unreachable = this.unreachable(changes);
    if (unreachable.length > 0)
      return { reason: { code: "not-possible-by-apply", paths: unreachable }, verdict: "write" };
    if (this.own.found === "other-version") {
      return { reason: { code: "owned-in-other-version", version: this.own.version }, verdict: "write" };
    }
    if (this.own.found === "none" && !this.statesNothing)
      return { reason: { code: "not-owned" }, verdict: "write" };
    if (unowned !== undefined && this.own.found === "own")
      return { reason: { code: "not-owned", path: unowned }, verdict: "write" };
    return unknown.length > 0
      ? { reason: { code: "unknown-field", paths: unknown }, verdict: "skip" }
      : undefined;
  }

  /** What the apply would leave as it is, though it must go. */
  private unreachable(changes: readonly FoundChange[]): readonly string[] {
    const forbidden = changes.filter(({ reason }) => reason.code === "must-be-absent");
    return [
      ...this.cx.unreachable,
      ...forbidden.map(({ steps }) => formatPath(steps.map((step) => step.segment))),
    ];
  }

  payload(written: Written): JsonObject {
    const { plan, desired, live, after, changes, passed, finding } = written;
    if (finding?.reason.code === "not-possible-by-apply") return replacePayload(after, desired, this.facts);
    const held = [
      ...changes.filter(({ reason }) => reason.code === "immutable"),
      ...passed.filter(({ by }) => by.code === "kept-from-live"),
    ].map(({ steps }) => steps.map((step) => step.segment));
    const own = ownEntry(live, this.manager, desired.apiVersion);
    const others = otherOwners(live, this.manager, desired.apiVersion);
    const set = own.found === "own" ? own.set : undefined;
    return cloneWire(applyPayload({ plan, desired, live, after, own: set, others, held })) as JsonObject;
  }
}

/** What our last apply stated, with write-only fields read as those that they are folded into. */
function foldedSet(set: FieldSet, facts: KindFacts | undefined): FieldSet {
  let folded = set;
  for (const [field, { into }] of Object.entries(facts?.writeOnly ?? {})) {
    const [from, to] = [below(set, fieldElement(field)), fieldElement(into)];
    if (from !== undefined) folded = { ...folded, [to]: { ...from, ...below(folded, to) } };
  }
  return folded;
}

/** Less the finalizers that the rule calls ours and desired no longer states: where the merge left one, others own it too. */
function withoutFinalizers(
  merged: JsonObject,
  desired: JsonObject,
  own: readonly string[],
  cx: Applying,
): JsonObject {
  const left = isObject(merged.metadata) ? merged.metadata.finalizers : undefined;
  if (own.length === 0 || !isList(left)) return merged;
  const stated =
    isObject(desired.metadata) && isList(desired.metadata.finalizers) ? desired.metadata.finalizers : [];
  const isLeftOver = (item: Json): boolean =>
    typeof item === "string" && own.includes(item) && !stated.includes(item);
  if (!left.some(isLeftOver)) return merged;
  cx.unreachable.push("metadata.finalizers");
  const metadata = isObject(merged.metadata) ? merged.metadata : {};
  return { ...merged, metadata: { ...metadata, finalizers: left.filter((item) => !isLeftOver(item)) } };
}

/** True of an object that states nothing beyond its name: it needs no entry of ours. */
function isBare(desired: JsonObject, { root }: Plan): boolean {
  for (const key in desired) {
    if (key === "apiVersion" || key === "kind" || desired[key] === undefined) continue;
    if (key === "status" && !root.status) continue;
    if (key !== "metadata") return false;
    const { metadata } = desired;
    if (!isObject(metadata)) continue;
    for (const part of ["labels", "annotations", "ownerReferences", "finalizers"])
      if (metadata[part] !== undefined) return false;
  }
  return true;
}
