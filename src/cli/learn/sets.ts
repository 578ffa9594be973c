import { resolve } from "node:path";
import { bundledRules } from "../../rules/bundled.js";
import { readRuleDirectory } from "../../rules/load.js";
import type { RuleSet } from "../../rules/set.js";
import type { Settings } from "../settings.js";

/**
 * The rule sets that what is written will lie above: those of the settings; of these, where the set that is written is among them, the
 * ones below it.
 * @throws RulesError
 */
export async function setsBelow(
  { rules, bundled }: Settings,
  { cwd, out }: { readonly cwd: string; readonly out: string | undefined },
): Promise<readonly RuleSet[]> {
  const own =
    out === undefined ? -1 : rules.findIndex((directory) => resolve(directory) === resolve(cwd, out));
  const below = own < 0 ? rules : rules.slice(0, own);
  const dirs = await Promise.all(below.map(readRuleDirectory));
  return [...(bundled ? [bundledRules] : []), ...dirs];
}
