import { withoutWithheld } from "../apply/withheld.js";
import { isObject, type JsonObject } from "../json.js";
import { answeredMerge } from "../merge/answered.js";
import { mergedMetadata } from "../merge/metadata.js";
import { mergePatch, patchBetween } from "../merge/patch.js";
import { withoutStale } from "../merge/unions.js";
import type { Plan } from "../plan/plan.js";
import type { PlanVariants } from "../plan/variants.js";
import { type Lens, OWNERS_OF_METADATA } from "../prepared/lens.js";
import { cloneWire } from "../wire.js";
import type { WriteMode, Written } from "./write-mode.js";

/** The smallest JSON merge patch: what desired states, null removes. */
export class MergeMode implements WriteMode {
  readonly name = "merge";
  readonly notable = false;
  readonly managedFields: Lens;

  constructor(
    private readonly variants: PlanVariants,
    fieldManager: string | undefined,
  ) {
    this.managedFields = fieldManager === undefined ? "none" : OWNERS_OF_METADATA;
  }

  planFor(desired: JsonObject, live: JsonObject): Plan {
    return this.variants.planFor(desired, live);
  }

  target(plan: Plan, desired: JsonObject, live: JsonObject): JsonObject {
    const { metadata, ...fields } = withoutWithheld(plan, desired, live);
    const patched = mergePatch(live, fields as JsonObject);
    const merged = withoutStale(plan.root.struct, fields as JsonObject, patched, live) as JsonObject;
    return { ...merged, metadata: mergedMetadata(metadata, live.metadata, plan.parts.ownFinalizers) };
  }

  answered({ parts }: Plan, desired: JsonObject, answer: JsonObject, live: JsonObject): JsonObject {
    return answeredMerge(desired, answer, live, parts.ownFinalizers);
  }

  claims(desired: JsonObject): JsonObject {
    return desired;
  }

  finding(): undefined {}

  payload({ after, live }: Written): JsonObject {
    const patch = patchBetween(live, after);
    return isObject(patch) ? (cloneWire(patch) as JsonObject) : {};
  }
}
