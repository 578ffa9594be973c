import type { Tested } from "./tested.js";
import type { Updated } from "./update.js";

/** The document of `rules test -o json`. */
export function testDocument(tested: readonly Tested[], updates: readonly Updated[] | undefined): unknown {
  return {
    format: "rule-test/1",
    tables: tested.map(({ table: { file, group, kind, subresource }, cases, unmatched }) => ({
      file,
      group,
      kind,
      subresource,
      cases: cases.map(({ name, line, column, passed, mismatches }) => ({
        name,
        line,
        column,
        passed,
        mismatches,
      })),
      unmatched,
    })),
    updated: updates?.flatMap(({ table: { file }, cases }) =>
      cases.map(({ name, line, column, mismatches }) => ({ file, name, line, column, mismatches })),
    ),
    refused: updates?.flatMap(({ table: { file }, refused }) =>
      refused.map(({ case: { name, line, column }, why: { refused: code, ...more } }) => ({
        file,
        name,
        line,
        column,
        code,
        ...more,
      })),
    ),
  };
}
