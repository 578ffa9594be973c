export type { AnswerOptions } from "./adapter/ensure/answers.js";
export { EnsureError, type EnsureErrorCode } from "./adapter/ensure/ensure-error.js";
export type { EnsureEvent } from "./adapter/ensure/events.js";
export type {
  CallOptions,
  EnsureOptions,
  EnsureResult,
  Ensurer,
  EnsurerOptions,
  PruneOptions,
  PruneResult,
  RetryOptions,
  SetOptions,
  SetResult,
} from "./adapter/ensure/types.js";
export { createEnsurer } from "./adapter/ensurer.js";
export type { FightOptions } from "./adapter/fights/fights.js";
export { type ApiCause, ApiError, apiErrorOf, KIND_NOT_SERVED } from "./adapter/port/api-error.js";
export { BrokenWatch, type BrokenWatchCode } from "./adapter/port/broken-watch.js";
export { NoAnswer } from "./adapter/port/no-answer.js";
export type {
  ClusterPort,
  DeleteOptions,
  ListPage,
  ListQuery,
  ObjectRef,
  PageOptions,
  RequestOptions,
  Verb,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from "./adapter/port/port.js";
export { isUnmanaged, UNMANAGED_ANNOTATION } from "./adapter/port/unmanaged.js";
export type { HashFunction } from "./core/decide/fingerprint.js";
export type { DecideOptions } from "./core/decide/options.js";
export type {
  Change,
  ChangeReason,
  Decision,
  Explanation,
  Mode,
  Passed,
  PassedBy,
  Reason,
  Shown,
  Source,
  Strategy,
} from "./core/decision.js";
export { type UsageCode, UsageError } from "./core/errors.js";
export type {
  ConditionalPath,
  FactCondition,
  FactSource,
  FieldFacts,
  ItemFacts,
  KindFacts,
  TypeFacts,
  UnionFacts,
  ValueFacts,
} from "./core/facts.js";
export type { Json, JsonObject, KubeObject, ObjectMeta } from "./core/json.js";
export type { Prepared, PreparedOptions } from "./core/prepared/prepared-object.js";
export { Sensitive } from "./core/sensitive.js";
export type { Unlearned } from "./core/unlearned.js";
export type { Rule } from "./generated/rule.js";
export { type FormatOptions, formatDecision, type Palette, type Subject } from "./prose/index.js";
export { bundledRules } from "./rules/bundled.js";
export { compileRules } from "./rules/compile.js";
export type { CompiledRules, MergedRule, ResolvedRule, RuleListing } from "./rules/compiled.js";
export { RuleError, type RuleErrorCode, RulesError } from "./rules/errors.js";
export { bundledFacts } from "./rules/facts.js";
export { createGate, type Gate, type GateOptions } from "./rules/gate.js";
export { type LearnCode, LearnError } from "./rules/learn/error.js";
export { type Learned, type LearnedUnknown, learnRules } from "./rules/learn/learn.js";
export { type LoadOptions, loadRules } from "./rules/load.js";
export type { RuleProblem } from "./rules/problems.js";
export type { FactData, FactType, Fallback, RuleData, RuleLiteral, RuleSet, RuleTexts } from "./rules/set.js";
