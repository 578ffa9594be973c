import type { DecideOptions } from "../core/decide/options.js";
import type { Explanation } from "../core/decision.js";
import type { JsonObject } from "../core/json.js";
import type { CompiledRules, ResolvedRule } from "../rules/compiled.js";
import type { Gate } from "../rules/gate.js";
import type { Settings } from "./settings.js";

/** What the commands need of the rules and the gate. */
export interface Engine {
  readonly rules: CompiledRules;
  readonly gate: Gate;
  /** @throws UsageError */
  explain(
    desired: JsonObject,
    live: JsonObject | undefined,
    options?: DecideOptions,
  ): Explanation<JsonObject>;
  ruleFor(object: JsonObject): ResolvedRule;
}

/** Makes the engine of a run's settings. */
export type EngineFactory = (settings: Settings) => Promise<Engine>;
