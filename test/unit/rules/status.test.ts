import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { Rule } from "../../../src/generated/rule.js";
import { type CasesFile, caseTables } from "../../../src/rules/cases/cases.js";
import { ownershipOf } from "../../../src/rules/cases/ownership.js";
import { runCases } from "../../../src/rules/cases/run.js";
import { compileRules } from "../../../src/rules/compile.js";
import { type RuleError, RulesError } from "../../../src/rules/errors.js";
import { ruleFileName, ruleFileOf } from "../../../src/rules/file-name.js";
import { createGate } from "../../../src/rules/gate.js";
import { lintRules } from "../../../src/rules/lint/index.js";
import { loadRules, readRuleDirectory } from "../../../src/rules/load.js";
import type { RuleSet } from "../../../src/rules/set.js";

const NAMED = { format: 1, group: "apps", kind: "Deployment" } as const;
type Part = Omit<Rule, "format" | "group" | "kind">;
const set = (...rules: Part[]): RuleSet => ({ rules: rules.map((rule) => ({ ...NAMED, ...rule })) });
const STATUS = { subresource: "status", strategy: "exact", why: "w" } as const;

/** The status rule of Deployment, without what names it. */
function statusRule(...sets: RuleSet[]): unknown {
  const { rule, fallback } = compileRules(sets).resolve("apps", "v1", "Deployment", "status");
  expect(fallback).toBe(false);
  const { format: _format, group: _group, kind: _kind, subresource: _part, ...rest } = rule;
  return rest;
}

function errorsOf(...sets: RuleSet[]): readonly RuleError[] {
  try {
    compileRules(sets);
  } catch (error) {
    if (error instanceof RulesError) return error.errors;
    throw error;
  }
  return [];
}

describe("file names", () => {
  test.each([
    [
      "apps/Deployment.status.json",
      { type: "rule", group: "apps", kind: "Deployment", subresource: "status" },
    ],
    ["core/Pod.status.cases.json", { type: "cases", group: "", kind: "Pod", subresource: "status" }],
    [
      "apps/Deployment.status.v1.json",
      { type: "rule", group: "apps", kind: "Deployment", subresource: "status", suffix: "v1" },
    ],
    ["apps/Deployment.v1.json", { type: "rule", group: "apps", kind: "Deployment", suffix: "v1" }],
    ["apps/Deployment.cases.json", { type: "cases", group: "apps", kind: "Deployment" }],
  ])("%s", (file, place) => {
    expect(ruleFileOf(file)).toEqual(place);
  });

  test("where a status rule belongs", () => {
    expect(ruleFileName("", "Pod", undefined, "status")).toBe("core/Pod.status.json");
    expect(ruleFileName("apps", "Deployment", "v1", "status")).toBe("apps/Deployment.status.v1.json");
  });
});

describe("the rule of a status", () => {
  const DEFAULT = {
    lists: [{ path: "status.conditions", keys: ["type"] }],
    incidental: [{ path: "status.conditions[*].lastTransitionTime", with: ["status"] }],
  };

  test("is the default one, under the sets' fallback", () => {
    expect(statusRule()).toEqual({ ...DEFAULT, strategy: "exact" });
    expect(statusRule({ ...set(), fallback: "derivative" })).toEqual({ ...DEFAULT, strategy: "derivative" });
  });

  test("is not that of the object", () => {
    const rules = compileRules([set({ strategy: "hash" }, { ...STATUS, fields: ["status.replicas"] })]);
    expect(rules.resolve("apps", "v1", "Deployment").rule.strategy).toBe("hash");
    expect(rules.resolve("apps", "v1", "Deployment", "status").rule.fields).toEqual(["status.replicas"]);
  });

  test("replaces the default one", () => {
    expect(statusRule(set({ ...STATUS, fields: ["status.replicas"] }))).toEqual({
      strategy: "exact",
      why: "w",
      fields: ["status.replicas"],
    });
  });

  test("extends the default one, and takes away from it", () => {
    const beats = "status.conditions[*].lastUpdateTime";
    expect(statusRule(set({ subresource: "status", extends: true, incidental: [beats] }))).toEqual({
      lists: DEFAULT.lists,
      incidental: [...DEFAULT.incidental, beats],
      strategy: "exact",
    });
    const [taken] = DEFAULT.incidental;
    const remove = { path: taken?.path ?? "", remove: true } as const;
    expect(statusRule(set({ subresource: "status", extends: true, incidental: [remove] }))).toMatchObject({
      lists: DEFAULT.lists,
      incidental: [],
    });
  });

  test("extends the one below", () => {
    const below = set({ ...STATUS, ignore: ["status.replicas"] });
    const above = set({ subresource: "status", extends: true, ignore: ["status.readyReplicas"] });
    expect(statusRule(below, above)).toMatchObject({ ignore: ["status.replicas", "status.readyReplicas"] });
  });

  test("is listed beside the object's", () => {
    const listed = compileRules([set({ strategy: "exact" }, STATUS)]).list();
    expect(listed.map(({ kind, subresource }) => [kind, subresource])).toEqual([
      ["Deployment", undefined],
      ["Deployment", "status"],
    ]);
  });
});

describe("what is wrong with a status rule", () => {
  const text = (line: string, subresource = `"subresource": "status", `): string =>
    `{\n  "format": 1, "group": "apps", "kind": "Deployment", ${subresource}"why": "w", "strategy": "exact",\n  ${line}\n}\n`;
  const at = (file: string, content: string): string[] =>
    errorsOf({ files: { [file]: content } }).map(({ code, line, column }) => `${code} ${line}:${column}`);
  const FILE = "rules/apps/Deployment.status.json";

  test.each([
    ["nothing", `"fields": ["status.replicas"]`, []],
    [
      "a path outside of the status",
      `"fields": ["status.replicas", "spec.replicas"]`,
      ["outside-status 3:33"],
    ],
    ["an ignore outside of the status", `"ignore": ["metadata.labels.a"]`, ["outside-status 3:14"]],
    ["finalizers", `"finalizers": { "own": ["a"] }`, ["not-in-status 3:3"]],
    ["settings of a fingerprint", `"hash": { "drift": "exact" }`, ["not-in-status 3:3"]],
    [
      "a fingerprint in an override",
      `"overrides": [{ "match": { "name": "a" }, "strategy": "hash" }]`,
      ["not-in-status 3:57"],
    ],
    [
      "a fingerprint under a condition",
      `"when": [{ "if": { "on": "live", "path": "spec.a" }, "strategy": "hash" }]`,
      ["not-in-status 3:68"],
    ],
    ["an incidental list item", `"incidental": ["status.conditions[*]"]`, ["incidental-path 3:18"]],
    ["an incidental top", `"incidental": [{ "path": "status" }]`, ["incidental-path 3:28"]],
    ["an incidental path twice", `"incidental": ["status.a", "status.a"]`, ["duplicate-entry 3:30"]],
    ["siblings that are none", `"incidental": [{ "path": "status.a", "with": [] }]`, ["empty 3:48"]],
  ])("%s", (_, line, found) => {
    expect(at(FILE, text(line))).toEqual(found);
  });

  test("the file's name and the property have to agree", () => {
    expect(at(FILE, text(`"fields": ["spec"]`, ""))).toEqual(["misplaced-rule 1:1"]);
    expect(at("rules/apps/Deployment.json", text(`"fields": ["status.a"]`))).toEqual(["misplaced-rule 2:70"]);
  });

  test("a set has one for each status", () => {
    expect(errorsOf(set(STATUS, STATUS)).map(({ code }) => code)).toEqual(["duplicate-rule"]);
    expect(errorsOf(set({ strategy: "exact" }, STATUS))).toEqual([]);
  });
});

describe("lint of a status rule", () => {
  const lint = (...rules: Part[]): string[] =>
    lintRules([set(...rules)]).map((error) =>
      [error.code, "nearest" in error.problem ? error.problem.nearest : undefined].join(" ").trim(),
    );

  test("knows the status's fields", () => {
    expect(lint({ ...STATUS, fields: ["status.conditions[*].message"] })).toEqual([]);
    expect(lint({ ...STATUS, fields: ["status.replcas"] })).toEqual(["unknown-path replicas"]);
  });

  test("knows what stands beside an incidental field", () => {
    const path = "status.conditions[*].lastUpdateTime";
    expect(lint({ ...STATUS, incidental: [{ path, with: ["status", "reason"] }] })).toEqual([]);
    expect(lint({ ...STATUS, incidental: [{ path, with: ["staus"] }] })).toEqual(["unknown-sibling status"]);
  });

  test("a status has no place in the rule of the object", () => {
    expect(lint({ strategy: "exact", why: "w", fields: ["status.replicas"] })).toEqual(["never-compared"]);
    expect(lint({ strategy: "exact", why: "w", incidental: ["status.replicas"] })).toEqual([
      "never-compared",
    ]);
  });
});

const dirs: string[] = [];
afterEach(() => {
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true });
});

function directory(files: Readonly<Record<string, unknown>>): string {
  const dir = mkdtempSync(join(tmpdir(), "churngate-"));
  dirs.push(dir);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), JSON.stringify(content));
  }
  return dir;
}

describe("status rules from files", () => {
  const condition = { type: "Ready", status: "True", lastTransitionTime: "2026-01-01T00:00:00Z" };
  const base = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "demo", namespace: "default" },
    status: { replicas: 1, conditions: [condition] },
  };
  const cases: CasesFile = {
    base,
    stored: { spec: { replicas: 1 }, metadata: { resourceVersion: "1" } },
    cases: [
      { name: "as it is", verdict: "skip", reason: "equal" },
      { name: "the object", desired: { spec: { replicas: 7 } }, verdict: "skip" },
      {
        name: "replicas",
        desired: { status: { replicas: 2 } },
        verdict: "write",
        changes: ["status.replicas"],
      },
    ],
  };
  const files = {
    "apps/Deployment.json": { ...NAMED, strategy: "hash", why: "w" },
    "apps/Deployment.status.json": { ...NAMED, ...STATUS, fields: ["status.replicas"] },
    "apps/Deployment.status.cases.json": cases,
  };

  test("are loaded", async () => {
    const rules = await loadRules({ dirs: [directory(files)], bundled: false });
    const resolved = rules.resolve("apps", "v1", "Deployment", "status");
    expect(resolved.rule.fields).toEqual(["status.replicas"]);
    expect(resolved.source("/strategy")?.file).toMatch(/Deployment\.status\.json$/);
  });

  test.each(["replace", "apply", "merge"] as const)("have tables of cases (%s)", async (mode) => {
    const dir = directory(files);
    const rules = await loadRules({ dirs: [dir], bundled: false });
    const gate = createGate({ rules, mode, fieldManager: "me" });
    const [table, ...others] = caseTables(await readRuleDirectory(dir));
    expect([table?.subresource, others]).toEqual(["status", []]);
    const decides = {
      decide: (desired: object, live: object | undefined) =>
        gate.decide(desired, live, { subresource: "status" }),
    };
    const writes = mode === "apply" ? { mode, fieldManager: "me" } : { mode };
    const ownership = ownershipOf(writes, decides, rules.facts, "status");
    expect(runCases(table?.table ?? cases, decides, ownership).flatMap((each) => each.mismatches)).toEqual(
      [],
    );
  });
});
