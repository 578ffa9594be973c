import { bundledRules } from "../bundled.js";
import { caseTables } from "../cases/cases.js";
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

/** Checks files of a rule set above others, the bundled rules unless given, as `rules lint` and `rules test` do. */
export function checkFiles(
  files: Readonly<Record<string, string>>,
  below: readonly RuleSet[] = [bundledRules],
): Checked {
  const set: RuleTexts = { name: "learned", files };
  const problems = lintRules([...below, set]).filter(({ file }) => Object.hasOwn(files, file));
  if (problems.some(({ level }) => level === "error")) return { problems, failed: [] };
  const rules = compileRules([...below, set]);
  const failed = caseTables(set).flatMap(({ file, table, subresource }) => {
    const writes = writesOf(table, { mode: "replace", fieldManager: undefined });
    const gate = createGate({ rules, ...writes });
    const results = runCases(table, gate, ownershipOf(writes, gate, rules.facts, subresource));
    return results.filter(({ passed }) => !passed).map((result) => ({ ...result, file }));
  });
  return { problems, failed };
}
