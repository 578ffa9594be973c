import { isList, isObject, type Json, type JsonObject, member, put } from "../json.js";
import { itemMatches, type Segment } from "../path.js";
import type { FoundChange, FoundPassed, Step } from "../walk/context.js";

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
  const places = changes.map(({ steps }) => keysOf(steps));
  let left: Json = after;
  for (const { steps, desired, live, by } of passed) {
    if (desired !== undefined || live === undefined || !FILLED.has(by.code)) continue;
    const place = keysOf(steps);
    if (places.some((other) => isWithin(place, other) || isWithin(other, place)))
      left = without(left, steps, live);
  }
  return left as JsonObject;
}

const FILLED: ReadonlySet<string> = new Set(["default", "computed", "empty"]);

const keysOf = (steps: readonly Step[]): readonly string[] =>
  steps.map(({ segment }) => JSON.stringify(segment));

const isWithin = (inner: readonly string[], outer: readonly string[]): boolean =>
  outer.every((key, index) => inner[index] === key);

/** Without the value at a place, where it is live's. */
function without(from: Json, [step, ...further]: readonly Step[], live: Json): Json {
  if (step === undefined) return from;
  if (isList(from)) {
    const at = indexOf(from, step.segment);
    const item = from[at];
    if (item === undefined || further.length === 0) return from;
    const left = without(item, further, live);
    return left === item ? from : from.map((each, index) => (index === at ? left : each));
  }
  if (!isObject(from) || step.segment.kind !== "key") return from;
  const { key } = step.segment;
  const value = member(from, key);
  if (value === undefined) return from;
  if (further.length === 0) return value === live ? (put({ ...from }, key, undefined) as JsonObject) : from;
  const left = without(value, further, live);
  return left === value ? from : (put({ ...from }, key, left) as JsonObject);
}

function indexOf(list: readonly Json[], segment: Segment): number {
  if (segment.kind === "index") return segment.index;
  return segment.kind === "item" ? list.findIndex((item) => itemMatches(item, segment.where)) : -1;
}
