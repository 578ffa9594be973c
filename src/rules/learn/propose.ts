import { ruleFileName } from "../file-name.js";
import { FORMAT } from "../validate.js";
import type { LearnedKind } from "./kinds.js";
import { tableOf } from "./table/table.js";
import { fileText } from "./text.js";

/** The files of a rule set that are proposed for a kind. */
export interface Proposal {
  readonly group: string;
  readonly kind: string;
  /** The texts by their names within the set: `<group>/<Kind>.json`, `.facts.json`, `.cases.json`. */
  readonly files: Readonly<Record<string, string>>;
}

const SCHEMAS = "../../node_modules/churngate/schemas";

/**
 * Writes what was learned of a kind as files of a rule set.
 * @param without cases that the table is not to have, by name
 */
export function proposalOf(
  { group, kind, versions, facts, rule, source }: LearnedKind,
  without: readonly string[] = [],
): Proposal {
  const { group: _, kind: __, ...parts } = rule;
  const named = (suffix?: string): string => ruleFileName(group, kind, suffix);
  const texts: Record<string, string> = {
    [named()]: fileText({ $schema: `${SCHEMAS}/rule.schema.json`, format: FORMAT, group, kind, ...parts }),
    [named("facts")]: fileText({
      $schema: `${SCHEMAS}/facts.schema.json`,
      $comment: `Learned by \`churngate learn\` from ${source}.`,
      ...facts,
    }),
  };
  const shown = versions.find(({ version, stored }) => version === stored) ?? versions[0];
  const shownFacts = facts.kinds.find(({ version }) => version === shown?.version);
  if (shown !== undefined && shownFacts !== undefined) {
    const table = tableOf(shown, shownFacts, rule);
    const cases = table.cases.filter(({ name }) => !without.includes(name));
    if (cases.length > 0) texts[named("cases")] = fileText({ ...table, cases });
  }
  return { group, kind, files: texts };
}
