import type { ValueFacts } from "../../core/facts.js";
import { isList, isObject, type Json, type JsonObject, member } from "../../core/json.js";
import { formatPath, type Segment } from "../../core/path.js";
import { sameNumber } from "../../core/value/leaf.js";
import type { Difference } from "./effect.js";
import type { FactsAt } from "./facts-at.js";
import { isSameValue, pairsOf } from "./items.js";

/** Of metadata, what every update moves. */
const MOVED: ReadonlySet<string> = new Set(["resourceVersion", "generation", "managedFields"]);

const TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** Types of which one value has one spelling, as the server sends it. */
const PLAIN: ReadonlySet<ValueFacts["type"]> = new Set([
  "string",
  "boolean",
  "integer",
  "number",
  "any",
  "bytes",
]);

const RESTART = /(^|[./])restart(ed)?At$/;

/** Where two versions of an object differ; of metadata, but for resourceVersion, generation and managedFields. */
export function differencesOf(before: JsonObject, after: JsonObject, facts: FactsAt): readonly Difference[] {
  const walk = new Walk(facts);
  walk.members(before, after, facts.root);
  return walk.found;
}

class Walk {
  readonly found: Difference[] = [];
  private readonly steps: Segment[] = [];

  constructor(private readonly facts: FactsAt) {}

  members(before: JsonObject, after: JsonObject, of: ValueFacts | undefined): void {
    for (const key of Object.keys(before)) this.member(key, member(before, key), member(after, key), of);
    for (const key of Object.keys(after))
      if (member(before, key) === undefined) this.member(key, undefined, member(after, key), of);
  }

  private member(
    key: string,
    before: Json | undefined,
    after: Json | undefined,
    of: ValueFacts | undefined,
  ): void {
    if (before === after || (this.isMetadata() && MOVED.has(key))) return;
    this.steps.push({ kind: "key", key });
    this.value(before, after, this.facts.member(of, key, this.steps));
    this.steps.pop();
  }

  private value(before: Json | undefined, after: Json | undefined, of: ValueFacts | undefined): void {
    if (isObject(before) && isObject(after)) this.members(before, after, of);
    else if (isList(before) && isList(after)) this.list(before, after, of);
    else if (before === undefined || after === undefined || !isSameScalar(before, after))
      this.note(before, after, of);
  }

  private list(before: readonly Json[], after: readonly Json[], of: ValueFacts | undefined): void {
    // Nearly every list stays as it is, and to pair its items takes long.
    if (isSameValue(before, after)) return;
    const pairs = pairsOf(before, after, of?.type === "list" ? of : undefined);
    if (pairs === undefined) {
      this.note(before, after, of);
      return;
    }
    for (const { step, before: left, after: right } of pairs.pairs) {
      this.steps.push(step);
      this.value(left, right, of?.type === "list" ? of.of : undefined);
      this.steps.pop();
    }
    if (pairs.moved) this.found.push({ ...this.place(), before, after, order: true });
  }

  private note(before: Json | undefined, after: Json | undefined, of: ValueFacts | undefined): void {
    this.found.push({
      ...this.place(),
      ...(before !== undefined && { before }),
      ...(after !== undefined && { after }),
      ...(isTime(before, after, of) && !this.isTrigger() && { time: true as const }),
      ...(isPlain(before, of) && isPlain(after, of) && { plain: true as const }),
    });
  }

  private place(): Pick<Difference, "path" | "steps"> {
    const steps = [...this.steps];
    return { path: formatPath(steps), steps };
  }

  /** A time that is stated so that something happens: a rollout, a restart. */
  private isTrigger(): boolean {
    return this.steps.some(
      (step, index) =>
        step.kind === "key" && (RESTART.test(step.key) || (step.key === "template" && index > 0)),
    );
  }

  private isMetadata(): boolean {
    const [first, second] = this.steps;
    return second === undefined && first?.kind === "key" && first.key === "metadata";
  }
}

function isSameScalar(before: Json, after: Json): boolean {
  return before === after || sameNumber(before, after);
}

/** Of two such values that differ, none is a spelling of the other. */
function isPlain(value: Json | undefined, of: ValueFacts | undefined): boolean {
  if (value === undefined || typeof value === "object") return false;
  return of === undefined || PLAIN.has(of.type);
}

/** A field that facts call a time, or text that is one on both sides. */
function isTime(before: Json | undefined, after: Json | undefined, of: ValueFacts | undefined): boolean {
  if (of?.type === "time" || of?.type === "microTime") return before !== undefined && after !== undefined;
  return isTimeText(before) && isTimeText(after);
}

function isTimeText(value: Json | undefined): boolean {
  return typeof value === "string" && TIME.test(value);
}
