import { describe, expect, test } from "vitest";
import type { Mode } from "../../../../src/core/decision.js";
import type { JsonObject } from "../../../../src/core/json.js";
import { bundledRules } from "../../../../src/rules/bundled.js";
import { compileRules } from "../../../../src/rules/compile.js";
import { createGate } from "../../../../src/rules/gate.js";
import { checkedStart } from "../../../../src/rules/init/checked.js";
import { isStart } from "../../../../src/rules/init/start.js";
import type { RuleSet } from "../../../../src/rules/set.js";

const pairing: RuleSet = {
  rules: [
    {
      format: 1,
      group: "apps",
      kind: "Deployment",
      extends: true,
      why: "w",
      lists: [{ path: "spec.template.spec.containers", keys: ["name"] }],
    },
  ],
};

function deployment(names: readonly string[], more: JsonObject = {}): JsonObject {
  const containers = names.map((name) => ({ name, image: "i" }));
  const metadata = { name: "a", namespace: "b", ...more };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata,
    spec: { template: { spec: { containers } } },
  };
}

const item = { ".": {}, "f:name": {}, "f:image": {} };
const managedFields = [
  {
    manager: "us",
    operation: "Apply",
    apiVersion: "apps/v1",
    fieldsType: "FieldsV1",
    fieldsV1: {
      "f:spec": {
        "f:template": { "f:spec": { "f:containers": { 'k:{"name":"x"}': item, 'k:{"name":"y"}': item } } },
      },
    },
  },
];

describe("what a starting rule says of lists with keys is so:", () => {
  test.each([
    ["In a replace, another order is a difference", "replace", ["y", "x"], [], "write"],
    ["so is an item that desired no longer states", "replace", ["x", "y", "theirs"], [], "write"],
    ["In an apply, another order of our own items is one", "apply", ["y", "x"], [], "write"],
    ["those of others stay, between ours too", "apply", ["x", "theirs", "y"], [], "skip"],
    ["Where the rule's `lists` pairs them, no order counts", "replace", ["y", "x"], [pairing], "skip"],
    ["Where the rule's `lists` pairs them, no order counts", "apply", ["y", "x"], [pairing], "skip"],
  ] as const)("%s (%s, %j)", (sentence, mode: Mode, live, sets, verdict) => {
    const start = checkedStart(
      { group: "apps", kind: "Deployment" },
      [bundledRules],
      {},
      { schemas: "s", mode },
    );
    const text = isStart(start) ? (start.files[start.ruleFile] ?? "") : "";
    expect(JSON.parse(text).$comment.join(" ").replaceAll(/\s+/g, " ")).toContain(sentence);
    const gate = createGate({ rules: compileRules([bundledRules, ...sets]), mode, fieldManager: "us" });
    expect(gate.decide(deployment(["x", "y"]), deployment(live, { managedFields })).verdict).toBe(verdict);
  });
});
