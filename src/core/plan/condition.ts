import type { ConditionalPath, FactCondition } from "../facts.js";
import { type Json, type JsonObject, valueAt } from "../json.js";
import { parsePath, valuesAt } from "../path.js";
import type { LiveCondition } from "../walk/mark.js";

const ALWAYS: LiveCondition = () => true;

/** What a condition asks of the values that its path finds. */
export interface Wanted {
  readonly exists?: boolean;
  readonly equals?: Json;
}

/** A condition, ready to be asked of an object. With neither exists nor equals: the path exists. */
export function conditionOf(path: string, wanted: Wanted): (object: JsonObject) => boolean {
  const steps = parsePath(path);
  if (steps.every((step) => step.kind === "key")) {
    const keys = steps.map((step) => (step.kind === "key" ? step.key : ""));
    return (object) => holdsOne(valueAt(object, keys), wanted);
  }
  return (object) => holds(valuesAt(object, steps), wanted);
}

function holdsOne(found: Json | undefined, wanted: Wanted): boolean {
  if (wanted.equals !== undefined) return found === wanted.equals;
  return (found !== undefined && found !== null) === (wanted.exists ?? true);
}

function holds(found: readonly Json[], wanted: Wanted): boolean {
  if (wanted.equals !== undefined) return found.some((value) => value === wanted.equals);
  const exists = found.some((value) => value !== null);
  return exists === (wanted.exists ?? true);
}

/** A fact's conditions on live, all together; without one it always holds. */
export function factCondition(when: ConditionalPath["when"]): LiveCondition {
  if (when === undefined) return ALWAYS;
  if (!isAll(when)) return conditionOf(when.path, when);
  const conditions = when.map((each) => conditionOf(each.path, each));
  return (live) => conditions.every((holds) => holds(live));
}

function isAll(when: FactCondition | readonly FactCondition[]): when is readonly FactCondition[] {
  return Array.isArray(when);
}
