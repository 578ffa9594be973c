import type { KindFacts } from "../facts.js";
import type { Plan } from "../plan/plan.js";
import type { Sight } from "../prepared/lens.js";
import type { KindPlans } from "./kind.js";
import type { WriteMode } from "./write-mode.js";

/** What the last decision of a mode looked at. */
export function sightOf({ facts, reads }: KindPlans, { name, managedFields }: WriteMode, plan: Plan): Sight {
  const blind = plan.strategy === "hash" && plan.parts.hash.drift === "none";
  return {
    onlyMetadata: blind && name === "replace" && !computesMetadata(facts),
    status: plan.root.status,
    managedFields,
    reads,
  };
}

/** True of a kind whose metadata has defaults that come from elsewhere in the object. */
function computesMetadata(facts: KindFacts | undefined): boolean {
  return Object.entries(facts?.fields ?? {}).some(
    ([path, { computed }]) => path.startsWith("metadata") && computed !== undefined,
  );
}
