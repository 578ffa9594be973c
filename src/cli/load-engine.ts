import type { DecideOptions } from "../core/decide/options.js";
import type { JsonObject } from "../core/json.js";
import type { Engine } from "./engine.js";
import type { Settings } from "./settings.js";

/** The engine of the rules that the settings name; loaded when a command needs it. */
export async function loadEngine({
  rules: dirs,
  bundled,
  mode,
  fieldManager,
  force,
}: Settings): Promise<Engine> {
  const [{ loadRules }, { createGate }] = await Promise.all([
    import("../rules/load.js"),
    import("../rules/gate.js"),
  ]);
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
