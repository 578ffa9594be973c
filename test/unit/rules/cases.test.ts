import { describe, expect, test } from "vitest";
import type { Decision } from "../../../src/core/decision.js";
import type { Json, JsonObject, KubeObject } from "../../../src/core/json.js";
import { mergePatch } from "../../../src/core/merge/patch.js";
import { type CasesFile, caseTables, parseCases } from "../../../src/rules/cases/cases.js";
import type { Decides } from "../../../src/rules/cases/decides.js";
import { caseObjects } from "../../../src/rules/cases/objects.js";
import { runCases } from "../../../src/rules/cases/run.js";
import { compileRules } from "../../../src/rules/compile.js";
import { RulesError } from "../../../src/rules/errors.js";
import { unmatchedIgnores } from "../../../src/rules/unmatched.js";

const base = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "demo" } };

/** A gate for tests: another spec.a is a change, an annotation `fail` throws. */
const gate: Decides = {
  decide(desired: KubeObject, live: KubeObject | undefined): Decision {
    const a = (object: KubeObject) => ((object as JsonObject).spec as JsonObject | undefined)?.a;
    if (desired.metadata?.annotations?.fail) throw new Error("broken");
    if (!live)
      return { verdict: "create", strategy: "exact", reason: { code: "not-found" }, payload: () => desired };
    if (a(desired) === a(live)) return { verdict: "skip", strategy: "exact", reason: { code: "equal" } };
    const changes = [
      { path: "spec.b", pointer: "/spec/b", reason: { code: "changed" } },
      { path: "spec.a", pointer: "/spec/a", reason: { code: "changed" } },
    ] as const;
    return {
      verdict: "write",
      mode: "replace",
      strategy: "exact",
      reason: { code: "differs" },
      changes,
      payload: () => desired,
    };
  },
};

const run = (...cases: CasesFile["cases"]) =>
  runCases({ base, cases }, gate).map(({ mismatches }) => mismatches);

describe("running cases", () => {
  test("a case that holds", () => {
    expect(run({ name: "n", verdict: "skip", reason: "equal", changes: [] })).toEqual([[]]);
    expect(run({ name: "n", live: null, verdict: "create", reason: "not-found" })).toEqual([[]]);
  });

  test("changes are in any order", () => {
    expect(
      run({ name: "n", live: { spec: { a: 1 } }, verdict: "write", changes: ["spec.a", "spec.b"] }),
    ).toEqual([[]]);
  });

  test("each thing that is otherwise is told", () => {
    expect(
      run({
        name: "n",
        live: { spec: { a: 1 } },
        verdict: "skip",
        reason: "equal",
        changes: ["spec.a"],
        recreate: ["spec.c"],
      }),
    ).toEqual([
      [
        { property: "verdict", wanted: "skip", got: "write" },
        { property: "reason", wanted: "equal", got: "differs" },
        { property: "changes", wanted: ["spec.a"], got: ["spec.b", "spec.a"] },
        { property: "recreate", wanted: ["spec.c"], got: [] },
      ],
    ]);
  });

  test("an object that cannot be decided fails its case only", () => {
    const fails = {
      name: "n",
      desired: { metadata: { annotations: { fail: "x" } } },
      verdict: "skip" as const,
    };
    expect(run(fails, { name: "m", verdict: "skip" })).toEqual([
      [{ property: "verdict", wanted: "skip", got: "broken" }],
      [],
    ]);
  });

  test("a case that states no verdict fails by all that it leaves open", () => {
    expect(
      run(
        { name: "n" },
        { name: "m", reason: "equal", live: { spec: { a: 1 } }, changes: ["spec.a", "spec.b"] },
      ),
    ).toEqual([
      [
        { property: "verdict", got: "skip" },
        { property: "reason", got: "equal" },
      ],
      [
        { property: "verdict", got: "write" },
        { property: "reason", wanted: "equal", got: "differs" },
      ],
    ]);
  });

  test("stored is what the server adds to live", () => {
    const table: CasesFile = {
      base,
      stored: { spec: { a: 1, b: 2 } },
      cases: [{ name: "n", desired: { spec: { a: 5 } }, live: { spec: { b: null } }, verdict: "skip" }],
    };
    expect(caseObjects(table, table.cases[0] as CasesFile["cases"][0])).toEqual({
      desired: { ...base, spec: { a: 5 } },
      live: { ...base, spec: { a: 1 } },
    });
  });
});

describe("what the payload has", () => {
  const write = { name: "n", live: { spec: { a: 1 } }, verdict: "write" as const };

  test("is compared by path; null: nothing there", () => {
    const desired = { metadata: { labels: { "example.com/a": "x" } } };
    expect(
      run({ ...write, desired, payload: { "metadata.labels[example.com/a]": "x", "spec.a": null } }),
    ).toEqual([[]]);
    expect(
      run({ ...write, desired, payload: { metadata: { labels: desired.metadata.labels, name: "demo" } } }),
    ).toEqual([[]]);
    expect(run({ ...write, desired, payload: { "metadata.name": null, "metadata.uid": "1" } })).toEqual([
      [
        {
          property: "payload",
          wanted: ["metadata.name = null", 'metadata.uid = "1"'],
          got: ['metadata.name = "demo"', "metadata.uid = null"],
        },
      ],
    ]);
  });

  test("nothing is sent on a skip", () => {
    expect(run({ name: "n", verdict: "skip", payload: { "metadata.name": "demo" } })).toEqual([
      [{ property: "payload", wanted: ['metadata.name = "demo"'], got: [] }],
    ]);
  });
});

describe("reading tables", () => {
  test("of a set, with the kind that the file name says", () => {
    const text = JSON.stringify({ base, cases: [{ name: "n", verdict: "skip" }] });
    const tables = caseTables({
      files: { "rules/core/ConfigMap.cases.json": text, "rules/core/ConfigMap.json": "{" },
    });
    expect(tables.map(({ file, group, kind }) => [file, group, kind])).toEqual([
      ["rules/core/ConfigMap.cases.json", "", "ConfigMap"],
    ]);
  });

  test.each([
    [`{"base": {"apiVersion": "v1", "kind": "A"}, "cases": []}`, "empty"],
    [`{"base": {"apiVersion": "v1"}, "cases": [{"name": "n", "verdict": "skip"}]}`, "missing-property"],
    [
      `{"base": {"apiVersion": "v1", "kind": "A"}, "cases": [{"name": "n", "verdict": "skipp"}]}`,
      "unknown-value",
    ],
  ])("%s", (text, code) => {
    const read = () => parseCases("A.cases.json", text);
    expect(read).toThrow(RulesError);
    try {
      read();
    } catch (error) {
      expect(error instanceof RulesError && error.errors.map((one) => one.code)).toEqual([code]);
    }
  });
});

test.each([
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [
    ["a", "b"],
    ["c", "d"],
    ["c", "d"],
  ],
  [{ a: "b" }, ["c"], ["c"]],
  [{ a: "foo" }, null, null],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
] as [Json, Json, Json][])("merge patch (RFC 7386, appendix A): %j + %j", (target, patch, result) => {
  expect(mergePatch(target, patch)).toEqual(result);
});

test("a merge patch of hostile keys", () => {
  const patch = JSON.parse(`{"__proto__": {"polluted": 1}, "constructor": {"a": 1}}`) as Json;
  expect(JSON.stringify(mergePatch({}, patch))).toBe(JSON.stringify(patch));
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

test("ignores that match nothing", () => {
  const rule = {
    format: 1,
    group: "",
    kind: "ConfigMap",
    strategy: "exact",
    once: ["data.d"],
    ignore: ["data.a", "data[b.*]", "data.c"],
  } as const;
  const files = {
    "core/ConfigMap.json": JSON.stringify(rule),
    "ruleset.json": `{"format": 1, "ignore": ["metadata.labels.x"]}`,
  };
  const resolved = compileRules([{ files }]).resolve("", "v1", "ConfigMap");
  const unmatched = unmatchedIgnores(resolved, [{ data: { a: "1" } }, { data: { "b.x": "1" } }]);
  expect(unmatched.map(({ path, pointer, source }) => [path, pointer, source?.file])).toEqual([
    ["data.c", "/ignore/2", "core/ConfigMap.json"],
  ]);
});
