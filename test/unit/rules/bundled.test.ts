import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { bundledRules } from "../../../src/rules/bundled.js";
import { caseTables } from "../../../src/rules/cases/cases.js";
import type { Decides } from "../../../src/rules/cases/decides.js";
import { caseObjects } from "../../../src/rules/cases/objects.js";
import { runCases } from "../../../src/rules/cases/run.js";
import { compileRules } from "../../../src/rules/compile.js";
import { createGate } from "../../../src/rules/gate.js";
import { lintRules } from "../../../src/rules/lint/index.js";
import { readRuleDirectory } from "../../../src/rules/load.js";
import type { RuleTexts } from "../../../src/rules/set.js";
import { unmatchedIgnores } from "../../../src/rules/unmatched.js";

const folder = fileURLToPath(new URL("../../../rules", import.meta.url));

describe("the bundled rules", () => {
  let set: RuleTexts = { files: {} };
  beforeAll(async () => {
    if (existsSync(folder)) set = await readRuleDirectory(folder);
  });

  test("are right, and lint finds nothing odd", () => {
    expect(lintRules([set]).map(String)).toEqual([]);
  });

  test("are embedded as they are", () => {
    const rules = Object.entries(set.files).filter(([file]) => !/\.(cases|facts)\.json$/.test(file));
    expect(Object.values(bundledRules.files).sort()).toEqual(rules.map(([, text]) => text).sort());
  });

  test("are read alike with and without checks", () => {
    const checked = compileRules([bundledRules]);
    const unchecked = compileRules([{ files: bundledRules.files }]);
    expect(checked.list()).toEqual(unchecked.list());
    for (const { group, kind, versions } of checked.list()) {
      const version = versions?.[0] ?? "v1";
      expect(checked.resolve(group, version, kind).rule).toEqual(
        unchecked.resolve(group, version, kind).rule,
      );
      expect(checked.resolve(group, version, kind).source("")).toMatchObject({ line: 1, column: 1 });
    }
  });

  test("give the decisions of their tables, whose objects meet every ignore", () => {
    const rules = compileRules([set]);
    const gate = createGate({ rules });
    const wrong = caseTables(set).flatMap(({ file, group, kind, subresource, table }) => {
      const options = subresource === undefined ? {} : { subresource };
      const decides: Decides = { decide: (desired, live) => gate.decide(desired, live, options) };
      const [, version = ""] = table.base.apiVersion.split("/");
      const objects = table.cases.flatMap((row) => {
        const { desired, live } = caseObjects(table, row);
        return live ? [desired, live] : [desired];
      });
      const failed = runCases(table, decides).filter(({ passed }) => !passed);
      const resolved = rules.resolve(group, version || table.base.apiVersion, kind, subresource);
      const unmatched = unmatchedIgnores(resolved, objects).map(({ path }) => path);
      return failed.length > 0 || unmatched.length > 0 ? [{ file, failed, unmatched }] : [];
    });
    expect(wrong).toEqual([]);
  });
});
