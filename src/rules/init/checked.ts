import { compileRules } from "../compile.js";
import { checkFiles, problemTexts } from "../learn/check.js";
import type { RuleSet, RuleTexts } from "../set.js";
import type { RuleSubject } from "../subject.js";
import type { StartOptions } from "./options.js";
import { isStart, type NoStart, type Start, startRule } from "./start.js";
import { STEADY, type TableShape } from "./table.js";

/** A starting rule that was tried, and why it would not pass `rules lint` and `rules test`, with the files beside it. */
export interface CheckedStart extends Start {
  readonly problems: readonly string[];
}

/**
 * A starting rule with only such cases as it decides as they say: what the rules below say otherwise is none of its.
 * @param sets what it will lie above, lowest first
 * @param beside the files of the set that it will be part of
 */
export function checkedStart(
  subject: RuleSubject,
  sets: readonly RuleSet[],
  beside: RuleTexts["files"],
  options: StartOptions,
): CheckedStart | NoStart {
  const facts = Object.entries(beside).filter(([name]) => name.endsWith(".facts.json"));
  const below = compileRules([...sets, { files: Object.fromEntries(facts) }]);
  let shape: TableShape = { deep: true, without: [] };
  let start = startRule(subject, below, options, shape);
  if (!isStart(start)) return start;
  const failures = (files: Start["files"]): readonly string[] =>
    checkFiles({ ...beside, ...files }, sets).failed.flatMap(({ file, name }) =>
      Object.hasOwn(files, file) ? [name] : [],
    );
  if (failures(start.files).includes(STEADY)) {
    shape = { deep: false, without: [] };
    start = startRule(subject, below, options, shape);
  }
  if (!isStart(start)) return start;
  start = startRule(subject, below, options, { ...shape, without: failures(start.files) });
  if (!isStart(start)) return start;
  const { files } = start;
  const { problems, failed } = checkFiles({ ...beside, ...files }, sets);
  const own = <Of extends { readonly file: string }>(all: readonly Of[]) =>
    all.filter(({ file }) => Object.hasOwn(files, file));
  return {
    ...start,
    problems: [...own(problems).map(String), ...problemTexts({ problems: [], failed: own(failed) })],
  };
}
