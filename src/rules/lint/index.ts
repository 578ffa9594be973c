export type { Check, LintContext } from "./context.js";
export { type LintOptions, lintRules } from "./lint.js";
