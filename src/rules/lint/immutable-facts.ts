import type { ConditionalPath, KindFacts } from "../../core/facts.js";
import { covers } from "./covers.js";

/** A path that an update may not change, and what within it may be changed. */
export interface Fixed {
  readonly path: string;
  readonly but: readonly string[];
}

/** Whether a fact holds whenever live has a value there. */
export function isAlways({ path, when }: ConditionalPath): boolean {
  const conditions = when === undefined ? [] : [when].flat();
  return conditions.every(
    (condition) =>
      condition.exists === true && (covers(condition.path, path) || covers(path, condition.path)),
  );
}

/** What of a place, and below it, the facts let no update change, whatever else live has. */
export function fixedIn(kind: KindFacts, place: string): readonly Fixed[] {
  const mutable = kind.mutable?.map(({ path }) => path) ?? [];
  const found = (kind.immutable ?? []).filter(isAlways).flatMap((fact): Fixed[] => {
    if (covers(place, fact.path)) return [{ path: fact.path, but: within(mutable, fact.path) }];
    if (!covers(fact.path, place)) return [];
    const isOpen = mutable.some((path) => covers(fact.path, path) && covers(path, place));
    return isOpen ? [] : [{ path: place, but: within(mutable, place) }];
  });
  return [...new Map(found.map((each) => [each.path, each])).values()];
}

function within(paths: readonly string[], place: string): readonly string[] {
  return [...new Set(paths.filter((path) => path !== place && covers(place, path)))];
}
