import { isObject, type Json, type JsonObject, type KubeObject, valueAt } from "../json.js";
import { formatPath } from "../path.js";
import type { Plan } from "../plan/plan.js";
import { type RootShape, walkRoot } from "../plan/root.js";
import { equalGuarded } from "../walk/any.js";
import { type Context, type FoundChange, type FoundPassed, Report, type Step } from "../walk/context.js";
import { begin } from "./begin.js";
import type { WriteMode } from "./write-mode.js";

/** What the caller remembers, where it is about the very object that live is: one that was made anew has another uid. */
export function answerFor(observed: KubeObject | undefined, live: JsonObject): JsonObject | undefined {
  if (!isObject(observed)) return undefined;
  const answer: JsonObject = observed;
  return uidOf(answer) === uidOf(live) ? answer : undefined;
}

function uidOf({ metadata }: JsonObject): Json | undefined {
  return isObject(metadata) ? metadata.uid : undefined;
}

/** Compares the server's answer to desired with live. Shares its decider's context. */
export class AnswerComparison {
  constructor(
    private readonly mode: WriteMode,
    private readonly cx: Context,
  ) {}

  /** True where live is as the server answered, and desired asks for no change that the server refuses. */
  areAsLive(plan: Plan, desired: JsonObject, answer: JsonObject, live: JsonObject): boolean {
    const { observed } = plan;
    if (observed === undefined) return false;
    // What the target of an apply finds beside the values counts too.
    const stated = this.mode.target(plan, desired, live);
    const claims = this.mode.claims(desired, answer);
    if (!this.walk(observed.root, claims, answer, live, undefined)) {
      const target = this.mode.answered(plan, desired, answer, live);
      if (target === answer || !this.walk(observed.root, claims, target, live, undefined)) return false;
    }
    if (keepsAll(observed.immutable, desired, live)) return true;
    const report = new Report();
    this.walk(plan.root, stated, stated, live, report);
    return !report.changes.some(isImmutable);
  }

  /**
   * What is to be told: where live is not as the server answered, and where desired states what the server refuses to change.
   * @param stated what desired's own comparison found
   */
  compared(
    plan: Plan,
    desired: JsonObject,
    answer: JsonObject,
    live: JsonObject,
    stated: Report,
  ): Pick<Report, "changes" | "passed"> {
    const target = this.mode.answered(plan, desired, answer, live);
    const found = this.differences(plan, this.mode.claims(desired, answer), target, live);
    const refused = without(stated.changes.filter(isImmutable), found.changes);
    const changes = [...found.changes, ...refused];
    const accepted = without(stated.changes, changes).map(
      (change): FoundPassed => ({ ...change, by: { code: "as-observed" }, part: undefined }),
    );
    const known = [...without(stated.passed, changes), ...accepted];
    return { changes, passed: [...known, ...without(found.passed, [...known, ...changes])] };
  }

  /** With the kind's facts, which name items by their keys; as plain JSON where these see none that counts. */
  private differences(plan: Plan, claims: JsonObject, target: JsonObject, live: JsonObject): Report {
    const plain = this.reported(plan, plan.observed?.root ?? plan.root, claims, target, live);
    if (plain.changes.length === 0) return plain;
    const named = this.reported(plan, plan.root, claims, target, live);
    return named.changes.every(isImmutable) ? plain : named;
  }

  private reported(
    plan: Plan,
    root: RootShape,
    claims: JsonObject,
    target: JsonObject,
    live: JsonObject,
  ): Report {
    const report = new Report();
    report.part = plan.parts.strategy.part;
    this.walk(root, claims, target, live, report);
    return report;
  }

  /** True where live is the target. `claims`: whose top-level fields are ours. */
  private walk(
    root: RootShape,
    claims: JsonObject,
    target: JsonObject,
    live: JsonObject,
    report: Report | undefined,
  ): boolean {
    begin(this.cx, root, target, live, false, report);
    return walkRoot(root, target, live, this.cx, claims) === live;
  }
}

/** True where these fields are alike, spelling and all; what desired does not state asks for nothing. */
function keepsAll(fields: readonly (readonly string[])[], desired: JsonObject, live: JsonObject): boolean {
  for (const keys of fields) {
    const stated = valueAt(desired, keys);
    if (stated === undefined) continue;
    const there = valueAt(live, keys);
    if (there === undefined || !equalGuarded(stated, there)) return false;
  }
  return true;
}

function isImmutable({ reason }: FoundChange): boolean {
  return reason.code === "immutable";
}

/** Those whose place is none of the others'. */
function without<Found extends { readonly steps: readonly Step[] }>(
  found: readonly Found[],
  others: readonly { readonly steps: readonly Step[] }[],
): readonly Found[] {
  const places = new Set(others.map(placeOf));
  return found.filter((each) => !places.has(placeOf(each)));
}

function placeOf({ steps }: { readonly steps: readonly Step[] }): string {
  return formatPath(steps.map(({ segment }) => segment));
}
