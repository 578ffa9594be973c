import type { CasesFile } from "../../generated/cases.js";
import { RuleDocument } from "../document.js";
import type { RuleError } from "../errors.js";
import { ruleFileOf } from "../file-name.js";
import { type Read, readAs } from "../read-file.js";
import type { RuleSet } from "../set.js";
import type { RuleSubject } from "../subject.js";
import type { KnownMode } from "./context.js";

interface Table {
  readonly file: string;
  readonly subject: RuleSubject;
  readonly read: Read<CasesFile>;
}

function tablesOf(set: RuleSet): readonly Table[] {
  if (!("files" in set)) return [];
  return Object.entries(set.files).flatMap(([file, text]) => {
    const place = ruleFileOf(file);
    if (place?.type !== "cases") return [];
    return [{ file, subject: place, read: readAs<CasesFile>("cases", new RuleDocument(file, text)) }];
  });
}

/** What is wrong with the tables of cases, which compileRules does not look at. */
export function caseErrors(set: RuleSet): readonly RuleError[] {
  return tablesOf(set).flatMap(({ read }) => ("errors" in read ? read.errors : []));
}

/** The ways of writing that the tables of cases are about. */
export function tableModes(
  set: RuleSet,
): readonly { readonly subject: RuleSubject; readonly known: KnownMode }[] {
  return tablesOf(set).flatMap(({ file, subject, read }) => {
    if ("errors" in read || read.value.mode === undefined) return [];
    return [{ subject, known: { mode: read.value.mode, table: file } }];
  });
}
