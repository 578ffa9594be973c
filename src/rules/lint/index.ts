export { type LintOptions, lintRules } from "./lint.js";
