import { describe, expect, test } from "vitest";
import { fieldSetOf } from "../../../src/core/apply/field-set-of.js";
import { identityOf } from "../../../src/core/decide/identity.js";
import type { JsonObject } from "../../../src/core/json.js";
import { partsOf } from "../../../src/core/plan/parts.js";
import { compilePlan } from "../../../src/core/plan/plan.js";
import { TypeNodes } from "../../../src/core/plan/types.js";
import { bundledFacts } from "../../../src/rules/facts.js";
import { configMap, custom, deployment, object, service } from "./helper.js";

const types = new TypeNodes(bundledFacts);

function recorded(stated: JsonObject): JsonObject {
  const { group, version, kind } = identityOf(stated);
  const facts = bundledFacts.kind(group, version, kind);
  return fieldSetOf(compilePlan(facts, types, partsOf([]), { mode: "apply", keeps: false }).root, stated);
}

/** What a pod's only container is recorded with, beside itself and its name and image. */
const inContainer = (container: JsonObject): unknown => {
  const { "f:spec": spec } = recorded(deployment({}, {}, container)) as { "f:spec": never };
  const containers = spec["f:template"]["f:spec"]["f:containers"] as JsonObject;
  const { ".": self, "f:name": name, "f:image": image, ...rest } = containers[web] as JsonObject;
  expect([self, name, image]).toEqual([{}, {}, {}]);
  return rest;
};
const web = `k:{"name":"web"}`;

describe("what an apply records", () => {
  test.each<[what: string, stated: JsonObject, set: JsonObject]>([
    ["values", service({ type: "ClusterIP" }), { "f:spec": { "f:type": {} } }],
    [
      "each key of a map, and not the map itself",
      configMap({ data: { a: "1", "b.c": "" } }),
      { "f:data": { "f:a": {}, "f:b.c": {} } },
    ],
    [
      "an atomic map as one value",
      service({ selector: { app: "demo", tier: "web" } }),
      { "f:spec": { "f:selector": {} } },
    ],
    [
      "an atomic list as one value",
      object("rbac.authorization.k8s.io/v1", "Role", { rules: [{ verbs: ["get"] }] }),
      { "f:rules": {} },
    ],
    [
      "an item by its keys, with the default of one that is left out, and itself",
      service({ ports: [{ port: 80 }, { port: 53, protocol: "UDP", name: "dns" }] }),
      {
        "f:spec": {
          "f:ports": {
            'k:{"port":80,"protocol":"TCP"}': { ".": {}, "f:port": {} },
            'k:{"port":53,"protocol":"UDP"}': { ".": {}, "f:port": {}, "f:protocol": {}, "f:name": {} },
          },
        },
      },
    ],
    [
      "the items of a set",
      configMap({}, { finalizers: ["example.com/b", "example.com/a"] }),
      { "f:metadata": { "f:finalizers": { 'v:"example.com/a"': {}, 'v:"example.com/b"': {} } } },
    ],
    [
      "labels, annotations and owner references, and nothing else of metadata",
      configMap(
        {},
        {
          labels: { a: "1" },
          annotations: {},
          ownerReferences: [{ uid: "u", name: "n", kind: "K", apiVersion: "v1" }],
          uid: "u",
          resourceVersion: "1",
          creationTimestamp: null,
        },
      ),
      {
        "f:metadata": {
          "f:labels": { "f:a": {} },
          "f:annotations": {},
          "f:ownerReferences": { 'k:{"uid":"u"}': {} },
        },
      },
    ],
    [
      "no status, where it has a subresource",
      { ...service({ type: "ClusterIP" }), status: { loadBalancer: {} } },
      { "f:spec": { "f:type": {} } },
    ],
    [
      "no field that the kind does not have",
      service({ type: "ClusterIP", typo: 1 }),
      { "f:spec": { "f:type": {} } },
    ],
    ["nothing of an object that is only named", configMap({}), {}],
    [
      "each member of what nothing is known of, and its lists whole",
      custom({ a: { b: 1 }, c: [{ d: 1 }], e: {}, f: null }),
      { "f:spec": { ".": {}, "f:a": { ".": {}, "f:b": {} }, "f:c": {}, "f:e": {}, "f:f": {} } },
    ],
  ])("%s", (_what, stated, set) => {
    expect(recorded(stated)).toEqual(set);
  });

  test.each<[what: string, container: JsonObject, set: JsonObject]>([
    [
      "null",
      { command: null, resources: null, ports: null },
      { "f:command": {}, "f:resources": {}, "f:ports": {} },
    ],
    [
      "an empty struct",
      { resources: {}, securityContext: {} },
      { "f:resources": {}, "f:securityContext": {} },
    ],
    ["an empty atomic list", { command: [] }, { "f:command": {} }],
    ["but no empty list of items", { ports: [], env: [] }, {}],
    ["an empty map", { resources: { limits: {} } }, { "f:resources": { "f:limits": {} } }],
    [
      "null as a map's value",
      { resources: { limits: { cpu: null } } },
      { "f:resources": { "f:limits": { "f:cpu": {} } } },
    ],
    ["zeros", { stdin: false, workingDir: "" }, { "f:stdin": {}, "f:workingDir": {} }],
    [
      "an item that is only itself",
      { volumeDevices: [{ devicePath: "/d" }] },
      { "f:volumeDevices": { 'k:{"devicePath":"/d"}': { ".": {}, "f:devicePath": {} } } },
    ],
  ])("%s is recorded", (_what, container, set) => {
    expect(inContainer(container)).toEqual(set);
  });
});
