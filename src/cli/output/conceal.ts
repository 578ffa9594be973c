import type { Change, Explanation, Passed, Shown } from "../../core/decision.js";
import type { FactSource } from "../../core/facts.js";
import type { JsonObject } from "../../core/json.js";
import { Sensitive } from "../../core/sensitive.js";
import type { Decided } from "../explain/decide.js";
import { digestOf, redact, sensitivePaths } from "./redact.js";

/** How a decision's values are shown: a secret's as digests, or, on request, as they are. */
export interface Concealment {
  /** The decision with its changes and passed differences fit to be printed. */
  decision(decided: Decided): Explanation<JsonObject>;
  /** An object of the decided kind, fit to be printed. */
  object(object: JsonObject, decided: Decided): JsonObject;
}

/** Conceals what the kinds' facts call sensitive, unless `showSecrets`. */
export function concealment(facts: FactSource, showSecrets: boolean): Concealment {
  if (showSecrets)
    return { decision: ({ decision }) => shownAs(decision, reveal), object: (object) => object };
  return {
    decision: (decided) => {
      const paths = sensitivePaths(decided.desired, facts);
      return shownAs(decided.decision, (value, path) => (isUnder(path, paths) ? conceal(value) : value));
    },
    object: (object, decided) => redact(object, sensitivePaths(decided.desired, facts)),
  };
}

function shownAs(
  decision: Explanation<JsonObject>,
  show: (value: Shown, path: string) => Shown,
): Explanation<JsonObject> {
  const item = <T extends Change | Passed>(each: T): T => ({
    ...each,
    ...(each.live === undefined ? {} : { live: show(each.live, each.path) }),
    ...(each.desired === undefined ? {} : { desired: show(each.desired, each.path) }),
  });
  const passed = decision.passed.map(item);
  return decision.verdict === "write" || decision.verdict === "blocked"
    ? { ...decision, passed, changes: decision.changes.map(item) }
    : { ...decision, passed };
}

function reveal(value: Shown): Shown {
  return value instanceof Sensitive ? value.reveal() : value;
}

function conceal(value: Shown): Shown {
  return value instanceof Sensitive ? value : digestOf(value);
}

/** True of a path at, below or around a sensitive one. */
function isUnder(path: string, sensitive: readonly string[]): boolean {
  return sensitive.some((each) => within(path, each) || within(each, path));
}

function within(path: string, ancestor: string): boolean {
  return path === ancestor || (path.startsWith(ancestor) && /[.[]/.test(path[ancestor.length] ?? ""));
}
