import { isList, isObject, type Json, type JsonObject, member } from "../../../core/json.js";
import { filledIn, type Site, sitesOf } from "./sites.js";
import { type Steps, valueAt, withValue } from "./steps.js";
import { anotherItem, otherValue, respelt } from "./values.js";

/** In which way a variant differs from desired. */
export type EditName = (typeof EDITS)[number];

export const EDITS = [
  "changed",
  "removed",
  "added",
  "first-removed",
  "last-removed",
  "item-added",
  "swapped",
  "respelt",
  "stated",
] as const;

/** One way to change desired; made only when it is chosen. */
export interface Edit {
  readonly name: EditName;
  readonly steps: Steps;
  make(): JsonObject;
}

/** What `kubectl rollout restart` writes. */
const RESTARTED = "kubectl.kubernetes.io/restartedAt";

/** Every edit of desired that is known. `live` says which values the server filled in. */
export function editsOf(desired: JsonObject, live: JsonObject | undefined): readonly Edit[] {
  const edits = sitesOf(desired).flatMap((site) => editsAt(desired, site));
  const stated = live === undefined ? [] : filledIn(desired, live);
  return [
    ...edits,
    ...additions(desired),
    ...stated.map(({ steps, value }) => edit("stated", desired, steps, value)),
  ];
}

function edit(name: EditName, desired: JsonObject, steps: Steps, value: Json | undefined): Edit {
  return { name, steps, make: () => withValue(desired, steps, value) };
}

function editsAt(desired: JsonObject, { steps, value }: Site): readonly Edit[] {
  const found: Edit[] = [];
  const offer = (name: EditName, other: Json | undefined): void => {
    if (other !== undefined) found.push(edit(name, desired, steps, other));
  };
  if (typeof steps.at(-1) === "string") found.push(edit("removed", desired, steps, undefined));
  if (isList(value)) offerItems(value, offer);
  else if (!isObject(value)) {
    offer("changed", otherValue(value));
    offer("respelt", respelt(value));
  }
  return found;
}

function offerItems(list: readonly Json[], offer: (name: EditName, other: Json | undefined) => void): void {
  const [first, second, ...rest] = list;
  const last = list.at(-1);
  if (first === undefined || last === undefined) return;
  offer("first-removed", list.slice(1));
  const more = anotherItem(last);
  offer("item-added", more === undefined ? undefined : [...list, more]);
  if (second === undefined) return;
  offer("last-removed", list.slice(0, -1));
  offer("swapped", [second, first, ...rest]);
}

/** A label and an annotation that desired has not, on itself and on its template. */
function additions(desired: JsonObject): readonly Edit[] {
  const template = valueAt(desired, ["spec", "template"]);
  const restarted = ["spec", "template", "metadata", "annotations", RESTARTED];
  const places: readonly (readonly [Steps, string])[] = [
    [["metadata", "labels", "churngate-evidence"], "added"],
    [["metadata", "annotations", "churngate-evidence"], "added"],
    ...(isObject(template) && isObject(member(template, "spec"))
      ? [[restarted, "2026-01-02T03:04:05Z"] as const]
      : []),
  ];
  return places
    .filter(([steps]) => valueAt(desired, steps) === undefined)
    .map(([steps, value]) => edit("added", desired, steps, value));
}
