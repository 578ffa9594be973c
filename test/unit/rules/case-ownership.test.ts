import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import type { CasesFile, RuleCase } from "../../../src/rules/cases/cases.js";
import { caseObjects } from "../../../src/rules/cases/objects.js";
import { ownershipOf } from "../../../src/rules/cases/ownership.js";
import { runCases } from "../../../src/rules/cases/run.js";
import { writesOf } from "../../../src/rules/cases/writes.js";
import { compileRules } from "../../../src/rules/compile.js";
import { createGate } from "../../../src/rules/gate.js";

const base = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "demo", labels: { app: "demo" } },
  data: { a: "1", b: "2" },
};
const OURS = { "f:metadata": { "f:labels": { "f:app": {} } }, "f:data": { "f:a": {}, "f:b": {} } };

function prepared(table: CasesFile) {
  const rules = compileRules([
    { name: "test", rules: [{ group: "", kind: table.base.kind, strategy: "exact" }] },
  ]);
  const writes = writesOf(table, { mode: "replace", fieldManager: undefined });
  const gate = createGate({ rules, ...writes });
  return { gate, ownership: ownershipOf(writes, gate, rules.facts) };
}

const tableOf = (row: Partial<RuleCase>, more: Partial<CasesFile> = {}): CasesFile => ({
  mode: "apply",
  fieldManager: "demo-operator",
  base,
  cases: [{ name: "n", verdict: "skip", ...row }],
  ...more,
});

/** What live's managedFields say in the table's only case. */
function managed(table: CasesFile): unknown {
  const { live } = caseObjects(table, table.cases[0] as RuleCase, prepared(table).ownership);
  return (live?.metadata as JsonObject | undefined)?.managedFields;
}

const entry = (manager: string, operation: string, fieldsV1: JsonObject): JsonObject => ({
  manager,
  operation,
  apiVersion: "v1",
  fieldsType: "FieldsV1",
  fieldsV1,
});

describe("live of a case in apply mode", () => {
  test("is as our manager's apply of base left it", () => {
    expect(managed(tableOf({ live: { data: { c: "3" } } }))).toEqual([entry("demo-operator", "Apply", OURS)]);
  });

  test("is as our manager's apply of something else left it", () => {
    expect(managed(tableOf({ applied: { data: { b: null, c: "3" } } }))).toEqual([
      entry("demo-operator", "Apply", { ...OURS, "f:data": { "f:a": {}, "f:c": {} } }),
    ]);
  });

  test("belongs to somebody else, where our manager never applied it", () => {
    expect(managed(tableOf({ applied: null }, { stored: { data: { c: "3" } } }))).toEqual([
      entry("somebody-else", "Update", { ...OURS, "f:data": { "f:a": {}, "f:b": {}, "f:c": {} } }),
    ]);
  });

  test("has the entries of others beside ours", () => {
    const others = [
      { manager: "kubectl", operation: "Update" as const, states: { data: { a: "1" } } },
      { manager: "tagger", states: { metadata: { labels: { team: "x" } } } },
    ];
    expect(managed(tableOf({ others }))).toEqual([
      entry("demo-operator", "Apply", OURS),
      entry("kubectl", "Update", { "f:data": { "f:a": {} } }),
      entry("tagger", "Apply", { "f:metadata": { "f:labels": { "f:team": {} } } }),
    ]);
    expect(managed(tableOf({ others, applied: null }))).toHaveLength(2);
  });

  test("has the managedFields that the case states, or none", () => {
    const stated = [entry("demo-operator", "Apply", { "f:data": {} })];
    expect(managed(tableOf({ live: { metadata: { managedFields: stated } } }))).toEqual(stated);
    expect(managed(tableOf({}, { stored: { metadata: { managedFields: stated } } }))).toEqual(stated);
    expect(managed(tableOf({ live: { metadata: { managedFields: null } } }))).toBeUndefined();
  });

  test("has none where nothing is stated, and nothing is live", () => {
    const bare = { base: { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "demo" } } };
    expect(managed(tableOf({}, bare))).toBeUndefined();
    expect(managed(tableOf({ live: null }))).toBeUndefined();
  });

  test("an apply folds what is only written", () => {
    const secret = {
      base: { apiVersion: "v1", kind: "Secret", metadata: { name: "demo" }, stringData: { a: "1" } },
      stored: { stringData: null, data: { a: "MQ==" } },
    };
    expect(managed(tableOf({}, secret))).toEqual([
      entry("demo-operator", "Apply", { "f:data": { "f:a": {} } }),
    ]);
  });

  test("in the other modes nothing is recorded", () => {
    expect(managed(tableOf({}, { mode: "replace" }))).toBeUndefined();
    expect(managed(tableOf({}, { mode: "merge" }))).toBeUndefined();
  });
});

describe("how a table writes", () => {
  const given = { mode: "merge", fieldManager: "given" } as const;
  test.each([
    [{ mode: "apply", fieldManager: "own" }, given, { mode: "apply", fieldManager: "own" }],
    [{ mode: "apply" }, given, { mode: "apply", fieldManager: "given" }],
    [
      { mode: "apply" },
      { ...given, fieldManager: undefined },
      { mode: "apply", fieldManager: "our-manager" },
    ],
    [{}, given, given],
    [{ fieldManager: "own" }, given, { mode: "merge", fieldManager: "own" }],
    [{ mode: "replace" }, { ...given, fieldManager: undefined }, { mode: "replace" }],
  ] as const)("%j, where %j is given: %j", (own, outer, writes) => {
    expect(writesOf({ base, cases: [], ...own }, outer)).toEqual(writes);
  });
});

test("decisions follow from the ownership", () => {
  const without = { data: { b: null } };
  const theirs = [{ manager: "kubectl", states: { data: { b: "2" } } }];
  const cases: CasesFile["cases"] = [
    { name: "steady", verdict: "skip", reason: "equal" },
    { name: "another's key", live: { data: { c: "3" } }, verdict: "skip", reason: "equal" },
    { name: "no longer stated", desired: without, verdict: "write", changes: ["data.b"] },
    { name: "no longer stated, but another's too", desired: without, others: theirs, verdict: "skip" },
    { name: "never stated", desired: without, applied: without, verdict: "skip", reason: "equal" },
    { name: "never applied", applied: null, verdict: "write", changes: [], reason: "not-owned" },
    {
      name: "stripped",
      live: { metadata: { managedFields: null } },
      verdict: "skip",
      reason: "no-managed-fields",
    },
    { name: "cannot be read", applied: { kind: null }, verdict: "skip" },
  ];
  const table: CasesFile = { mode: "apply", base, cases };
  const { gate, ownership } = prepared(table);
  expect(runCases(table, gate, ownership).flatMap(({ mismatches }) => mismatches)).toEqual([
    { property: "verdict", wanted: "skip", got: "no-kind: kind: desired has no kind" },
  ]);
});
