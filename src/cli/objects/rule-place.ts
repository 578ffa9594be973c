import type { Source } from "../../core/decision.js";
import type { Engine } from "../engine.js";
import type { Manifest } from "../input/index.js";

/** Where the rule says which strategy; undefined where there is no rule. */
export function rulePlace(desired: Manifest, engine: Engine): Source | undefined {
  const resolved = engine.ruleFor(desired.object);
  return resolved.fallback ? undefined : (resolved.source("/strategy") ?? resolved.source(""));
}
