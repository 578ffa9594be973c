import type { CaseTable, RuleCase } from "../../rules/cases/cases.js";
import { CommandError } from "../errors.js";

/** Whether a case of a table is to be run. */
export type Selects = (table: CaseTable, row: RuleCase) => boolean;

/**
 * The cases of these patterns, each of a whole kind or of a part of a name, in which `*` stands for any text.
 * @throws CommandError where a pattern selects none of the tables' cases
 */
export function selectionOf(patterns: readonly string[], tables: readonly CaseTable[]): Selects {
  const selects = patterns.map((pattern): Selects => {
    const [whole, part] = [globOf(pattern, "^", "$"), globOf(pattern, "", "")];
    return ({ kind }, { name }) => whole.test(kind) || part.test(name);
  });
  const isMet = (each: Selects): boolean =>
    tables.some((table) => table.table.cases.some((row) => each(table, row)));
  const missed = patterns.find((_, index) => !isMet(selects[index] as Selects));
  if (missed !== undefined)
    throw new CommandError(
      "bad-option",
      `--only ${missed}: no case has this kind, or this in its name`,
      "* stands for any text; capitals do not matter.",
    );
  return (table, row) => selects.length === 0 || selects.some((each) => each(table, row));
}

function globOf(pattern: string, before: string, after: string): RegExp {
  const parts = pattern.split("*").map((part) => part.replaceAll(/[\\^$.+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`${before}${parts.join(".*?")}${after}`, "i");
}
