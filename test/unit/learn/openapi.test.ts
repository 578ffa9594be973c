import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import { compileRules, createGate } from "../../../src/index.js";
import { checkFiles } from "../../../src/rules/learn/check.js";
import { learnFromOpenApi } from "../../../src/rules/learn/openapi/learn.js";
import { proposalOf } from "../../../src/rules/learn/propose.js";

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const of = (name: string, more: JsonObject = {}): JsonObject => ({ allOf: [ref(name)], ...more });
const META = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
const OWN = "com.example.api.route.v1";

/** As kube-openapi publishes Go types: a value that is never absent has its zero for a default. */
const schemas: JsonObject = {
  [`${OWN}.Route`]: {
    type: "object",
    "x-kubernetes-group-version-kind": [{ group: "route.example.com", version: "v1", kind: "Route" }],
    properties: {
      apiVersion: { type: "string" },
      kind: { type: "string" },
      metadata: of(META, { default: {} }),
      spec: of(`${OWN}.RouteSpec`, { default: {} }),
      status: of(`${OWN}.RouteStatus`, { default: {} }),
    },
  },
  [`${OWN}.RouteSpec`]: {
    type: "object",
    required: ["host"],
    properties: {
      host: { type: "string", default: "" },
      path: { type: "string" },
      weight: { type: "integer", format: "int32", default: 100 },
      open: { type: "boolean", default: false },
      size: of("io.k8s.apimachinery.pkg.api.resource.Quantity"),
      port: of("io.k8s.apimachinery.pkg.util.intstr.IntOrString"),
      since: of("io.k8s.apimachinery.pkg.apis.meta.v1.Time"),
      key: { type: "string", format: "byte" },
      hosts: { type: "array", items: { type: "string", default: "" } },
      labels: { type: "object", additionalProperties: { type: "string", default: "" } },
      selector: of("io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector"),
      template: of("io.k8s.api.core.v1.PodTemplateSpec"),
      next: of(`${OWN}.RouteSpec`),
      lost: of(`${OWN}.Lost`),
    },
  },
  [`${OWN}.RouteStatus`]: { type: "object", properties: { ready: { type: "boolean" } } },
};

const learn = (given: JsonObject = schemas) =>
  learnFromOpenApi({
    group: "route.example.com",
    kind: "Route",
    plural: "routes",
    namespaced: true,
    statusSubresource: true,
    versions: [{ version: "v1", document: { components: { schemas: given } } }],
  });

describe("an aggregated kind", () => {
  const learned = learn();
  const spec = learned?.facts.types["route.example.com/v1.Route.RouteSpec"];

  test.each<[field: string, facts: object]>([
    ["host", { type: "string" }],
    ["path", { type: "string", pointer: true }],
    ["weight", { type: "integer", pointer: true, default: 100 }],
    ["open", { type: "boolean" }],
    ["size", { type: "quantity", pointer: true }],
    ["port", { type: "intOrString", pointer: true }],
    ["since", { type: "time", pointer: true }],
    ["key", { type: "bytes", pointer: true }],
    ["hosts", { type: "list", of: { type: "string" }, pointer: true }],
    ["labels", { type: "map", of: { type: "string" }, pointer: true }],
    ["selector", { type: "struct", ref: "meta/v1.LabelSelector", pointer: true }],
    ["template", { type: "struct", ref: "core/v1.PodTemplateSpec", pointer: true }],
    ["next", { type: "struct", ref: "route.example.com/v1.Route.RouteSpec", pointer: true }],
    ["lost", { type: "any", pointer: true }],
  ])("%s", (field, facts) => {
    expect(spec?.fields[field]).toEqual(facts);
  });

  test("is of Go's types", () => {
    expect(Object.values(learned?.facts.types ?? {}).map(({ stored }) => stored)).toEqual([
      "typed",
      "typed",
      "typed",
    ]);
  });

  test("says what OpenAPI does not", () => {
    expect(learned?.unknowns.map(({ unknown }) => unknown)).toEqual([
      { code: "admission" },
      { code: "computed-defaults" },
      { code: "immutable" },
      { code: "zeros", fields: 12 },
      { code: "defaults-assumed", path: "spec.template", type: "core/v1.PodTemplateSpec" },
      { code: "undescribed", path: "spec.lost", type: `${OWN}.Lost` },
    ]);
  });

  test("is proposed as files that lint and test clean", () => {
    const { problems, failed } = checkFiles(learned === undefined ? {} : proposalOf(learned).files);
    expect([problems.map(String), failed]).toEqual([[], []]);
  });

  const gate = createGate({ rules: compileRules([{ ...(learned && { facts: learned.facts }), rules: [] }]) });
  const route = (fields: JsonObject) => ({
    apiVersion: "route.example.com/v1",
    kind: "Route",
    metadata: { name: "a", namespace: "a" },
    spec: { host: "a", ...fields },
  });

  test.each<[name: string, desired: JsonObject, live: JsonObject, verdict: "skip" | "write"]>([
    ["a zero that is always printed", {}, { open: false }, "skip"],
    ["a zero that may be dropped", { path: "" }, {}, "write"],
    ["a zero over a value", { weight: 0 }, { weight: 100 }, "write"],
    ["a stated default", {}, { weight: 100 }, "skip"],
    ["null", { path: null, hosts: null }, {}, "skip"],
    ["a quantity in another spelling", { size: "1000m" }, { size: "1" }, "skip"],
    ["no longer stated", {}, { path: "/" }, "write"],
    [
      "deep in itself",
      { next: { host: "b", next: { host: "c" } } },
      { next: { host: "b", open: false, next: { host: "d" } } },
      "write",
    ],
  ])("%s", (_, desired, live, verdict) => {
    expect(gate.decide(route(desired), route(live)).verdict).toBe(verdict);
  });
});

test("a custom kind reads as its definition does", () => {
  const text = { type: "string", default: "" };
  const custom = {
    "com.example.route.v1.Route": {
      type: "object",
      "x-kubernetes-group-version-kind": [{ group: "route.example.com", version: "v1", kind: "Route" }],
      properties: { metadata: of(META), spec: { type: "object", properties: { a: text } } },
    },
  };
  const learned = learn(custom);
  expect(learned?.facts.types["route.example.com/v1.Route.Spec"]).toEqual({
    stored: "asIs",
    fields: { a: text },
  });
  expect(learned?.unknowns.map(({ unknown }) => unknown.code)).toEqual(["admission", "definition-unread"]);
});

test.each([
  ["no document", undefined],
  [
    "another kind",
    { components: { schemas: { x: { "x-kubernetes-group-version-kind": [{ kind: "Pod" }] } } } },
  ],
  ["no schemas", { components: { schemas: [] } }],
])("%s: nothing is learned", (_, document) => {
  const served = {
    group: "route.example.com",
    kind: "Route",
    plural: "routes",
    namespaced: true,
    statusSubresource: true,
  };
  expect(learnFromOpenApi({ ...served, versions: [{ version: "v1", document }] })).toBeUndefined();
});
