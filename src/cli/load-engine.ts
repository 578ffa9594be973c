import type { DecideOptions } from "../core/decide/options.js";
import type { JsonObject } from "../core/json.js";
import { createGate } from "../rules/gate.js";
import { loadRules } from "../rules/load.js";
import type { Engine } from "./engine.js";
import type { Settings } from "./settings.js";

/** The engine of the rules that the settings name. */
export async function loadEngine({
  rules: dirs,
  bundled,
  mode,
  fieldManager,
  force,
}: Settings): Promise<Engine> {
  const rules = await loadRules({ dirs, bundled });
  const gate = createGate({ rules, mode, force, ...(fieldManager === undefined ? {} : { fieldManager }) });
  return {
    rules,
    gate,
    explain: (desired: JsonObject, live: JsonObject | undefined, options?: DecideOptions) =>
      gate.explain(desired, live, options),
    ruleFor: (object: JsonObject) => gate.ruleFor(object),
  };
}
