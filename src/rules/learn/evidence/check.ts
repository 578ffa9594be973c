import type { KubeObject } from "../../../core/json.js";
import { compileRules } from "../../compile.js";
import { createGate } from "../../gate.js";
import type { RuleSet } from "../../set.js";
import { checkFiles, learnedSet, problemTexts } from "../check.js";
import type { Conclusion } from "./conclusion.js";

/**
 * What is wrong with files that dry runs asked for: what `rules lint` and `rules test` find, and objects of which the server's own answer would
 * be a reason to write.
 * @param sets the rule sets below
 */
export function problemsOf(
  conclusions: readonly Conclusion[],
  files: Readonly<Record<string, string>>,
  sets: readonly RuleSet[],
): readonly string[] {
  const found = problemTexts(checkFiles(files, sets));
  if (found.length > 0) return found;
  const gate = createGate({ rules: compileRules([...sets, learnedSet(files)]), mode: "replace" });
  const samples = conclusions.flatMap(({ answers }) => answers.samples);
  const written = samples.filter(({ desired, answer }) => {
    const { strategy } = gate.ruleFor(desired as KubeObject).rule;
    // These write what they have not written themselves.
    if (strategy === "hash" || strategy === "unconditional") return false;
    const observed = strategy === "observed" ? { observed: answer as KubeObject } : {};
    return gate.decide(desired as KubeObject, answer as KubeObject, observed).verdict !== "skip";
  });
  return written.map(({ name }) => `${name}: the server's own answer would be written again`);
}
