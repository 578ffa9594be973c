import { kindFiles } from "./kind-files.js";
import type { LearnedKind } from "./kinds.js";
import { tableOf } from "./table/table.js";

/** The files of a rule set that are proposed for a kind. */
export interface Proposal {
  readonly group: string;
  readonly kind: string;
  /** The texts by their names within the set: `<group>/<Kind>.json`, `.facts.json`, `.cases.json`. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Writes what was learned of a kind as files of a rule set.
 * @param without cases that the table is not to have, by name
 */
export function proposalOf(
  { group, kind, versions, facts, rule, source }: LearnedKind,
  without: readonly string[] = [],
): Proposal {
  const content = { group, kind, rules: [rule], facts, source };
  const shown = versions.find(({ version, stored }) => version === stored) ?? versions[0];
  const shownFacts = facts.kinds.find(({ version }) => version === shown?.version);
  if (shown === undefined || shownFacts === undefined) return { group, kind, files: kindFiles(content) };
  const table = tableOf(shown, shownFacts, rule);
  const cases = table.cases.filter(({ name }) => !without.includes(name));
  const isTable = cases.length > 0;
  return { group, kind, files: kindFiles({ ...content, ...(isTable && { cases: { ...table, cases } }) }) };
}
