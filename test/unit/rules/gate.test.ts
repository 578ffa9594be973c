import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/core/errors.js";
import { compileRules } from "../../../src/rules/compile.js";
import { RulesError } from "../../../src/rules/errors.js";
import { createGate } from "../../../src/rules/gate.js";
import { loadRules } from "../../../src/rules/load.js";
import { configMap, stored } from "../core/helper.js";

function codeOf(work: () => unknown): readonly [code: string, path: string | undefined] {
  try {
    work();
  } catch (error) {
    if (error instanceof UsageError) return [error.code, error.path];
    if (error instanceof RulesError) return [error.errors.map(({ code }) => code).join(), undefined];
    throw error;
  }
  return ["none", undefined];
}

describe("slips of the caller", () => {
  test("rules that were not awaited", async () => {
    const rules = loadRules({ dirs: [] });
    expect(codeOf(() => createGate({ rules: rules as never }))).toEqual(["bad-option", "rules"]);
    await rules;
  });

  test.each([
    [
      "in a field",
      { spec: { template: { spec: { hostname: new Date() } } } },
      "/spec/template/spec/hostname",
    ],
    ["in a whole field", { spec: new Date() }, "/spec"],
  ])("a Date %s is named by its place", (_name, body, path) => {
    const live = {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "demo" },
      spec: { template: { spec: { hostname: "a" } } },
    };
    const desired = { ...live, ...body };
    expect(codeOf(() => createGate().decide<object>(desired as never, live as never))).toEqual([
      "not-wire-json",
      path,
    ]);
  });

  test("the core group by its folder's name", () => {
    const rule = { group: "core", kind: "ConfigMap", strategy: "exact", why: "a slip" } as const;
    expect(codeOf(() => compileRules([{ rules: [rule] }]))).toEqual(["core-group", undefined]);
  });
});

test("one gate, one object inside another's getter", () => {
  const gate = createGate();
  const live = stored(configMap({ data: { a: "1", b: "1" } }));
  const desired = configMap({
    data: {
      get a(): string {
        gate.decide(configMap({ data: { x: "1" } }), stored(configMap({ data: { x: "2" } })));
        return "1";
      },
      b: "2",
    },
  });
  const decision = gate.decide(desired, live);
  expect(decision.verdict === "write" && decision.payload()).toMatchObject({ data: { a: "1", b: "2" } });
});
