import { isList, isObject, type Json, type JsonObject, member, put } from "../json.js";
import { Copies } from "../value/copies.js";
import { NamedItems } from "../value/named-items.js";
import type { FoundChange, FoundPassed, Step } from "../walk/context.js";
import { PlaceTree } from "./place-tree.js";

/**
 * What live will be, less what desired leaves to the server where that answered otherwise: live has what the facts say it would
 * fill in, and a PUT that states this keeps it from filling in anything else.
 * @param passed of desired's own comparison, @param changes of the answer's
 */
export function withoutLeftOut(
  after: JsonObject,
  passed: readonly FoundPassed[],
  changes: readonly FoundChange[],
): JsonObject {
  const changed = new PlaceTree();
  for (const { steps } of changes) changed.add(steps);
  const left = new LessPlaces(after);
  for (const { steps, desired, live, by } of passed) {
    if (desired !== undefined || live === undefined || !FILLED.has(by.code)) continue;
    if (changed.touches(steps)) left.remove(steps, live);
  }
  return left.value;
}

const FILLED: ReadonlySet<string> = new Set(["default", "computed", "empty"]);

/** An object less many of its places. */
class LessPlaces {
  private readonly copies = new Copies();
  private readonly items = new NamedItems();

  constructor(public value: JsonObject) {}

  /** Without the value at a place, where it is live's. */
  remove(steps: readonly Step[], live: Json): void {
    this.value = this.without(this.value, steps, 0, live) as JsonObject;
  }

  private without(from: Json, steps: readonly Step[], depth: number, live: Json): Json {
    const step = steps[depth];
    if (step === undefined) return from;
    const isLast = depth === steps.length - 1;
    if (isList(from)) {
      const at = this.indexOf(from, step);
      const item = from[at];
      if (item === undefined || isLast) return from;
      const left = this.without(item, steps, depth + 1, live);
      if (left === item) return from;
      const list = this.copies.list(from);
      list[at] = left;
      return list;
    }
    if (!isObject(from) || step.segment.kind !== "key") return from;
    const { key } = step.segment;
    const value = member(from, key);
    if (value === undefined) return from;
    if (isLast) return value === live ? (put(this.copies.object(from), key, undefined) as JsonObject) : from;
    const left = this.without(value, steps, depth + 1, live);
    return left === value ? from : (put(this.copies.object(from), key, left) as JsonObject);
  }

  /** An item that loses a key matches no more, and none matches anew. */
  private indexOf(list: readonly Json[], { segment }: Step): number {
    if (segment.kind === "index") return segment.index;
    return segment.kind === "item" ? this.items.first(list, segment.where) : -1;
  }
}
