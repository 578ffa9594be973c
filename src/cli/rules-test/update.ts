import { readFileSync } from "node:fs";
import { type CaseTable, parseCases } from "../../rules/cases/cases.js";
import { type Restatement, restate } from "../../rules/cases/restate.js";
import { rewriteCases } from "../../rules/cases/rewrite.js";
import { CommandError } from "../errors.js";
import { placeAt } from "../place.js";
import { replaceFile } from "../replace-file.js";
import type { Tested, TestedCase } from "./tested.js";

const BYTE_ORDER_MARK = "\uFEFF";

/** Why a failing case cannot be made right by stating what came. */
export interface Refused {
  readonly case: TestedCase;
  readonly why: Extract<Restatement, { refused: string }>;
}

/** A table's cases that now state what came, and those that cannot. */
export interface Updated {
  readonly table: CaseTable;
  readonly cases: readonly TestedCase[];
  readonly refused: readonly Refused[];
}

/**
 * Makes the failing cases of a table state what came, in its file: the decisions, and nothing else of the text.
 * @throws CommandError `not-written`: the file cannot be written, or is no longer as it was when it was tested
 */
export function updateTable({ table, cases }: Tested): Updated {
  const failed = cases.filter(({ passed }) => !passed);
  const refused: Refused[] = [];
  const restated = failed.flatMap((each) => {
    const made = restate(each.row, each);
    if ("parts" in made) return [{ case: each, parts: made.parts }];
    refused.push({ case: each, why: made });
    return [];
  });
  if (restated.length > 0) {
    const parts = new Map(restated.map((each) => [each.case.index, each.parts] as const));
    const text = rewriteCases(table.document.text, parts);
    parseCases(table.file, text);
    replaceText(table.file, table.document.text, text);
  }
  return { table, cases: restated.map((each) => each.case), refused };
}

/** It takes the old text's rights. */
function replaceText(file: string, before: string, after: string): void {
  try {
    const place = placeAt(file);
    if (place.is !== "file")
      throw new CommandError("not-written", `${file} is no file any more`, "Run the command again.");
    const { path, mode } = place;
    const found = readFileSync(path, "utf8");
    const mark = found.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
    if (found !== mark + before)
      throw new CommandError("not-written", `${file} was changed meanwhile`, "Run the command again.");
    replaceFile(path, mark + after, { mode });
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown error";
    throw new CommandError("not-written", `${file} cannot be written (${code}); it is as it was`);
  }
}
