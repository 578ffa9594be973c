import type { CasesFile } from "../../generated/cases.js";
import { RuleDocument } from "../document.js";
import { RulesError } from "../errors.js";
import { ruleFileOf } from "../file-name.js";
import { readAs } from "../read-file.js";
import type { RuleTexts } from "../set.js";

export type { CasesFile, RuleCase } from "../../generated/cases.js";

/** A table of cases and the file that it stands in. */
export interface CaseTable {
  readonly file: string;
  readonly group: string;
  readonly kind: string;
  /** The table is of the kind's status. */
  readonly subresource?: "status";
  readonly table: CasesFile;
  /** The text that it was read from. */
  readonly document: RuleDocument;
}

/**
 * Reads the text of a `<Kind>.cases.json` or `<Kind>.status.cases.json`.
 * @throws RulesError with everything that is wrong with it.
 */
export function parseCases(file: string, text: string): CasesFile {
  return tableOf(new RuleDocument(file, text));
}

function tableOf(document: RuleDocument): CasesFile {
  const read = readAs<CasesFile>("cases", document);
  if ("errors" in read) throw new RulesError(read.errors);
  return read.value;
}

/**
 * A table whose file has another text now.
 * @throws RulesError with everything that is wrong with it.
 */
export function tableAgain(table: CaseTable, text: string): CaseTable {
  const document = new RuleDocument(table.file, text);
  return { ...table, table: tableOf(document), document };
}

/**
 * The tables of a rule set.
 * @throws RulesError with everything that is wrong with them.
 */
export function caseTables(set: RuleTexts): readonly CaseTable[] {
  const tables: CaseTable[] = [];
  for (const [file, text] of Object.entries(set.files)) {
    const place = ruleFileOf(file);
    if (place?.type !== "cases") continue;
    const { type: _, ...subject } = place;
    const document = new RuleDocument(file, text);
    tables.push({ file, ...subject, table: tableOf(document), document });
  }
  return tables;
}
