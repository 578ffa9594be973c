import { isList, type Json } from "../../../core/json.js";
import { namesOf } from "./items.js";
import type { Line, Unexplained } from "./line.js";
import { canBeNamed, patternText } from "./places.js";
import { same } from "./same.js";
import type { Sighting } from "./sighting.js";
import { whyText } from "./why.js";

export interface JudgeOptions {
  /** There are facts of a custom kind that a default can be added to. */
  readonly mayDefault: boolean;
  /** Values may be told: the kind holds no secrets. */
  readonly showsValues: boolean;
  /** How many objects the server was asked about. */
  readonly objects: number;
}

/** What the sightings at places of one pattern speak for. */
export function judge(seen: readonly Sighting[], options: JudgeOptions): readonly (Line | Unexplained)[] {
  if (seen.every(({ everywhere }) => everywhere)) return [judgePlaces(seen, true, options)];
  const byPath = new Map<string, Sighting[]>();
  for (const each of seen) {
    const path = patternText(each.place.path);
    byPath.set(path, [...(byPath.get(path) ?? []), each]);
  }
  return [...byPath].map(([path, some]) => {
    const named = some.every(({ place }) => canBeNamed(place.path));
    return named ? judgePlaces(some, false, options) : { path, why: whyText("one-of-many", some, options) };
  });
}

function judgePlaces(seen: readonly Sighting[], general: boolean, options: JudgeOptions): Line | Unexplained {
  const [first] = seen;
  if (first === undefined) throw new Error("nothing was seen");
  const path = patternText(general ? first.place.pattern : first.place.path);
  const why = (what: Parameters<typeof whyText>[0]): string => whyText(what, seen, options);
  switch (first.place.deed) {
    case "dropped":
      return all(seen, "kept")
        ? { path, why: why("dropped-some") }
        : { type: "ignore", path, why: why("dropped") };
    case "changed":
      return all(seen, "forced")
        ? { type: "ignore", path, why: why("forced") }
        : { path, why: why("computed") };
    case "rearranged":
      return paired(path, seen, why);
    case "injected":
      if (seen.some(({ elsewhere }) => elsewhere === undefined)) return foreign(first, why("injected-named"));
      return all(seen, "kept")
        ? { type: "unstated", path, why: why("injected") }
        : { type: "ignore", path, why: why("injected") };
    case "filled":
      return filled(path, seen, why, options);
  }
}

/** Items that are called otherwise each time: only the list can be named. */
function foreign({ place }: Sighting, why: string): Line | Unexplained {
  const path = patternText(place.pattern.slice(0, -1));
  const step = place.path.at(-1);
  return step?.kind === "item"
    ? { type: "pair", path, keys: Object.keys(step.where), foreign: "keep", why }
    : { path, why };
}

function filled(
  path: string,
  seen: readonly Sighting[],
  why: (what: Parameters<typeof whyText>[0]) => string,
  { mayDefault, showsValues }: JudgeOptions,
): Line {
  if (all(seen, "forced")) return { type: "ignore", path, why: why("filled-forced") };
  if (!all(seen, "kept")) return { type: "unstated", path, why: why("filled") };
  const value = constantOf(seen);
  if (value === undefined || !mayDefault || !showsValues)
    return { type: "unstated", path, why: why("filled-kept") };
  return { type: "default", path, value, why: why("filled-kept") };
}

function all(seen: readonly Sighting[], restated: Sighting["restated"]): boolean {
  return seen.every((each) => each.restated === restated);
}

/** The one value that was stored in each object and under each name. */
function constantOf(seen: readonly Sighting[]): Json | undefined {
  const value = seen[0]?.stored;
  return seen.every(({ stored, elsewhere }) => same(stored, value) && same(elsewhere, value))
    ? value
    : undefined;
}

/** Lists of the same items in another order, or with others between them. */
function paired(
  path: string,
  seen: readonly Sighting[],
  why: (what: Parameters<typeof whyText>[0]) => string,
): Line | Unexplained {
  const lists = seen.map(({ stated, stored }) => [stated, stored] as const);
  const haveNames = lists.every(([stated, stored]) => isNamed(stated) && isNamed(stored));
  if (haveNames) return { type: "pair", path, keys: ["name"], why: why("rearranged") };
  const areSets = lists.every(
    ([stated, stored]) => isSet(stated) && isSet(stored) && sameValues(stated, stored),
  );
  return areSets
    ? { type: "pair", path, set: true, why: why("rearranged") }
    : { path, why: why("rewritten") };
}

function isNamed(value: Json | undefined): boolean {
  return isList(value) && namesOf(value) !== undefined;
}

function isSet(value: Json | undefined): value is readonly Json[] {
  return (
    isList(value) && value.every((item) => typeof item !== "object") && new Set(value).size === value.length
  );
}

function sameValues(left: readonly Json[], right: readonly Json[]): boolean {
  return left.length === right.length && left.every((item) => right.includes(item));
}
