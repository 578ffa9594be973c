import { compileRules } from "../compile.js";
import { checkFiles, problemTexts } from "../learn/check.js";
import type { RuleSet, RuleTexts } from "../set.js";
import type { RuleSubject } from "../subject.js";
import { isStart, type NoStart, type Start, type StartOptions, startRule } from "./start.js";

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
  const first = startRule(subject, below, options);
  if (!isStart(first)) return first;
  const tried = checkFiles({ ...beside, ...first.files }, sets);
  const failed = tried.failed.filter(({ file }) => Object.hasOwn(first.files, file)).map(({ name }) => name);
  const start = startRule(subject, below, options, failed);
  if (!isStart(start)) return start;
  const { problems, failed: left } = checkFiles({ ...beside, ...start.files }, sets);
  const own = problems.filter(({ file }) => Object.hasOwn(start.files, file));
  return {
    ...start,
    problems: [
      ...own.map(String),
      ...problemTexts({ problems: [], failed: left.filter(({ file }) => Object.hasOwn(start.files, file)) }),
    ],
  };
}
