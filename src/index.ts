export type { DecideOptions } from "./core/decide/decider.js";
export type {
  Change,
  ChangeReason,
  Decision,
  Explanation,
  Passed,
  PassedBy,
  Reason,
  Shown,
  Source,
  Strategy,
} from "./core/decision.js";
export { type UsageCode, UsageError } from "./core/errors.js";
export type { FactSource, FieldFacts, KindFacts, TypeFacts, ValueFacts } from "./core/facts.js";
export type { Json, JsonObject, KubeObject } from "./core/json.js";
export { Sensitive } from "./core/sensitive.js";
export type { Rule } from "./generated/rule.js";
export { type FormatOptions, formatDecision, type Subject } from "./prose/index.js";
export { bundledRules } from "./rules/bundled.js";
export { compileRules } from "./rules/compile.js";
export type { CompiledRules, ResolvedRule } from "./rules/compiled.js";
export { RuleError, RulesError } from "./rules/errors.js";
export { bundledFacts } from "./rules/facts.js";
export { createGate, type Gate, type GateOptions } from "./rules/gate.js";
export { type LoadOptions, loadRules } from "./rules/load.js";
export type { RuleData, RuleSet, RuleTexts } from "./rules/set.js";
