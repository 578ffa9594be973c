import { isObject, type JsonObject, member } from "../../../core/json.js";
import { formatPath } from "../../../core/path.js";
import { contentOfAny, differingSteps, masked } from "../../../rules/learn/evidence/content.js";
import { pathTo, valueAt } from "../../../rules/learn/evidence/steps.js";
import { EnsureError } from "../../ensure/ensure-error.js";
import type { Ground } from "./ground.js";

const MAPS = ["labels", "annotations"] as const;

/** The labels and annotations that a new object has beside those that it was stated with. */
export function addedKeys({ basis, desired, answer }: Ground): readonly string[] {
  if (basis === "write") return [];
  return MAPS.flatMap((map) => {
    const [stated, stored] = [desired, answer].map((object) => valueAt(object, ["metadata", map]));
    if (!isObject(stored)) return [];
    return Object.keys(stored)
      .filter((key) => !isObject(stated) || member(stated, key) === undefined)
      .map((key) => formatPath(["metadata", map, key].map((name) => ({ kind: "key", key: name }))));
  });
}

/** Where a write of the server's own answer changes it again. */
export async function restlessPlaces({
  desired,
  answer,
  elsewhere,
  ask,
}: Ground): Promise<readonly string[]> {
  const again = await ask(restated(desired, answer));
  if (again instanceof EnsureError) return [];
  const varying = differingSteps(contentOfAny(answer), contentOfAny(elsewhere));
  const [before, after] = [answer, again].map((object) => masked(contentOfAny(object), varying));
  return differingSteps(before, after).map((steps) => pathTo(answer, steps));
}

/** What the server answered, as somebody would state it. */
function restated(desired: JsonObject, answer: JsonObject): JsonObject {
  const { metadata, status: _, ...fields } = answer;
  const stored = isObject(metadata) ? metadata : {};
  const maps = MAPS.filter((map) => stored[map] !== undefined).map((map) => [map, stored[map]]);
  const own = isObject(desired.metadata) ? desired.metadata : {};
  return { ...fields, metadata: { ...own, ...Object.fromEntries(maps) } };
}
