import { ruleTexts } from "../generated/rules.js";
import type { RuleTexts } from "./set.js";

/** The rules that come with the program. A kind's rule is read when the kind is first asked for. */
export const bundledRules: RuleTexts = { name: "bundled", files: ruleTexts, checked: true };
