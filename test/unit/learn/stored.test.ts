// Versions that objects are not stored in, converted by their name alone.
import { describe, expect, test } from "vitest";
import { learnRules } from "../../../src/rules/learn/learn.js";
import type { FactData } from "../../../src/rules/set.js";

const definition = (own: object, stored: object, strategy = "None") => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.com" },
  spec: {
    group: "example.com",
    scope: "Namespaced",
    names: { kind: "Widget", plural: "widgets" },
    conversion: { strategy },
    versions: [
      { name: "v1", served: true, storage: true, schema: schemaOf(stored) },
      { name: "v1beta1", served: true, storage: false, schema: schemaOf(own) },
    ],
  },
});

const schemaOf = (spec: object) => ({ openAPIV3Schema: { type: "object", properties: { spec } } });
const struct = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

/** The facts of the spec in v1beta1. */
function specOf(facts: FactData) {
  const kind = facts.kinds.find(({ version }) => version === "v1beta1");
  const spec = facts.types[kind?.type ?? ""]?.fields.spec;
  return facts.types[spec !== undefined && "ref" in spec ? String(spec.ref) : ""];
}

describe("a version that is not stored", () => {
  const text = { type: "string" };
  test.each([
    ["a field of both", struct({ a: text }), struct({ a: text }), { fields: { a: text } }],
    [
      "a field that the stored one lacks is dropped",
      struct({ a: text, b: text }),
      struct({ a: text }),
      { fields: { a: text, b: { ...text, dropped: true } } },
    ],
    ["a field of the stored one alone", struct({}), struct({ a: { ...text, default: "x" } }), { fields: {} }],
    [
      "the stored one's default",
      struct({ a: text }),
      struct({ a: { ...text, default: "x" } }),
      { fields: { a: { ...text, default: "x" } } },
    ],
    [
      "its own default goes first",
      struct({ a: { ...text, default: "y" } }),
      struct({ a: { ...text, default: "x" } }),
      { fields: { a: { ...text, default: "y" } } },
    ],
    [
      "a stored one that keeps unknown fields",
      struct({ b: text }),
      struct({ a: text }, { "x-kubernetes-preserve-unknown-fields": true }),
      { fields: { b: text } },
    ],
    [
      "unknown fields that only it keeps",
      struct({ b: text }, { "x-kubernetes-preserve-unknown-fields": true }),
      struct({ a: text, b: text }),
      { dropsUnknown: true, fields: { a: text, b: text } },
    ],
  ])("%s", (_, own, stored, expected) => {
    expect(specOf(learnRules([definition(own, stored)]).facts)).toEqual({ stored: "asIs", ...expected });
  });

  test("a webhook converts: nothing is known of what it drops", () => {
    const facts = learnRules([definition(struct({ b: text }), struct({}), "Webhook")]).facts;
    expect(specOf(facts)).toEqual({ stored: "asIs", fields: { b: text } });
  });
});
