import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { caseTables } from "../../../src/rules/cases/cases.js";
import type { Decides } from "../../../src/rules/cases/decides.js";
import { ownershipOf } from "../../../src/rules/cases/ownership.js";
import { runCases } from "../../../src/rules/cases/run.js";
import { writesOf } from "../../../src/rules/cases/writes.js";
import { createGate } from "../../../src/rules/gate.js";
import { lintRules } from "../../../src/rules/lint/index.js";
import { loadRules, readRuleDirectory } from "../../../src/rules/load.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** The rule sets of this repository, what lies below each, and how the tables that do not say so write. */
const SETS = [
  { dir: "rules", bundled: false, mode: "replace" },
  { dir: "examples/valkey-operator/rules", bundled: true, mode: "replace" },
  { dir: "examples/own-defaults-operator/rules", bundled: true, mode: "replace" },
  { dir: "examples/apply-operator/rules", bundled: true, mode: "apply" },
  { dir: "examples/java-operator/by-diff", bundled: true, mode: "replace" },
  { dir: "examples/java-operator/by-diff", bundled: true, mode: "merge" },
  { dir: "examples/java-operator/by-ownership", bundled: true, mode: "apply" },
] as const;

describe.each(SETS)("$dir, $mode", async ({ dir, bundled, mode }) => {
  const set = await readRuleDirectory(`${ROOT}${dir}`);
  const compiled = await loadRules({ dirs: [`${ROOT}${dir}`], bundled });
  const tables = caseTables(set);
  const rules = Object.entries(set.files).filter(([file]) => !/\.(cases|facts)\.json$/.test(file));

  test("lint finds nothing", () => {
    expect(lintRules([set]).map(String)).toEqual([]);
  });

  test.each(rules)("%s says why, and has a table", (file, text) => {
    const { group, kind, subresource, why } = JSON.parse(text);
    expect(why, file).toMatch(/\w.*\.$/);
    expect(tables).toContainEqual(
      expect.objectContaining({ group, kind, ...(subresource !== undefined && { subresource }) }),
    );
  });

  describe.each(tables)("$group $kind", ({ kind, subresource, table }) => {
    test("its table is of its kind, and has a steady state", () => {
      expect(table.base.kind).toBe(kind);
      const names = table.cases.map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      const untouched = table.cases.filter(({ desired, live, applied, others }) =>
        [desired, live, applied, others].every((part) => part === undefined),
      );
      expect(untouched).toHaveLength(1);
      expect(table.cases.some(({ verdict }) => verdict !== "skip")).toBe(true);
    });

    const writes = writesOf(table, { mode, fieldManager: undefined });
    const gate = createGate({ rules: compiled, ...writes });
    const options = subresource === undefined ? {} : { subresource };
    const decides: Decides = { decide: (desired, live) => gate.decide(desired, live, options) };
    const ownership = ownershipOf(writes, gate, compiled.facts, subresource);
    test.each(runCases(table, decides, ownership))("$name", ({ mismatches }) => {
      expect(mismatches).toEqual([]);
    });
  });
});
