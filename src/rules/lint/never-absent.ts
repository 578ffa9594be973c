import type { FactSource, KindFacts } from "../../core/facts.js";
import { newest } from "../newest.js";
import { pathUses } from "../path-uses.js";
import type { Check } from "./context.js";
import { covers } from "./covers.js";
import { isAlways } from "./immutable-facts.js";
import { locateInAny } from "./locate.js";

/** `absent` of what the server fills in again, or refuses to take away: a write each time, for ever. */
export const neverAbsent: Check = function* ({ rule, document, facts, kinds }) {
  const kind = newest(kinds);
  if (kind === undefined) return;
  for (const { role, path, pointer, entry } of pathUses(rule)) {
    if (role !== "absent" || (entry && "remove" in entry)) continue;
    const because = isFilled(facts, kind, path) ? "default" : isFixed(kind, path) ? "immutable" : undefined;
    if (because) yield document.errorAt({ code: "never-absent", path, because }, pointer);
  }
};

function isFilled(facts: FactSource, kind: KindFacts, path: string): boolean {
  const located = locateInAny(facts, [kind], path);
  if (!located || !("found" in located)) return false;
  return "default" in located.found && !("when" in located.found);
}

function isFixed(kind: KindFacts, path: string): boolean {
  const refuses = kind.immutable?.some(
    (fact) => fact.stated !== true && isAlways(fact) && covers(fact.path, path),
  );
  return (
    refuses === true && !kind.mutable?.some((fact) => covers(fact.path, path) || covers(path, fact.path))
  );
}
