import type { Cache } from "../cache.js";
import { metadataOf, selectorOf } from "./common.js";

export function disruptionBudget(cache: Cache) {
  return {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: metadataOf(cache),
    spec: { maxUnavailable: 1, selector: { matchLabels: selectorOf(cache) } },
  };
}
