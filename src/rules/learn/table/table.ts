import type { KindFacts } from "../../../core/facts.js";
import { isList, isObject, type Json, type JsonObject } from "../../../core/json.js";
import { patchBetween } from "../../../core/merge/patch.js";
import type { CasesFile, RuleCase } from "../../../generated/cases.js";
import type { RuleLiteral } from "../../set.js";
import type { CustomKind } from "../schema.js";
import { baseOf, storedOf } from "./base.js";
import { anotherValue, type Place, patchAt, placesIn } from "./places.js";
import { sampleOf } from "./sample.js";

/**
 * A table of decisions that the rule and facts of a kind must give, by its schema in one version.
 * @param base the object as a controller states it; one with what its schema requires, unless given
 * @param mayGo whether the server takes an object without a field: by the schema, unless given
 */
export function tableOf(
  custom: CustomKind,
  facts: KindFacts,
  { fields = [] }: Pick<RuleLiteral, "fields">,
  base: JsonObject = baseOf(custom),
  mayGo: (place: Place) => boolean = ({ required }) => !required,
): CasesFile {
  const stored = storedOf(custom, base);
  const patch = patchBetween(base, stored);
  const added: JsonObject = isObject(patch) ? patch : {};
  const { metadata: _, ...filledIn } = added;
  const places = placesIn(base, custom.schema);
  const storedPlaces = placesIn(stored, custom.schema);
  const isFixed = (place: Place): boolean =>
    (facts.immutable ?? []).some(
      ({ path }) =>
        place.path === path || place.path.startsWith(`${path}.`) || place.path.startsWith(`${path}[`),
    );
  const free = places.filter((place) => !isFixed(place));
  // An outermost field that desired does not state is nobody's, unless the rule names it.
  const isOurs = ({ names, path }: Place): boolean => names.length > 1 || fields.includes(path);
  const cases: readonly (RuleCase | undefined)[] = [
    { name: "unchanged: what the server fills in is no reason to write", verdict: "skip", reason: "equal" },
    Object.keys(filledIn).length === 0
      ? undefined
      : { name: "the server's defaults, stated", desired: filledIn, verdict: "skip", reason: "equal" },
    changedByHand(free),
    changedDefault(
      storedPlaces.filter((place) => !isFixed(place) && isOurs(place)),
      places,
    ),
    noLongerStated(free.filter((place) => isOurs(place) && mayGo(place))),
    fewerItems(free),
    statusOfOthers(custom),
    changedFixed(
      places.filter((place) => place.value !== undefined),
      facts,
    ),
    { name: "there is none yet", live: null, verdict: "create" },
  ];
  return {
    mode: "replace",
    base: base as CasesFile["base"],
    stored: added,
    cases: cases.filter((each) => each !== undefined) as CasesFile["cases"],
  };
}

function changedByHand(places: readonly Place[]): RuleCase | undefined {
  const found = firstChange(places);
  return (
    found && {
      name: `${found.place.path} was changed by hand`,
      live: patchAt(found.place.names, found.value),
      verdict: "write",
      changes: [found.place.path],
      reason: "differs",
    }
  );
}

/** A field that the server fills in, in a struct that is stated. */
function changedDefault(stored: readonly Place[], stated: readonly Place[]): RuleCase | undefined {
  const isStated = new Set(stated.map(({ path }) => path));
  const unset = stated.filter(({ value }) => value === undefined).map(({ path }) => path);
  const found = firstChange(stored.filter(({ path }) => isStated.has(path) && unset.includes(path)));
  return (
    found && {
      name: `${found.place.path} is not the default any more`,
      live: patchAt(found.place.names, found.value),
      verdict: "write",
      changes: [found.place.path],
      reason: "differs",
    }
  );
}

function firstChange(places: readonly Place[]): { readonly place: Place; readonly value: Json } | undefined {
  for (const place of places) {
    const value = anotherValue(place);
    if (value !== undefined) return { place, value };
  }
  return undefined;
}

function noLongerStated(places: readonly Place[]): RuleCase | undefined {
  const found = places.find(
    ({ value, schema }) =>
      schema.default === undefined && value !== undefined && value !== null && typeof value !== "object",
  );
  return (
    found && {
      name: `${found.path} is no longer stated`,
      desired: patchAt(found.names, null),
      verdict: "write",
      changes: [found.path],
      reason: "differs",
    }
  );
}

function fewerItems(places: readonly Place[]): RuleCase | undefined {
  const found = places.find(({ value }) => isList(value) && value.length > 1);
  if (found === undefined || !isList(found.value)) return undefined;
  return {
    name: `an item of ${found.path} is no longer stated`,
    desired: patchAt(found.names, found.value.slice(0, -1)),
    verdict: "write",
    reason: "differs",
  };
}

function statusOfOthers({ statusSubresource, schema }: CustomKind): RuleCase | undefined {
  const status = schema.properties.get("status");
  if (!statusSubresource || status?.type !== "object") return undefined;
  const live = { status: sampleOf(status) };
  return { name: "a status was set meanwhile", live, verdict: "skip", reason: "equal" };
}

/** A field that cannot be changed, whatever else the object has. */
function changedFixed(
  places: readonly Place[],
  { immutable = [], mutable = [] }: KindFacts,
): RuleCase | undefined {
  const isPlain = (place: Place): boolean =>
    immutable.some(
      ({ path, when }) =>
        path === place.path && (when === undefined || ("exists" in when && when.exists === true)),
    ) && !mutable.some(({ path }) => path === place.path);
  const found = firstChange(places.filter(isPlain));
  return (
    found && {
      name: `${found.place.path} cannot be changed`,
      desired: patchAt(found.place.names, found.value),
      verdict: "blocked",
      recreate: [found.place.path],
    }
  );
}
