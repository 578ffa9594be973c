import { describe, expect, test } from "vitest";
import { versionComparer } from "../../../../src/adapter/churn/index.js";
import type { JsonObject } from "../../../../src/core/json.js";
import { bundledFacts } from "../../../../src/rules/facts.js";
import { configMap, entry, policy, service } from "./versions.js";

const compareVersions = versionComparer(bundledFacts);

const http: JsonObject = { name: "http", port: 80, protocol: "TCP", targetPort: 80 };
const web: JsonObject = { name: "web", port: 81, protocol: "TCP", targetPort: 81 };

function lease(renewTime: string, holderIdentity = "a"): JsonObject {
  return {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { name: "l" },
    spec: { renewTime, holderIdentity },
  };
}

function deployment(spec: JsonObject, status: JsonObject = {}): JsonObject {
  return { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "d", namespace: "n" }, spec, status };
}

function image(name: string): JsonObject {
  return deployment({ template: { spec: { containers: [{ name: "c", image: name }] } } });
}

const ready = (status: string, time: string): JsonObject =>
  deployment({}, { conditions: [{ type: "Available", status, lastTransitionTime: time }] });

const DEEP: JsonObject = { data: nested(20_000) };

function nested(depth: number): JsonObject {
  let value: JsonObject = {};
  for (let each = 0; each < depth; each++) value = { a: value };
  return value;
}

const own = { "f:data": { "f:a": {} } };

describe("an update's effect and paths", () => {
  test.each<[string, JsonObject, JsonObject, string, string[]]>([
    ["resourceVersion alone", configMap({ a: "1" }), configMap({ a: "1" }), "nothing", []],
    ["generation too", policy(1), policy(2), "nothing", []],
    ["an entry's time", policy(1, [entry("m", 1, {})]), policy(2, [entry("m", 2, {})]), "managed-fields", []],
    ["a value", configMap({ a: "1" }), configMap({ a: "2" }), "change", ["data.a"]],
    ["a value gone", configMap({ a: "1", b: "1" }), configMap({ b: "1" }), "change", ["data.a"]],
    [
      "a time by text",
      configMap({ at: "2026-01-01T00:00:00Z" }),
      configMap({ at: "2026-01-01T00:00:01.5+01:00" }),
      "times",
      ["data.at"],
    ],
    [
      "no time before",
      configMap({ at: "" }),
      configMap({ at: "2026-01-01T00:00:01Z" }),
      "change",
      ["data.at"],
    ],
    [
      "a time that restarts something",
      deployment({ restartAt: "2026-01-01T00:00:00Z" }),
      deployment({ restartAt: "2026-01-01T00:00:01Z" }),
      "change",
      ["spec.restartAt"],
    ],
    [
      "a time in a template, which starts a rollout",
      deployment({ template: { metadata: { annotations: { at: "2026-01-01T00:00:00Z" } } } }),
      deployment({ template: { metadata: { annotations: { at: "2026-01-01T00:00:01Z" } } } }),
      "change",
      ["spec.template.metadata.annotations.at"],
    ],
    [
      "a time by facts",
      lease("2026-01-01T00:00:00.000000Z"),
      lease("2026-01-01T00:00:05.000000Z"),
      "times",
      ["spec.renewTime"],
    ],
    [
      "a time and what it is of",
      ready("True", "2026-01-01T00:00:00Z"),
      ready("False", "2026-01-01T00:00:05Z"),
      "change",
      ["status.conditions[type=Available].status", "status.conditions[type=Available].lastTransitionTime"],
    ],
    [
      "items with keys",
      image("a:1"),
      image("a:2"),
      "change",
      ["spec.template.spec.containers[name=c].image"],
    ],
    ["keyed items in another order", service([http, web]), service([web, http]), "change", ["spec.ports"]],
    [
      "a keyed item gone",
      service([http, web]),
      service([http]),
      "change",
      ["spec.ports[port=81,protocol=TCP]"],
    ],
    [
      "a quantity's spelling",
      deployment({
        template: { spec: { containers: [{ name: "c", resources: { limits: { cpu: "1000m" } } }] } },
      }),
      deployment({
        template: { spec: { containers: [{ name: "c", resources: { limits: { cpu: "1" } } }] } },
      }),
      "respelling",
      ["spec.template.spec.containers[name=c].resources.limits.cpu"],
    ],
    [
      "finalizers in another order",
      configMap({}, [], { finalizers: ["a/b", "c/d"] }),
      configMap({}, [], { finalizers: ["c/d", "a/b"] }),
      "respelling",
      ["metadata.finalizers"],
    ],
    [
      "somebody's label gone",
      configMap({}, [], { labels: { a: "b" } }),
      configMap({}, [], {}),
      "change",
      ["metadata.labels"],
    ],
    [
      "what a PUT would have kept",
      service([{ ...http, nodePort: 30000 }]),
      service([http]),
      "change",
      ["spec.ports[port=80,protocol=TCP].nodePort"],
    ],
    [
      "a status",
      deployment({}, { replicas: 1 }),
      deployment({}, { replicas: 2 }),
      "change",
      ["status.replicas"],
    ],
    [
      "hostile keys",
      configMap(JSON.parse('{"__proto__": "1", "constructor": "x", "toString": "y"}')),
      configMap(JSON.parse('{"__proto__": "2", "constructor": "x", "toString": "z"}')),
      "change",
      ["data.__proto__", "data.toString"],
    ],
    ["too deep", configMap(DEEP), configMap({ data: nested(20_001) }), "change", []],
    [
      "a custom kind's list without keys",
      { apiVersion: "x.io/v1", kind: "W", metadata: { name: "w" }, spec: { l: [{ a: 1 }, { a: 2 }] } },
      { apiVersion: "x.io/v1", kind: "W", metadata: { name: "w" }, spec: { l: [{ a: 1 }, { a: 3 }] } },
      "change",
      ["spec.l[1].a"],
    ],
  ])("%s", (_name, before, after, effect, paths) => {
    const step = compareVersions(before, after);
    expect(step.effect).toBe(effect);
    expect(step.paths.map(({ path }) => path)).toEqual(paths);
  });

  test("a Secret's values, and its annotations', show as digests", () => {
    const secret = (a: string): JsonObject => ({
      apiVersion: "v1",
      kind: "Secret",
      metadata: {
        name: "s",
        annotations: { "kubectl.kubernetes.io/last-applied-configuration": `{"a":"${a}"}` },
      },
      data: { a },
    });
    const text = JSON.stringify(compareVersions(secret("c2VjcmV0"), secret("aGlkZGVu")));
    expect(text).toContain("data.a");
    expect(text).not.toMatch(/c2VjcmV0|aGlkZGVu/);
  });
});

describe("who made an update", () => {
  const before = configMap({ a: "1" }, [entry("one", 1, own), entry("two", 1, {})]);

  test.each<[string, JsonObject, JsonObject, string[]]>([
    ["whose entry is new", configMap({ a: "1" }), configMap({ a: "2" }, [entry("one", 1, own)]), ["one"]],
    [
      "whose entry's time moved",
      before,
      configMap({ a: "2" }, [entry("one", 2, own), entry("two", 1, {})]),
      ["one"],
    ],
    [
      "not who lost what it owned",
      before,
      configMap({ a: "2" }, [entry("one", 1, {}), entry("two", 2, own)]),
      ["two"],
    ],
    [
      "within the second, who owns what changed",
      before,
      configMap({ a: "2" }, [entry("one", 1, own), entry("two", 1, {})]),
      ["one"],
    ],
    [
      "not one of two who own it",
      before,
      configMap({ a: "2" }, [entry("one", 1, own), entry("two", 1, own)]),
      [],
    ],
    ["nobody, where a field went", before, configMap({}, [entry("one", 1, {}), entry("two", 1, {})]), []],
    [
      "nobody, where nothing tells",
      before,
      configMap({ a: "1" }, [entry("one", 1, own), entry("two", 1, {})]),
      [],
    ],
    [
      "of two whose time moved, who owns what changed",
      before,
      configMap({ a: "2" }, [entry("one", 2, {}), entry("two", 2, own)]),
      ["two"],
    ],
    ["nobody without managedFields", configMap({ a: "1" }), configMap({ a: "2" }), []],
    [
      "nobody, where items moved within a second",
      service([http, web], { managedFields: [entry("one", 1, { "f:spec": { "f:ports": {} } })] }),
      service([web, http], { managedFields: [entry("one", 1, { "f:spec": { "f:ports": {} } })] }),
      [],
    ],
  ])("%s", (_name, earlier, later, managers) => {
    expect(compareVersions(earlier, later).managers).toEqual(managers);
  });
});

describe("what an update states that is not stored", () => {
  const fields = { "f:spec": { "f:ingress": {}, "f:podSelector": {}, "f:policyTypes": {} } };
  const apply = { operation: "Apply", apiVersion: "networking.k8s.io/v1" };

  test("what its maker's apply states, and the object has not", () => {
    const step = compareVersions(
      policy(1, [entry("mover", 1, fields, apply)]),
      policy(2, [entry("mover", 2, fields, apply)]),
    );
    expect(step).toMatchObject({ effect: "managed-fields", managers: ["mover"], unstored: ["spec.ingress"] });
  });

  test("the lists that the object has not, where its maker is not known", () => {
    expect(compareVersions(policy(1), policy(2)).unstored).toEqual(["spec.egress", "spec.ingress"]);
  });
});
