import { bundledRules } from "../bundled.js";
import { caseTables } from "../cases/cases.js";
import type { Decides } from "../cases/decides.js";
import { ownershipOf } from "../cases/ownership.js";
import { type CaseResult, runCases } from "../cases/run.js";
import { writesOf } from "../cases/writes.js";
import { compileRules } from "../compile.js";
import type { RuleError } from "../errors.js";
import { createGate } from "../gate.js";
import { lintRules } from "../lint/index.js";
import type { RuleSet, RuleTexts } from "../set.js";

/** What `rules lint` finds in a set, and the cases of its tables that fail. */
export interface Checked {
  readonly problems: readonly RuleError[];
  readonly failed: readonly (CaseResult & { readonly file: string })[];
}

/** Files that were learned, as a rule set. */
export function learnedSet(files: Readonly<Record<string, string>>): RuleTexts {
  return { name: "learned", files };
}

/** Checks files of a rule set above others, the bundled rules unless given, as `rules lint` and `rules test` do. */
export function checkFiles(
  files: Readonly<Record<string, string>>,
  below: readonly RuleSet[] = [bundledRules],
): Checked {
  const set = learnedSet(files);
  const sets = [...below, set];
  const problems = lintRules(sets).filter(({ file }) => Object.hasOwn(files, file));
  if (problems.some(({ level }) => level === "error")) return { problems, failed: [] };
  const rules = compileRules(sets);
  const failed = caseTables(set).flatMap(({ file, table, subresource }) => {
    const writes = writesOf(table, { mode: "replace", fieldManager: undefined });
    const { decide } = createGate({ rules, ...writes });
    const given = subresource === undefined ? {} : { subresource };
    const gate: Decides = { decide: (desired, live) => decide(desired, live, given) };
    const results = runCases(table, gate, ownershipOf(writes, gate, rules.facts, subresource));
    return results.filter(({ passed }) => !passed).map((result) => ({ ...result, file }));
  });
  return { problems, failed };
}

/** Why the files would not pass: errors, and cases with what they wanted and got. */
export function problemTexts({ problems, failed }: Checked): readonly string[] {
  const errors = problems.filter(({ level }) => level === "error");
  const cases = failed.map(({ file, name, mismatches }) => {
    const got = mismatches.map(
      ({ property, wanted, got: found }) => `${property}: wanted ${wanted}, got ${found}`,
    );
    return `${file}: ${name}: ${got.join("; ")}`;
  });
  return [...errors.map(String), ...cases];
}
