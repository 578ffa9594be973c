import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import {
  at,
  configMap,
  custom,
  decideOn,
  deployment,
  EXACT,
  gateFor,
  object,
  rows,
  secret,
  stored,
} from "./helper.js";

const SERVER = [
  "uid",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "managedFields",
  "selfLink",
  "generateName",
];
const theirs = {
  uid: "9",
  resourceVersion: "9",
  generation: 9,
  creationTimestamp: "2020-01-01T00:00:00Z",
  deletionTimestamp: "2020-01-01T00:00:00Z",
  deletionGracePeriodSeconds: 9,
  selfLink: "/x",
  managedFields: [{ manager: "x" }],
};
const stripped = Object.fromEntries(SERVER.map((key) => [`/metadata/${key}`, undefined]));

describe("the payload of a write", () => {
  rows([
    {
      name: "has live's resourceVersion, and nothing else that the server writes",
      desired: configMap({ data: { a: "2" } }, { ...theirs, generateName: "x-" }),
      live: stored(
        configMap(
          { data: { a: "1" } },
          { generateName: "demo-", selfLink: "/y", managedFields: [], deletionGracePeriodSeconds: 0 },
        ),
      ),
      is: "write",
      payload: { ...stripped, "/metadata/resourceVersion": "100", "/metadata/name": "demo" },
    },
    {
      name: "has no resourceVersion where live has none",
      desired: configMap({ data: { a: "2" } }, { resourceVersion: "9" }),
      live: configMap({ data: { a: "1" } }),
      is: "write",
      payload: { "/metadata/resourceVersion": undefined },
    },
    {
      name: "has live's foreign labels, annotations, finalizers and owners",
      desired: configMap({ data: { a: "2" } }, { labels: { x: "1" } }),
      live: stored(
        configMap(
          { data: { a: "1" } },
          {
            labels: { y: "2" },
            annotations: { z: "3" },
            finalizers: ["example.com/f"],
            ownerReferences: [{ uid: "1", name: "o", kind: "K", apiVersion: "v1" }],
          },
        ),
      ),
      is: "write",
      payload: {
        "/metadata/labels": { x: "1", y: "2" },
        "/metadata/annotations": { z: "3" },
        "/metadata/finalizers": ["example.com/f"],
        "/metadata/ownerReferences/0/uid": "1",
      },
    },
    {
      name: "has live's value where the rule ignores",
      desired: deployment({ replicas: 1 }, {}, { image: "demo:2.0" }),
      live: stored(deployment({ replicas: 7 })),
      rule: { strategy: "exact", ignore: ["spec.replicas"] },
      is: "write",
      changes: ["spec.template.spec.containers[name=web].image changed"],
      payload: { "/spec/replicas": 7 },
    },
    {
      name: "has live's value where the rule ignores what desired leaves out",
      desired: deployment({}, {}, { image: "demo:2.0" }),
      live: stored(deployment({ replicas: 7 })),
      rule: { strategy: "exact", ignore: ["spec.replicas"] },
      is: "write",
      payload: { "/spec/replicas": 7 },
    },
    {
      name: "lacks what live lacks where the rule ignores",
      desired: deployment({ replicas: 3 }, {}, { image: "demo:2.0" }),
      live: stored(deployment()),
      rule: { strategy: "exact", ignore: ["spec.replicas"] },
      is: "write",
      payload: { "/spec/replicas": undefined },
    },
    {
      name: "has live's fields that nobody owns",
      desired: custom({ a: 2 }),
      live: { ...stored(custom({ a: 1 })), extra: { b: [1] } },
      is: "write",
      payload: { "/extra": { b: [1] } },
    },
    {
      name: "has what derivative leaves alone",
      desired: deployment({}, {}, { image: "demo:2.0" }),
      live: stored(deployment({ replicas: 7 }, { priorityClassName: "high" })),
      rule: { strategy: "derivative" },
      is: "write",
      payload: { "/spec/replicas": 7, "/spec/template/spec/priorityClassName": "high" },
    },
    {
      name: "has live's defaults where nothing differs from them",
      desired: deployment({}, {}, { image: "demo:2.0" }),
      live: stored(deployment({ replicas: 1, revisionHistoryLimit: 10 })),
      is: "write",
      payload: { "/spec/replicas": 1, "/spec/revisionHistoryLimit": 10 },
    },
    {
      name: "has kind and apiVersion where an informer's item lacks them",
      desired: configMap({ data: { a: "2" } }),
      live: { metadata: { name: "demo", namespace: "default" }, data: { a: "1" } },
      is: "write",
      payload: { "/apiVersion": "v1", "/kind": "ConfigMap" },
    },
    {
      name: "and where they are there, but undefined",
      desired: configMap({ data: { a: "2" } }),
      live: {
        apiVersion: undefined,
        kind: undefined,
        metadata: { name: "demo", namespace: "default" },
        data: { a: "1" },
      },
      is: "write",
      payload: { "/apiVersion": "v1", "/kind": "ConfigMap" },
    },
  ]);

  test("shares nothing with the callers' objects, and is made anew each time", () => {
    const [desired, live] = [
      configMap({ data: { a: "2" } }),
      stored(configMap({ data: { a: "1" } }, { labels: { x: "1" } })),
    ];
    const decision = decideOn(gateFor(desired, EXACT), desired, live);
    if (decision.verdict !== "write") throw new Error(decision.verdict);
    const [one, two] = [decision.payload(), decision.payload()];
    expect(one).toEqual(two);
    expect(at(one, "/data")).not.toBe(at(two, "/data"));
    expect(at(one, "/metadata/labels")).not.toBe(at(live, "/metadata/labels"));
    expect(at(one, "/data")).not.toBe(at(desired, "/data"));
  });
});

describe("the payload of a create", () => {
  const full = {
    labels: { x: "1" },
    annotations: { y: "2" },
    finalizers: ["example.com/f"],
    ownerReferences: [{ uid: "1" }],
  };
  rows([
    {
      name: "is desired whole",
      desired: deployment({ replicas: 3, unknown: 1 }),
      live: undefined,
      is: "create",
      reason: "not-found",
      payload: { "/spec/replicas": 3, "/spec/unknown": 1, "/apiVersion": "apps/v1", "/kind": "Deployment" },
    },
    {
      name: "less what the server alone writes",
      desired: configMap({}, { ...theirs, ...full }),
      live: undefined,
      is: "create",
      payload: {
        ...stripped,
        "/metadata/resourceVersion": undefined,
        "/metadata/labels": full.labels,
        "/metadata/annotations": full.annotations,
        "/metadata/finalizers": full.finalizers,
        "/metadata/ownerReferences": full.ownerReferences,
      },
    },
    {
      name: "has generateName where it has no name",
      desired: { apiVersion: "v1", kind: "ConfigMap", metadata: { generateName: "demo-" } },
      live: undefined,
      is: "create",
      payload: { "/metadata/generateName": "demo-" },
    },
    {
      name: "has no generateName beside a name",
      desired: configMap({}, { generateName: "demo-" }),
      live: undefined,
      is: "create",
      payload: { "/metadata/generateName": undefined, "/metadata/name": "demo" },
    },
    {
      name: "has no status of a kind with a status subresource",
      desired: { ...deployment(), status: { replicas: 1 } },
      live: undefined,
      is: "create",
      payload: { "/status": undefined },
    },
    {
      name: "states what the rule ignores",
      desired: deployment({ replicas: 3 }),
      live: undefined,
      rule: { strategy: "exact", ignore: ["spec.replicas"], once: ["spec.paused"] },
      is: "create",
      payload: { "/spec/replicas": 3 },
    },
    {
      name: "has undefined members left out",
      desired: configMap({ data: undefined }),
      live: undefined,
      is: "create",
      payload: { "/data": undefined },
    },
    {
      name: "has stringData folded into data",
      desired: secret({ stringData: { a: "x" } }),
      live: undefined,
      is: "create",
      payload: { "/stringData": undefined, "/data": { a: "eA==" } },
    },
    {
      name: "of a kind without a rule",
      desired: object("example.com/v1", "Gadget", { spec: { a: 1 } }),
      live: undefined,
      is: "create",
      payload: { "/spec": { a: 1 } },
    },
  ]);
});

describe("stringData is folded into data", () => {
  const folded = (data: JsonObject, stringData: JsonObject): JsonObject => secret({ data, stringData });
  rows([
    {
      name: "the same",
      desired: secret({ stringData: { a: "x" } }),
      live: stored(secret({ data: { a: "eA==" } })),
      is: "skip",
    },
    {
      name: "beside data",
      desired: folded({ b: "eQ==" }, { a: "x" }),
      live: stored(secret({ data: { a: "eA==", b: "eQ==" } })),
      is: "skip",
    },
    {
      name: "over data",
      desired: folded({ a: "eQ==" }, { a: "x" }),
      live: stored(secret({ data: { a: "eA==" } })),
      is: "skip",
    },
    {
      name: "another value",
      desired: secret({ stringData: { a: "x" } }),
      live: stored(secret({ data: { a: "eQ==" } })),
      is: "write",
      changes: ["data.a changed"],
      payload: { "/data": { a: "eA==" }, "/stringData": undefined },
    },
    {
      name: "a key that is no longer stated",
      desired: secret({ stringData: { a: "x" } }),
      live: stored(secret({ data: { a: "eA==", b: "eQ==" } })),
      is: "write",
      changes: ["data.b removed"],
    },
    {
      name: "text outside ASCII",
      desired: secret({ stringData: { a: "ü€😀" } }),
      live: stored(secret({ data: { a: "w7zigqzwn5iA" } })),
      is: "skip",
    },
    {
      name: "null is the empty text",
      desired: secret({ stringData: { a: null } }),
      live: stored(secret({ data: { a: "" } })),
      is: "skip",
    },
    {
      name: "null states nothing",
      desired: secret({ data: { a: "eA==" }, stringData: null }),
      live: stored(secret({ data: { a: "eA==" } })),
      is: "skip",
    },
    {
      name: "a key called __proto__",
      desired: secret({ stringData: JSON.parse('{"__proto__":"x"}') }),
      live: stored(secret({ data: JSON.parse('{"__proto__":"eA=="}') })),
      is: "skip",
    },
    {
      name: "a ConfigMap has none",
      desired: configMap({ stringData: { a: "x" } }),
      live: stored(configMap({})),
      is: "skip",
      reason: "unknown-field",
    },
  ]);
});
