import { expect, test } from "vitest";
import type { CasesFile } from "../../../src/generated/cases.js";
import { kindsOfDefinitions } from "../../../src/rules/learn/definition.js";
import { learnKinds } from "../../../src/rules/learn/kinds.js";
import { proposalOf } from "../../../src/rules/learn/propose.js";
import { definitionOf } from "../../custom-resource-definition.js";

test("the table of a kind: what is required, what is filled in, and a decision for each kind of change", () => {
  const text = { type: "string" };
  const item = {
    type: "object",
    required: ["name"],
    properties: { name: text, protocol: { ...text, default: "TCP" } },
  };
  const schema = {
    properties: {
      spec: {
        type: "object",
        required: ["id", "mode"],
        properties: {
          id: { ...text, "x-kubernetes-validations": [{ rule: "self == oldSelf" }] },
          mode: { ...text, enum: ["fast", "slow"] },
          size: { type: "integer", default: 3 },
          note: text,
          ports: { type: "array", items: item },
        },
      },
      status: { type: "object", required: ["phase"], properties: { phase: text } },
    },
  };
  const given = definitionOf({
    group: "example.com",
    kind: "Widget",
    plural: "widgets",
    schema,
    subresources: { status: {} },
  });
  const [kind] = learnKinds(kindsOfDefinitions([given]));
  const { files } = proposalOf(kind as NonNullable<typeof kind>);
  const table = JSON.parse(files["example.com/Widget.cases.json"] ?? "") as CasesFile;
  expect(table.base).toMatchObject({
    metadata: { name: "demo", namespace: "demo" },
    spec: { id: "demo", mode: "fast", note: "demo", ports: [{ name: "demo" }, { name: "other" }] },
  });
  expect(table.stored).toMatchObject({
    spec: {
      size: 3,
      ports: [
        { name: "demo", protocol: "TCP" },
        { name: "other", protocol: "TCP" },
      ],
    },
  });
  expect(table.cases.map(({ name, verdict }) => [name, verdict])).toEqual([
    ["unchanged: what the server fills in is no reason to write", "skip"],
    ["the server's defaults, stated", "skip"],
    ["spec.mode was changed by hand", "write"],
    ["spec.size is not the default any more", "write"],
    ["spec.note is no longer stated", "write"],
    ["an item of spec.ports is no longer stated", "write"],
    ["a status was set meanwhile", "skip"],
    ["spec.id cannot be changed", "blocked"],
    ["there is none yet", "create"],
  ]);
});
