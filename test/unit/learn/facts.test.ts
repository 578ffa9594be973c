import { describe, expect, test } from "vitest";
import type { FieldFacts } from "../../../src/core/facts.js";
import type { Json } from "../../../src/core/json.js";
import { compileRules, createGate } from "../../../src/index.js";
import { bundledFacts } from "../../../src/rules/facts.js";
import { fileText } from "../../../tools/crds/text.mjs";
import { factsOfText } from "../../definitions.js";

/** Every feature of a structural schema that facts are read from. */
const CRD = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
spec:
  group: example.com
  names: { kind: Widget }
  scope: Namespaced
  versions:
    - name: v1alpha1
      served: false
    - name: v1
      served: true
      subresources: { status: {} }
      schema:
        openAPIV3Schema:
          type: object
          required: [spec]
          properties:
            metadata: { type: object }
            status: { type: object, properties: { ready: { type: boolean } } }
            spec:
              type: object
              required: [id]
              x-kubernetes-validations: [{ rule: "self.class == oldSelf.class" }]
              properties:
                id: { type: string, x-kubernetes-validations: [{ rule: self == oldSelf }] }
                pinned: { type: string, x-kubernetes-validations: [{ rule: self == oldSelf }] }
                class: { type: string, default: small }
                text: { type: string }
                wait: { type: string, format: duration }
                count: { type: integer, default: 3 }
                ratio: { type: number }
                on: { type: boolean, default: false }
                none: { type: string, nullable: true }
                noneOrX: { type: string, nullable: true, default: x }
                size: { x-kubernetes-int-or-string: true, anyOf: [{ type: integer }, { type: string }] }
                probe:
                  type: object
                  x-kubernetes-validations: [{ rule: self.path == oldSelf.path }]
                  properties: { period: { type: integer, default: 10 }, path: { type: string } }
                mode: { type: object, default: { kind: auto }, properties: { kind: { type: string }, level: { type: integer, default: 5 } } }
                anything: { type: object, x-kubernetes-preserve-unknown-fields: true }
                partly: { type: object, x-kubernetes-preserve-unknown-fields: true, properties: { known: { type: string, default: k } } }
                embedded: { type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true }
                nothing: { type: object }
                labels: { type: object, additionalProperties: { type: string } }
                blanks: { type: object, additionalProperties: { type: string, nullable: true } }
                filled: { type: object, additionalProperties: { type: string, default: f } }
                free: { type: object, additionalProperties: true }
                whole: { type: object, x-kubernetes-map-type: atomic, properties: { a: { type: string } } }
                list: { type: array, items: { type: string } }
                set: { type: array, x-kubernetes-list-type: set, items: { type: string } }
                ports:
                  type: array
                  x-kubernetes-list-type: map
                  x-kubernetes-list-map-keys: [port, protocol]
                  items: { type: object, required: [port], properties: { port: { type: integer }, protocol: { type: string, default: TCP }, name: { type: string } } }
                spare: { type: object, properties: { probe: { type: object, properties: { period: { type: integer, default: 10 }, path: { type: string } } } } }
                kept: { type: array, x-kubernetes-preserve-unknown-fields: true, items: { type: object, properties: { a: { type: string } } } }
`;

/** The same, without a status subresource. */
const PLAIN = CRD.replace("kind: Widget", "kind: Gadget")
  .replace("subresources: { status: {} }", "")
  .replace("metadata: { type: object }", "metadata: { type: object }\n            extra: { type: string }");

const facts = factsOfText([CRD, PLAIN].join("---"));
const types = new Map(Object.entries(facts.types));

function specField(name: string): FieldFacts | undefined {
  return types.get("example.com/v1.Spec")?.fields[name];
}

describe("facts", () => {
  test.each<[field: string, facts: object]>([
    ["text", { type: "string" }],
    ["wait", { type: "string" }],
    ["count", { type: "integer", default: 3 }],
    ["ratio", { type: "number" }],
    ["on", { type: "boolean", default: false }],
    ["none", { type: "string", nullable: true }],
    ["noneOrX", { type: "string", nullable: true, default: "x" }],
    ["size", { type: "any" }],
    ["probe", { type: "struct", ref: "example.com/v1.Probe" }],
    ["mode", { type: "struct", ref: "example.com/v1.Mode", default: { kind: "auto" } }],
    ["anything", { type: "any" }],
    ["labels", { type: "map", of: { type: "string" } }],
    ["blanks", { type: "map", of: { type: "string", nullable: true } }],
    ["filled", { type: "map", of: { type: "string", default: "f" } }],
    ["free", { type: "map", of: { type: "any", ref: "example.com/v1.Free", nullable: true } }],
    ["whole", { type: "struct", ref: "example.com/v1.Whole", atomic: true }],
    ["list", { type: "list", of: { type: "string" } }],
    ["set", { type: "list", of: { type: "string" }, list: "set" }],
    [
      "ports",
      {
        type: "list",
        of: { type: "struct", ref: "example.com/v1.Ports" },
        list: "keyed",
        keys: ["port", "protocol"],
      },
    ],
  ])("%s", (name, expected) => {
    expect(specField(name)).toEqual(expected);
  });

  test.each<[type: string, facts: object]>([
    ["Free", { stored: "asIs", fields: {} }],
    ["Partly", { stored: "asIs", keepsUnknown: true, fields: { known: { type: "string", default: "k" } } }],
    ["Kept", { stored: "asIs", keepsUnknown: true, fields: { a: { type: "string" } } }],
    [
      "Embedded",
      {
        stored: "asIs",
        keepsUnknown: true,
        fields: {
          apiVersion: { type: "string" },
          kind: { type: "string" },
          metadata: {
            type: "struct",
            ref: "meta/v1.ObjectMeta",
            nullable: true,
            computed: "embeddedMetadata",
          },
        },
      },
    ],
  ])("the type %s", (name, expected) => {
    expect(types.get(`example.com/v1.${name}`)).toEqual(expected);
  });

  test("of the kinds: what cannot be changed or taken away is immutable", () => {
    const common = { group: "example.com", version: "v1", namespaced: true };
    const source = "x-kubernetes-validations";
    const immutable = [
      { path: "spec.class", source },
      { path: "spec.id", source },
      { path: "spec.pinned", when: { path: "spec.pinned", exists: true }, stated: true, source },
      { path: "spec.probe.path", when: { path: "spec.probe.path", exists: true }, source },
      {
        path: "spec.probe.path",
        when: [
          { path: "spec.probe", exists: true },
          { path: "spec.probe.path", exists: false },
        ],
        source,
      },
    ];
    expect(facts.kinds).toEqual([
      { ...common, kind: "Widget", type: "example.com/v1.Widget", statusSubresource: true, immutable },
      { ...common, kind: "Gadget", type: "example.com/v1.Gadget", statusSubresource: false, immutable },
    ]);
  });

  test.each(["Widget", "Gadget"])("%s: status has facts, with a subresource and without", (kind) => {
    expect(types.get(`example.com/v1.${kind}`)?.fields).toHaveProperty("status");
  });

  test("a type that occurs twice stands once", () => {
    expect(types.get("example.com/v1.Spare")?.fields.probe).toEqual(specField("probe"));
  });

  test("one line a fact", () => {
    const type = { stored: "asIs" as const, fields: { mode: specField("mode") as FieldFacts } };
    expect(fileText("Made here.", type)).toBe(`{
  "$comment": "Made here.",
  "stored": "asIs",
  "fields": {
    "mode": { "type": "struct", "ref": "example.com/v1.Mode", "default": { "kind": "auto" } }
  }
}
`);
  });
});

describe("decisions", () => {
  const rules = compileRules([
    { rules: [{ group: "example.com", kind: "Widget", strategy: "exact" }], facts },
  ]);
  const gate = createGate({ rules });
  /** What the server fills in when nothing is stated. */
  const filled = { class: "small", count: 3, on: false, noneOrX: "x", mode: { kind: "auto", level: 5 } };
  const widget = (spec: Record<string, Json>) => ({
    apiVersion: "example.com/v1",
    kind: "Widget",
    metadata: { name: "a", namespace: "a" },
    spec: { id: "1", ...spec },
  });

  test.each<
    [name: string, desired: Record<string, Json>, live: Record<string, Json>, verdict: "skip" | "write"]
  >([
    ["what the server filled in", {}, {}, "skip"],
    ["a default, stated", { count: 3, on: false }, {}, "skip"],
    ["a default was changed", {}, { count: 4 }, "write"],
    ["null is replaced by the default", { count: null }, {}, "skip"],
    ["null is dropped where there is no default", { text: null }, {}, "skip"],
    ["null takes a value away", { text: null }, { text: "t" }, "write"],
    ["null is stored where nullable", { none: null }, {}, "write"],
    ["null is stored already", { none: null }, { none: null }, "skip"],
    ["a stored null is no longer stated", {}, { none: null }, "write"],
    ["null instead of the default", { noneOrX: null }, {}, "write"],
    ["an unknown field is dropped", { txet: "t" }, {}, "skip"],
    ["null at an unknown field", { txet: null }, {}, "skip"],
    ["an empty string is a value", { text: "" }, {}, "write"],
    ["an empty list is a value", { list: [] }, {}, "write"],
    ["an empty struct is a value", { probe: {} }, {}, "write"],
    ["a default acts inside a struct that is there", { probe: {} }, { probe: { period: 10 } }, "skip"],
    ["a struct's own default", { mode: { level: 5 } }, { mode: { level: 5 } }, "skip"],
    ["a struct's own default is not merged", { mode: {} }, {}, "write"],
    ["a duration in another spelling", { wait: "60s" }, { wait: "1m" }, "write"],
    ["a quantity in another spelling", { size: "1000m" }, { size: 1 }, "write"],
    ["a field of anything, null", { anything: { a: null } }, { anything: {} }, "write"],
    [
      "an unknown field that is kept",
      { partly: { more: { a: null } } },
      { partly: { known: "k", more: { a: null } } },
      "skip",
    ],
    [
      "a kept unknown field is no longer stated",
      { partly: {} },
      { partly: { known: "k", more: 1 } },
      "write",
    ],
    ["null in a map is left out", { labels: { a: null } }, { labels: {} }, "skip"],
    ["null in a map of nullable values is stored", { blanks: { a: null } }, { blanks: {} }, "write"],
    ["null in a map stands for the default", { filled: { a: null } }, { filled: { a: "f" } }, "skip"],
    [
      "an object's fields are dropped, scalars stay",
      { free: { a: { b: 1 }, c: 1, d: null } },
      { free: { a: {}, c: 1, d: null } },
      "skip",
    ],
    ["a list in another order", { list: ["a", "b"] }, { list: ["b", "a"] }, "write"],
    ["a set in another order", { set: ["a", "b"] }, { set: ["b", "a"] }, "skip"],
    ["a key's default", { ports: [{ port: 1 }] }, { ports: [{ port: 1, protocol: "TCP" }] }, "skip"],
    [
      "keyed items in another order",
      { ports: [{ port: 1 }, { port: 2 }] },
      {
        ports: [
          { port: 2, protocol: "TCP" },
          { port: 1, protocol: "TCP" },
        ],
      },
      "write",
    ],
    [
      "an unknown field of an item",
      { ports: [{ port: 1, zz: 1 }] },
      { ports: [{ port: 1, protocol: "TCP" }] },
      "skip",
    ],
    [
      "empty labels of embedded metadata are dropped",
      { embedded: { kind: "A", metadata: { name: "e", labels: {} }, extra: null } },
      { embedded: { kind: "A", metadata: { name: "e" }, extra: null } },
      "skip",
    ],
  ])("%s", (_, desired, live, verdict) => {
    const decision = gate.decide(widget(desired), widget({ ...filled, ...live }));
    expect(decision.verdict).toBe(verdict);
  });

  test.each<
    [name: string, desired: Record<string, Json>, live: Record<string, Json>, verdict: "blocked" | "write"]
  >([
    ["another value", { id: "2" }, {}, "blocked"],
    ["another value where it may be absent", { pinned: "2" }, { pinned: "1" }, "blocked"],
    ["a first value", { pinned: "2" }, {}, "write"],
    ["no value any more", {}, { pinned: "1" }, "write"],
  ])("a validation rule protects a value: %s", (_, desired, live, verdict) => {
    expect(gate.decide(widget(desired), widget({ ...filled, ...live })).verdict).toBe(verdict);
  });

  test("status is compared where it has no subresource", () => {
    const gadget = (phase: string) => ({
      ...widget(filled),
      kind: "Gadget",
      status: { ready: phase === "Up" },
    });
    expect(gate.decide(gadget("Up"), gadget("Down")).verdict).toBe("write");
    expect(gate.decide(gadget("Up"), gadget("Up")).verdict).toBe("skip");
  });
});

describe("the bundled custom kinds", () => {
  test.each<[type: string, field: string, facts: object]>([
    ["PrometheusSpec", "shards", { default: 1 }],
    ["PrometheusSpec", "scrapeInterval", { default: "30s" }],
    ["AlertmanagerSpec", "retention", { default: "120h" }],
    ["Relabelings", "action", { default: "replace" }],
    ["PrometheusRuleSpec", "groups", { list: "keyed", keys: ["name"] }],
  ])("%s %s", (type, name, expected) => {
    expect(bundledFacts.type(`monitoring.coreos.com/v1.${type}`)?.fields[name]).toMatchObject(expected);
  });
});
