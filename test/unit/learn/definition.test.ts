import { V1JSONSchemaProps } from "@kubernetes/client-node";
import { ObjectSerializer } from "@kubernetes/client-node/dist/serializer.js";
import { describe, expect, test } from "vitest";
import { toWire } from "../../../src/adapter/client-node/index.js";
import type { JsonObject } from "../../../src/core/json.js";
import { compileRules, createGate, type LearnCode, LearnError, learnRules } from "../../../src/index.js";
import { kindsOfDefinitions } from "../../../src/rules/learn/definition.js";
import { learnKinds } from "../../../src/rules/learn/kinds.js";
import { proposalOf } from "../../../src/rules/learn/propose.js";
import { definitionOf } from "../../custom-resource-definition.js";

const text: JsonObject = { type: "string" };
const spec = (schema: unknown): JsonObject => ({ properties: { spec: schema as JsonObject } });
const widget = (schema: JsonObject) =>
  definitionOf({ group: "example.com", kind: "Widget", plural: "widgets", schema });

/** A definition with other parts in its spec. */
const withSpec = (more: JsonObject): JsonObject => {
  const given = widget(spec({ type: "object" }));
  return { ...(given as JsonObject), spec: { ...(given.spec as JsonObject), ...more } };
};

type Around = (schema: JsonObject) => JsonObject;

const struct: Around = (a) => ({ type: "object", properties: { a } });
const list: Around = (items) => ({ type: "array", items });
const map: Around = (additionalProperties) => ({ type: "object", additionalProperties });
/** Twice the same schema: each level doubles how often it occurs. */
const twice: Around = (schema) => ({ type: "object", properties: { a: schema, b: schema } });

function nested(levels: number, around: Around = struct, schema: JsonObject = text): JsonObject {
  return levels === 0 ? schema : nested(levels - 1, around, around(schema));
}

const chain = nested(200);
const sharedDeep: JsonObject = {
  type: "object",
  properties: { a: chain, b: nested(100, struct, chain) },
};

const circular: Record<string, unknown> = { type: "object" };
circular.properties = { a: circular };
const circularDefault: Record<string, unknown> = {};
circularDefault.a = circularDefault;

describe("what no API server takes", () => {
  test.each<[name: string, definition: unknown, code: LearnCode, path?: string]>([
    ["no spec", { kind: "CustomResourceDefinition" }, "no-definition"],
    ["no versions", withSpec({ versions: [] }), "no-definition"],
    ["a version that is no object", withSpec({ versions: ["v1"] }), "no-definition"],
    ["versions that are no list", withSpec({ versions: "v1" }), "bad-schema", "spec.versions"],
    ["no group", withSpec({ group: "" }), "no-definition"],
    ["a group that leads elsewhere", withSpec({ group: "../../etc" }), "bad-schema", "spec.group"],
    ["a group with an empty label", withSpec({ group: "a..b" }), "bad-schema", "spec.group"],
    ["a group with a label that ends in -", withSpec({ group: "a-.b" }), "bad-schema", "spec.group"],
    ["a group that is too long", withSpec({ group: `${"a.".repeat(126)}ab` }), "bad-schema", "spec.group"],
    ["the group core", withSpec({ group: "core" }), "bad-schema", "spec.group"],
    [
      "a kind that leads elsewhere",
      withSpec({ names: { kind: "../Widget" } }),
      "bad-schema",
      "spec.names.kind",
    ],
    ["no kind", withSpec({ names: {} }), "no-definition"],
    [
      "a version of another form",
      withSpec({ versions: [{ name: "V 1" }] }),
      "bad-schema",
      "spec.versions[0].name",
    ],
    ["a schema that is no object", widget(spec("x")), "bad-schema"],
    ["a type that there is not", widget(spec({ type: "file" })), "bad-schema"],
    ["a type that is no text", widget(spec({ type: ["string"] })), "bad-schema"],
    ["a rule without a text", widget(spec({ ...text, "x-kubernetes-validations": [{}] })), "bad-schema"],
    ["a schema that contains itself", widget(spec(circular)), "bad-schema"],
    [
      "a default that contains itself",
      widget(spec({ type: "object", default: circularDefault })),
      "bad-schema",
    ],
    ["nested for ever", widget(spec(nested(5000))), "too-large"],
    ["nested deep where it is shared", widget(spec(sharedDeep)), "too-large"],
    ["a schema that occurs a million times", widget(spec(nested(20, twice))), "too-large"],
  ])("%s", (_, definition, code, path) => {
    const learn = () => learnRules([definition]);
    expect(learn).toThrow(LearnError);
    expect(learn).toThrow(expect.objectContaining({ code, ...(path !== undefined && { path }) }));
  });

  test.each<[name: string, around: Around]>([
    ["objects", struct],
    ["lists", list],
    ["maps", map],
  ])("nested %s: what can be learned can be compiled", (_, around) => {
    const learned = learnRules([widget(spec(nested(248, around)))]);
    expect(() => createGate({ rules: compileRules([learned]) })).not.toThrow();
    expect(() => learnRules([widget(spec(nested(249, around)))])).toThrow(
      expect.objectContaining({ code: "too-large" }),
    );
  });

  test("a schema that stands in two places is learned in both", () => {
    const shared = struct(text);
    const apart = widget(spec({ type: "object", properties: { a: shared, b: structuredClone(shared) } }));
    const once = widget(spec({ type: "object", properties: { a: shared, b: shared } }));
    expect(learnRules([once])).toEqual(learnRules([apart]));
  });

  test("two of the same kind that differ; the same one again counts once", () => {
    const [one, other] = [widget(spec(text)), widget(spec({ type: "integer" }))];
    expect(() => learnRules([one, other])).toThrow(expect.objectContaining({ code: "defined-twice" }));
    expect(learnRules([one, structuredClone(one)])).toEqual(learnRules([one]));
  });

  test("anything else is passed over beside a definition", () => {
    const others = [
      null,
      5,
      [],
      {},
      { kind: "Pod" },
      { kind: "CustomResourceDefinition", apiVersion: "v1" },
      { kind: "PodList", items: [{ kind: "Pod" }] },
    ];
    expect(learnRules([...others, widget(spec(text))])).toEqual(learnRules([widget(spec(text))]));
  });
});

describe("what is given", () => {
  const given = widget(spec(text));
  const { apiVersion: _, kind: __, ...item } = given as JsonObject;
  test.each<[name: string, given: object]>([
    ["one alone", given],
    ["a List, as kubectl prints it", { apiVersion: "v1", kind: "List", items: [given] }],
    ["a list of definitions", { kind: "CustomResourceDefinitionList", items: [item] }],
    ["the same without its kind", { items: [item] }],
    ["its items, which have no kind", [item]],
    ["Lists", [{ kind: "List", items: [given] }, given]],
  ])("%s", (_name, definitions) => {
    expect(learnRules(definitions)).toEqual(learnRules([given]));
  });

  test.each<[name: string, given: unknown, code: LearnCode]>([
    ["text", "kind: CustomResourceDefinition", "not-wire-json"],
    ["texts", [given, "kind: CustomResourceDefinition"], "not-wire-json"],
    ["an object of nothing", {}, "no-definition"],
    ["other objects", [{ kind: "Pod", apiVersion: "v1" }], "no-definition"],
    ["a List of others", { kind: "List", items: [{ kind: "Pod" }] }, "no-definition"],
    ["nothing", undefined, "no-definition"],
  ])("%s: an error", (_name, definitions, code) => {
    expect(() => learnRules(definitions as object)).toThrow(expect.objectContaining({ code }));
  });

  test.each([[[]], [{ kind: "List", items: [] }]])("an empty list has no kinds: %j", (definitions) => {
    expect(learnRules(definitions).rules).toEqual([]);
  });
});

describe("keywords that are spelt otherwise", () => {
  const instance = (schema: object): unknown => Object.assign(new V1JSONSchemaProps(), schema);
  test.each<[name: string, schema: unknown]>([
    ["x_kubernetes_preserve_unknown_fields", { type: "object", x_kubernetes_preserve_unknown_fields: true }],
    ["x_kubernetes_list_type", { type: "array", items: text, x_kubernetes_list_type: "set" }],
    ["_default", { type: "string", _default: "a" }],
    ["_enum", { type: "string", _enum: ["a"] }],
    ["ref", { ref: "a" }],
    ["schema", { type: "string", schema: "a" }],
    ["an instance of a class", instance({ type: "integer", _default: 3 })],
    ["within a map's values", { type: "object", additionalProperties: { type: "string", _default: "a" } }],
    ["within a list's items", { type: "array", items: { type: "string", _default: "a" } }],
    ["a default that is a Date", { type: "string", default: new Date(0) }],
    ["a value that is a Date", { type: "string", enum: [new Date(0)] }],
  ])("by client-node's types: %s", (_, schema) => {
    const learn = () => learnRules([widget(spec(schema))]);
    expect(learn).toThrow(expect.objectContaining({ code: "not-wire-json" }));
    expect(learn).toThrow(expect.objectContaining({ hint: expect.stringContaining("toWire(definition)") }));
  });

  test.each([
    ["x-kubernetes-listtype", "x-kubernetes-list-type"],
    ["x-kubernetes-list-map-key", "x-kubernetes-list-map-keys"],
    ["x-kubernetes-preserve-unknown-field", "x-kubernetes-preserve-unknown-fields"],
    ["x-kubernetes-emdedded-resource", "x-kubernetes-embedded-resource"],
    ["x-kuberentes-int-or-string", "x-kubernetes-int-or-string"],
    ["Default", "default"],
    ["additional-properties", "additionalProperties"],
  ])("misspelt: %s", (name, meant) => {
    const learn = () => learnRules([widget(spec({ type: "object", [name]: true }))]);
    expect(learn).toThrow(expect.objectContaining({ code: "bad-schema" }));
    expect(learn).toThrow(`no such keyword: ${meant} is meant`);
  });

  test("names of fields are no keywords, and what the server does not know has no effect", () => {
    const names = [
      "_default",
      "ref",
      "schema",
      "x_kubernetes_list_type",
      "Default",
      "x-kubernetes-list-types",
    ];
    const properties = Object.fromEntries(names.map((name) => [name, text]));
    const more = { example: {}, "x-kubernetes-patch-strategy": "merge", "x-order": 1, _default: undefined };
    const { types } = learnRules([widget(spec({ type: "object", properties, ...more }))]).facts;
    expect(Object.keys(types["example.com/v1.Widget.Spec"]?.fields ?? {}).sort()).toEqual(names.sort());
  });

  test("a typed object tells the same as the definition, once it went through toWire", async () => {
    const schema = {
      type: "object",
      properties: {
        open: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
        size: { type: "integer", default: 3, enum: [3, 4] },
        tags: { type: "object", properties: { a: { type: "string", default: "b" } } },
      },
    };
    const definition = widget(spec(schema));
    const typed: unknown = ObjectSerializer.deserialize(definition, "V1CustomResourceDefinition");
    expect(() => learnRules([typed])).toThrow(expect.objectContaining({ code: "not-wire-json" }));
    expect(learnRules([toWire(typed)])).toEqual(learnRules([definition]));
  });
});

describe("order", () => {
  test("a schema tells the same whatever the order of its fields", () => {
    const [a, b] = [
      { type: "string", default: "x" },
      { type: "object", properties: { c: text, b: text } },
    ];
    const [files, others] = [
      { a, b, d: { type: "object", default: { y: 1, x: 2 } } },
      { d: { type: "object", default: { x: 2, y: 1 } }, b: { ...b, properties: { b: text, c: text } }, a },
    ].map((properties) =>
      learnKinds(kindsOfDefinitions([widget(spec({ type: "object", properties }))])).map(
        (learned) => proposalOf(learned).files,
      ),
    );
    expect(files).toEqual(others);
    expect(Object.keys(files?.[0] ?? {})).toHaveLength(3);
  });
});

/** What is learned of the kind's fields, by type. */
const typesOf = (definition: unknown) => learnRules([definition]).facts.types;
const codesOf = (definition: unknown) => learnRules([definition]).unknowns.map(({ unknown }) => unknown.code);

describe("definitions", () => {
  test("200 levels", () => {
    expect(Object.keys(typesOf(widget(spec(nested(200)))))).toHaveLength(201);
  });

  test("names that objects have already", () => {
    const properties = JSON.parse(
      '{"__proto__": {"type": "string", "default": "a"}, "constructor": {"type": "integer"}}',
    );
    const { fields } =
      typesOf(widget(spec({ type: "object", properties })))["example.com/v1.Widget.Spec"] ?? {};
    expect(Object.getOwnPropertyNames(fields)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
  });

  test("v1beta1: one schema for all versions, and nothing is dropped unless it says so", () => {
    const old = (more: JsonObject) => ({
      apiVersion: "apiextensions.k8s.io/v1beta1",
      kind: "CustomResourceDefinition",
      metadata: { name: "widgets.example.com" },
      spec: {
        group: "example.com",
        names: { kind: "Widget" },
        version: "v1",
        subresources: { status: {} },
        validation: {
          openAPIV3Schema: { type: "object", ...spec({ type: "object", properties: { a: text } }) },
        },
        ...more,
      },
    });
    const learned = learnRules([old({})]);
    expect(learned.facts.kinds).toMatchObject([{ version: "v1", statusSubresource: true, namespaced: true }]);
    const type = "example.com/v1.Widget.Spec";
    expect(learned.facts.types[type]).toMatchObject({
      keepsUnknown: true,
      fields: { a: { type: "string" } },
    });
    expect(typesOf(old({ preserveUnknownFields: false }))[type]).not.toHaveProperty("keepsUnknown");
    const versions = [
      { name: "v1", served: true, storage: true },
      { name: "v2", served: true },
      { name: "v3", served: false },
    ];
    expect(learnRules([old({ versions })]).facts.kinds.map(({ version }) => version)).toEqual(["v1", "v2"]);
  });

  test("types of the same content stand once, under the first version that has them", () => {
    const schema = (b: JsonObject) => ({
      openAPIV3Schema: {
        type: "object",
        ...spec({ type: "object", properties: { a: { type: "object", properties: { c: text } }, b } }),
      },
    });
    const versions = (b: JsonObject) => [
      { name: "v1", served: true, storage: true, schema: schema(text) },
      { name: "v1beta1", served: true, schema: schema(b) },
    ];
    expect(Object.keys(typesOf(withSpec({ versions: versions(text) })))).toEqual([
      "example.com/v1.Widget.A",
      "example.com/v1.Widget.Spec",
      "example.com/v1.Widget",
    ]);
    const other = learnRules([withSpec({ versions: versions({ type: "integer" }) })]);
    expect(other.facts.types["example.com/v1beta1.Widget.Spec"]?.fields.a).toEqual({
      type: "struct",
      ref: "example.com/v1.Widget.A",
    });
    expect(other.unknowns).toContainEqual({
      group: "example.com",
      kind: "Widget",
      version: "v1beta1",
      unknown: { code: "stored-otherwise", stored: "v1" },
    });
  });

  test.each<[name: string, definition: unknown, code: string]>([
    ["admission", widget(spec(text)), "admission"],
    ["a version without a schema", withSpec({ versions: [{ name: "v1", served: true }] }), "no-schema"],
    ["a conversion webhook", withSpec({ conversion: { strategy: "Webhook" } }), "conversion-webhook"],
    ["no type", widget(spec({ properties: { a: {} } })), "untyped"],
    [
      "kept fields",
      widget(spec({ type: "object", "x-kubernetes-preserve-unknown-fields": true })),
      "unknown-fields-kept",
    ],
    [
      "a default that no number holds",
      widget(spec({ type: "integer", default: 2n ** 60n })),
      "large-default",
    ],
  ])("it says what it does not know: %s", (_, definition, code) => {
    expect(codesOf(definition)).toContain(code);
  });

  test("outermost fields beside spec are the rule's, unless there may be more of them", () => {
    const properties = { a: text, b: text, status: { type: "object" } };
    const status = { subresources: { status: {} } };
    const learn = (schema: JsonObject, more: object) =>
      learnRules([definitionOf({ group: "example.com", kind: "Widget", plural: "widgets", schema, ...more })])
        .rules[0];
    expect(learn({ properties }, status)).toHaveProperty("fields", ["a", "b"]);
    expect(learn({ properties }, {})).not.toHaveProperty("fields");
    expect(learn({ properties, "x-kubernetes-preserve-unknown-fields": true }, status)).not.toHaveProperty(
      "fields",
    );
    expect(learn(spec(text), status)).not.toHaveProperty("fields");
  });
});
