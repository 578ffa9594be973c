import { isObject, type Json, type JsonObject, member } from "../../../core/json.js";
import type { Path, Segment } from "../../../core/path.js";
import type { Line, Unexplained } from "./line.js";
import { patternText } from "./places.js";
import { type Steps, valueAt } from "./steps.js";

/** What the server said of a change of one value of live. */
export type ChangeOutcome =
  /** It takes it. */
  | "accepted"
  /** It refuses the change, and would take the value in a new object. */
  | "immutable"
  /** It takes one change of the value and refuses another: a number may only grow. */
  | "partly"
  /** It refuses the value. */
  | "invalid";

/** One value of one object that was changed. */
export interface Tried {
  readonly object: string;
  readonly desired: JsonObject;
  readonly steps: Steps;
  readonly outcome: ChangeOutcome;
}

/** What the changes speak for: values that can be changed nowhere are immutable. */
export function immutableLines(
  tried: readonly Tried[],
  objects: number,
): { readonly lines: readonly Line[]; readonly unexplained: readonly Unexplained[] } {
  const lines: Line[] = [];
  const unexplained: Unexplained[] = [];
  for (const [path, all] of byPattern(tried)) {
    const told = all.filter(({ outcome }) => outcome !== "invalid");
    const names = new Set(told.map(({ object }) => object));
    const among = `dry runs, ${names.size} of ${objects} ${objects === 1 ? "object" : "objects"}`;
    if (told.some(({ outcome }) => outcome === "partly"))
      unexplained.push({ path, why: `the server takes some changes of it, and refuses others (${among})` });
    else if (told.length > 0 && told.every(({ outcome }) => outcome === "immutable"))
      lines.push({
        type: "immutable",
        path,
        why: `the server refuses a change of it, and takes the same value in a new object (${among})`,
      });
  }
  return { lines, unexplained };
}

function byPattern(tried: readonly Tried[]): ReadonlyMap<string, readonly Tried[]> {
  const found = new Map<string, Tried[]>();
  for (const each of tried) {
    const path = patternText(patternOf(each.steps));
    found.set(path, [...(found.get(path) ?? []), each]);
  }
  return found;
}

/** The way with `[*]` for each item. */
function patternOf(steps: Steps): Path {
  return steps.map(
    (step): Segment => (typeof step === "number" ? { kind: "each" } : { kind: "key", key: step }),
  );
}

/** Another number than the one that was tried first: a server may only take lower ones. */
export function lowerValue(value: Json | undefined): Json | undefined {
  if (typeof value === "number" && value > 0) return value - 1;
  if (typeof value === "bigint") return value - 1n;
  const [, digits, unit = ""] =
    typeof value === "string" ? (/^(\d{1,15})([A-Za-z]{0,3})$/.exec(value) ?? []) : [];
  return digits === undefined || Number(digits) < 1 ? undefined : `${Number(digits) - 1}${unit}`;
}

/** Keys by which items are told apart: another value makes another item of it. */
export function isItemKey(desired: JsonObject, steps: Steps): boolean {
  const last = steps.at(-1);
  const item = valueAt(desired, steps.slice(0, -1));
  return (
    last === "name" &&
    typeof steps.at(-2) === "number" &&
    isObject(item) &&
    member(item, "name") !== undefined
  );
}
