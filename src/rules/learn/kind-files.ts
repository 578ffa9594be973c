import type { CasesFile } from "../../generated/cases.js";
import { ruleFileName } from "../file-name.js";
import type { FactData, RuleLiteral } from "../set.js";
import { FORMAT } from "../validate.js";
import { fileText } from "./text.js";

/** What a rule set is to have of a kind. */
export interface KindContent {
  readonly group: string;
  readonly kind: string;
  /** One for all versions, or one for each of some. */
  readonly rules: readonly RuleLiteral[];
  readonly facts?: FactData | undefined;
  /** What the facts were learned from. */
  readonly source: string;
  readonly cases?: CasesFile | undefined;
}

const SCHEMAS = "../../node_modules/churngate/schemas";

/**
 * The files that say it: texts by their names within the set, `<group>/<Kind>.json`, `.facts.json`, `.cases.json`. A rule beside others is in
 * `<Kind>.<version>.json`, but for the one of several versions.
 */
export function kindFiles({
  group,
  kind,
  rules,
  facts,
  source,
  cases,
}: KindContent): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  const add = (suffix: string | undefined, schema: string, content: object): void => {
    texts[ruleFileName(group, kind, suffix)] = fileText({
      $schema: `${SCHEMAS}/${schema}.schema.json`,
      ...content,
    });
  };
  for (const { format: _, group: __, kind: ___, ...rule } of rules) {
    const [version, ...more] = rule.versions ?? [];
    const suffix = rules.length > 1 && more.length === 0 ? version : undefined;
    add(suffix, "rule", { format: FORMAT, group, kind, ...rule });
  }
  if (facts !== undefined)
    add("facts", "facts", { $comment: `Learned by \`churngate learn\` from ${source}.`, ...facts });
  if (cases !== undefined) add("cases", "cases", cases);
  return texts;
}
