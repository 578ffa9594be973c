import type { FactCondition } from "../facts.js";
import type { Json, JsonObject } from "../json.js";
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
  return (object) => holds(valuesAt(object, steps), wanted);
}

function holds(found: readonly Json[], wanted: Wanted): boolean {
  if (wanted.equals !== undefined) return found.some((value) => value === wanted.equals);
  const exists = found.some((value) => value !== null);
  return exists === (wanted.exists ?? true);
}

/** A fact's condition on live; without one it always holds. */
export function factCondition(when: FactCondition | undefined): LiveCondition {
  return when === undefined ? ALWAYS : conditionOf(when.path, when);
}
