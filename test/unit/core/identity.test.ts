import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/core/errors.js";
import { configMap, decideOn, deployment, EXACT, explainOn, gateFor, stored } from "./helper.js";

const gate = gateFor(configMap({}), EXACT);
const desired = configMap({ data: { a: "1" } });
const live = stored(configMap({ data: { a: "1" } }));

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return error instanceof UsageError ? error.code : String(error);
  }
  return "none";
}

describe("desired and live must be one object", () => {
  test.each<[name: string, desired: unknown, live: unknown, code: string]>([
    ["the same", desired, live, "none"],
    [
      "another name",
      desired,
      { ...live, metadata: { name: "other", namespace: "default" } },
      "identity-mismatch",
    ],
    [
      "another namespace",
      desired,
      { ...live, metadata: { name: "demo", namespace: "other" } },
      "identity-mismatch",
    ],
    ["another kind", desired, { ...live, kind: "Secret" }, "identity-mismatch"],
    ["another version", desired, { ...live, apiVersion: "v2" }, "version-mismatch"],
    ["another group", desired, { ...live, apiVersion: "example.com/v1" }, "version-mismatch"],
    [
      "an informer's item has neither kind nor apiVersion",
      desired,
      { metadata: live.metadata, data: live.data },
      "none",
    ],
    ["an item whose kind is undefined", desired, { ...live, kind: undefined, apiVersion: undefined }, "none"],
    ["desired without a namespace", { ...desired, metadata: { name: "demo" } }, live, "none"],
    ["desired with generateName", { ...desired, metadata: { generateName: "demo-" } }, live, "none"],
    ["desired without metadata", { ...desired, metadata: undefined }, live, "none"],
    ["no live object", desired, undefined, "none"],
  ])("%s: %4$s", (_name, one, other, code) => {
    expect(codeOf(() => decideOn(gate, one, other))).toBe(code);
    expect(codeOf(() => explainOn(gate, one, other))).toBe(code);
  });

  test("the error says where", () => {
    expect(() => decideOn(gate, desired, { ...live, metadata: { name: "other" } })).toThrow(
      expect.objectContaining({ name: "UsageError", code: "identity-mismatch", path: "metadata.name" }),
    );
  });
});

describe("desired must say what it is", () => {
  test.each<[name: string, desired: unknown]>([
    ["undefined", undefined],
    ["null", null],
    ["a text", "x"],
    ["a number", 1],
    ["true", true],
    ["a function", () => 1],
    ["a symbol", Symbol("x")],
    ["a BigInt", 1n],
    ["a list", [desired]],
    ["a Date", new Date(0)],
    ["a Map", new Map(Object.entries(desired))],
    ["{}", {}],
    ["no kind", { ...desired, kind: undefined }],
    ['kind ""', { ...desired, kind: "" }],
    ["kind null", { ...desired, kind: null }],
    ["kind 1", { ...desired, kind: 1 }],
    ["a kind that is an object", { ...desired, kind: {} }],
    ["no apiVersion", { ...desired, apiVersion: undefined }],
    ['apiVersion ""', { ...desired, apiVersion: "" }],
    ["apiVersion 1", { ...desired, apiVersion: 1 }],
    ["apiVersion a list", { ...desired, apiVersion: ["v1"] }],
  ])("%s", (_name, value) => {
    for (const other of [undefined, live]) {
      expect(codeOf(() => decideOn(gate, value, other))).toBe("no-kind");
      expect(codeOf(() => explainOn(gate, value, other))).toBe("no-kind");
    }
  });
});

describe("live must be an object", () => {
  test.each<[name: string, live: unknown]>([
    ["a text", "x"],
    ["a number", 1],
    ["a list", [live]],
    ["a Map", new Map()],
    ["a Date", new Date(0)],
    ["a function", () => 1],
    ["a symbol", Symbol("x")],
  ])("%s", (_name, value) => {
    expect(codeOf(() => decideOn(gate, desired, value))).toMatch(/^(no-kind|not-wire-json)$/);
    expect(codeOf(() => explainOn(gate, desired, value))).toMatch(/^(no-kind|not-wire-json)$/);
  });

  test("null is no object: create, or an error, and never a crash", () => {
    expect(codeOf(() => decideOn(gate, desired, null))).toMatch(/^(none|no-kind|not-wire-json)$/);
  });
});

describe("kinds and groups called as members of every object are", () => {
  test.each(["constructor", "__proto__", "toString", "valueOf", "hasOwnProperty"])("%s", (name) => {
    for (const of of [
      { apiVersion: "v1", kind: name },
      { apiVersion: `${name}/v1`, kind: "Widget" },
      { apiVersion: `example.com/${name}`, kind: "Widget" },
      { apiVersion: name, kind: name },
    ]) {
      const here = gateFor({ apiVersion: "v1", kind: "ConfigMap" }, EXACT);
      const [one, other] = [
        { ...of, metadata: { name: "demo" }, spec: { a: 1 } },
        { ...of, metadata: { name: "demo" }, spec: { a: 2 } },
      ];
      expect([decideOn(here, one, one).verdict, decideOn(here, one, other).verdict]).toEqual([
        "skip",
        "write",
      ]);
    }
  });
});

describe("a client library's class instances are taken for what they hold", () => {
  class Meta {
    name = "demo";
    namespace = "default";
    creationTimestamp = new Date(0);
    deletionTimestamp: Date | undefined = undefined;
    labels: Record<string, string> | undefined = undefined;
  }
  class Deployment {
    apiVersion: string | undefined = "apps/v1";
    kind: string | undefined = "Deployment";
    metadata = new Meta();
    status = { x: 1 };
    constructor(readonly spec: unknown) {}
    get isClass(): boolean {
      return true;
    }
  }
  const rule = gateFor(deployment(), EXACT);
  test.each<[name: string, desired: unknown, live: unknown, verdict: string]>([
    ["desired", new Deployment(deployment().spec), stored(deployment()), "skip"],
    ["live", deployment(), new Deployment(deployment().spec), "skip"],
    ["both", new Deployment(deployment({ replicas: 2 }).spec), new Deployment(deployment().spec), "write"],
  ])("%s", (_name, one, other, verdict) => {
    const decision = decideOn(rule, one, other);
    expect(decision.verdict).toBe(verdict);
    if (decision.verdict !== "write") return;
    const payload = decision.payload();
    expect(payload).toMatchObject({
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "demo" },
      spec: { replicas: 2 },
    });
    expect(JSON.parse(JSON.stringify(payload))).toEqual(payload);
  });

  test("an item that is being deleted, its time a Date", () => {
    const item = new Deployment(deployment().spec);
    item.metadata.deletionTimestamp = new Date(0);
    expect(decideOn(rule, deployment({ replicas: 2 }), item).reason.code).toBe("terminating");
  });

  test("an item without kind gets desired's in the payload", () => {
    const item = new Deployment(deployment().spec);
    item.kind = undefined;
    item.apiVersion = undefined;
    const decision = decideOn(rule, deployment({ replicas: 2 }), item);
    expect(decision.verdict === "write" && decision.payload()).toMatchObject({
      apiVersion: "apps/v1",
      kind: "Deployment",
    });
  });
});
