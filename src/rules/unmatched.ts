import type { Source } from "../core/decision.js";
import type { Json } from "../core/json.js";
import { parsePath, valuesAt } from "../core/path.js";
import type { ResolvedRule } from "./compiled.js";
import { ruleFileOf } from "./file-name.js";
import { pathUses } from "./path-uses.js";

/** An ignore whose path leads to nothing in any of the objects it was tried on. */
export interface UnmatchedIgnore {
  readonly path: string;
  /** JSON pointer of the entry's path in the resolved rule. */
  readonly pointer: string;
  readonly source?: Source;
}

/** The ignores of a rule that match none of some objects, desired or live. Those of a whole set may. */
export function unmatchedIgnores(
  resolved: ResolvedRule,
  objects: readonly Json[],
): readonly UnmatchedIgnore[] {
  const unmatched: UnmatchedIgnore[] = [];
  for (const { role, path, pointer } of pathUses(resolved.rule)) {
    if (role !== "ignore") continue;
    const steps = parsePath(path);
    if (objects.some((object) => valuesAt(object, steps).length > 0)) continue;
    const source = resolved.source(pointer);
    if (source && ruleFileOf(source.file)?.type === "ruleset") continue;
    unmatched.push({ path, pointer, ...(source ? { source } : {}) });
  }
  return unmatched;
}
