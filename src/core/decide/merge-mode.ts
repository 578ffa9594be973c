import { withoutWithheld } from "../apply/withheld.js";
import { isObject, type JsonObject, member, put } from "../json.js";
import { mergePatch, patchBetween } from "../merge/patch.js";
import type { Plan } from "../plan/plan.js";
import type { PlanVariants } from "../plan/variants.js";
import type { WriteMode, Written } from "./write-mode.js";

/** The smallest JSON merge patch: what desired states, null removes. */
export class MergeMode implements WriteMode {
  readonly name = "merge";
  readonly notable = false;

  constructor(private readonly variants: PlanVariants) {}

  planFor(desired: JsonObject, live: JsonObject): Plan {
    return this.variants.planFor(desired, live);
  }

  target(plan: Plan, desired: JsonObject, live: JsonObject): JsonObject {
    const { metadata, ...fields } = withoutWithheld(plan, desired, live);
    const merged = mergePatch(live, fields as JsonObject) as JsonObject;
    return { ...merged, metadata: mergedMetadata(metadata, live.metadata) };
  }

  finding(): undefined {}

  payload({ after, live }: Written): JsonObject {
    const patch = patchBetween(live, after);
    return isObject(patch) ? patch : {};
  }
}

/** Labels and annotations merge by key; owner references and finalizers stay as desired states them, for the walk to pair. */
function mergedMetadata(stated: JsonObject[string], there: JsonObject[string]): JsonObject {
  const desired = isObject(stated) ? stated : {};
  const live = isObject(there) ? there : {};
  const merged: Record<string, JsonObject[string]> = { ...desired };
  for (const key of ["labels", "annotations"]) {
    const map = member(desired, key);
    if (map === null) delete merged[key];
    else put(merged, key, map === undefined ? member(live, key) : mergePatch(member(live, key), map));
  }
  return merged;
}
