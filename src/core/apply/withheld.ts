import type { JsonObject } from "../json.js";
import { valuesAt } from "../path.js";
import type { Plan } from "../plan/plan.js";
import { withhold } from "./places.js";

/** Desired without what a rule keeps out of an apply or a merge patch; desired itself where that is nothing. */
export function withoutWithheld({ root, paths }: Plan, desired: JsonObject, live: JsonObject): JsonObject {
  let stated = desired;
  for (const list of [paths.ignore, paths.release, paths.absent]) {
    for (const path of list) stated = withhold(root.struct, stated, path) as JsonObject;
  }
  for (const path of paths.once) {
    if (valuesAt(live, path).length > 0) stated = withhold(root.struct, stated, path) as JsonObject;
  }
  return stated;
}
