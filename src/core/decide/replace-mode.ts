import type { KindFacts } from "../facts.js";
import type { JsonObject } from "../json.js";
import type { Plan } from "../plan/plan.js";
import type { PlanVariants } from "../plan/variants.js";
import { type Lens, OWNERS_OF_METADATA } from "../prepared/lens.js";
import { replacePayload } from "./payload.js";
import type { WriteMode, Written } from "./write-mode.js";

/** A PUT of live with what is ours taken from desired. */
export class ReplaceMode implements WriteMode {
  readonly name = "replace";
  readonly notable = false;
  readonly managedFields: Lens;

  constructor(
    private readonly variants: PlanVariants,
    private readonly facts: KindFacts | undefined,
    fieldManager: string | undefined,
  ) {
    this.managedFields = fieldManager === undefined ? "none" : OWNERS_OF_METADATA;
  }

  planFor(desired: JsonObject, live: JsonObject): Plan {
    return this.variants.planFor(desired, live);
  }

  target(_plan: Plan, desired: JsonObject): JsonObject {
    return desired;
  }

  answered(_plan: Plan, _desired: JsonObject, answer: JsonObject): JsonObject {
    return answer;
  }

  claims(desired: JsonObject): JsonObject {
    return desired;
  }

  finding(): undefined {}

  payload({ plan, after, desired }: Written): JsonObject {
    return replacePayload(after, desired, this.facts, plan.root.onlyStatus);
  }
}
