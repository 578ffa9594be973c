import { isObject, type Json, type JsonObject, member } from "../../../core/json.js";
import { holdsEverywhere } from "../../../rules/learn/evidence/everywhere.js";
import type { Place } from "../../../rules/learn/evidence/places.js";
import { same } from "../../../rules/learn/evidence/same.js";
import type { Restated, Sighting } from "../../../rules/learn/evidence/sighting.js";
import { valueAt, withValue } from "../../../rules/learn/evidence/steps.js";
import { otherValue } from "../../../rules/learn/evidence/values.js";
import { EnsureError } from "../../ensure/ensure-error.js";
import type { Ground } from "./ground.js";

/** Looks at one place of one object: what is stored there, and what becomes of another value that is stated there. */
export async function look(object: string, ground: Ground, place: Place): Promise<Sighting> {
  const { desired, answer, elsewhere } = ground;
  const { inDesired, inAnswer, pattern } = place;
  const stored = valueAt(answer, inAnswer);
  return {
    object,
    place,
    stated: valueAt(desired, inDesired),
    stored,
    elsewhere: valueElsewhere(place, elsewhere, stored),
    restated: await restate(ground, place, stored),
    everywhere: holdsEverywhere(pattern, desired, answer),
  };
}

/** What stands there under another name: an injected item only counts where it is called the same. */
function valueElsewhere(
  { inAnswer, path }: Place,
  elsewhere: JsonObject,
  stored: Json | undefined,
): Json | undefined {
  const found = valueAt(elsewhere, inAnswer);
  const step = path.at(-1);
  if (step?.kind !== "item" || !isObject(found) || !isObject(stored)) return found;
  const keys = Object.keys(step.where);
  return keys.every((key) => same(member(found, key), member(stored, key))) ? found : undefined;
}

async function restate(ground: Ground, place: Place, stored: Json | undefined): Promise<Restated> {
  const { desired, elsewhere } = ground;
  const { inDesired, inAnswer } = place;
  const stated = valueAt(desired, inDesired);
  const other = otherAt(place, stated, stored);
  if (other === undefined) return "not-tried";
  const answer = await ground.ask(withValue(desired, inDesired, other));
  if (answer instanceof EnsureError) return "refused";
  const got = place.deed === "injected" ? itemLike(answer, place) : valueAt(answer, inAnswer);
  if (place.deed === "dropped") return got === undefined ? "forced" : "kept";
  if (isStored(other, got)) return "kept";
  const varies = !same(valueAt(elsewhere, inAnswer), stored);
  return same(got, stored) || varies ? "forced" : "otherwise";
}

/** True where all that was stated is stored, perhaps with more. */
function isStored(stated: Json, stored: Json | undefined): boolean {
  if (!isObject(stated) || !isObject(stored)) return same(stated, stored);
  return Object.keys(stated).every((key) => isStored(member(stated, key) ?? null, member(stored, key)));
}

/** The item of an answer that has the place's keys, wherever it stands. */
function itemLike(answer: JsonObject, { path, inAnswer }: Place): Json | undefined {
  const step = path.at(-1);
  const list = valueAt(answer, inAnswer.slice(0, -1));
  if (step?.kind !== "item" || !Array.isArray(list)) return undefined;
  const items = (list as readonly Json[]).filter(
    (item) =>
      isObject(item) &&
      Object.entries(step.where).every(([key, value]) => String(member(item, key)) === value),
  );
  return items.length === 1 ? items[0] : undefined;
}

/** Another value than the one that is stored, and than the one that is stated. */
function otherAt(
  { deed, path }: Place,
  stated: Json | undefined,
  stored: Json | undefined,
): Json | undefined {
  if (deed === "rearranged") return undefined;
  if (deed === "injected") {
    const step = path.at(-1);
    return isObject(stored) && step?.kind === "item"
      ? otherMember(stored, Object.keys(step.where))
      : undefined;
  }
  const base = deed === "dropped" ? stated : stored;
  const other = base === undefined ? undefined : otherValue(base);
  return other !== undefined && same(other, stated) ? otherValue(other) : other;
}

/** The item with one of its texts or numbers changed, but not its keys. */
function otherMember(item: JsonObject, keys: readonly string[]): JsonObject | undefined {
  for (const name of Object.keys(item)) {
    const value = member(item, name);
    const other = keys.includes(name) || value === undefined ? undefined : otherValue(value);
    if (other !== undefined) return withValue(item, [name], other);
  }
  return undefined;
}
