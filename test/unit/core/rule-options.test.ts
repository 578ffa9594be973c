import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import {
  configMap,
  custom,
  decideOn,
  deployment,
  explainOn,
  gateFor,
  object,
  rows,
  type Settings,
  service,
  stored,
} from "./helper.js";

const exact = (settings: Settings): Settings => ({ strategy: "exact", ...settings });
const web = "spec.template.spec.containers[name=web]";
const containers = (...list: JsonObject[]): JsonObject =>
  deployment({ template: { spec: { containers: list } } });

describe("ignore", () => {
  const replicas = exact({ ignore: [{ path: "spec.replicas", why: "an autoscaler's" }] });
  rows([
    {
      name: "a value",
      desired: deployment({ replicas: 1 }),
      live: stored(deployment({ replicas: 7 })),
      rule: replicas,
      is: "skip",
      passed: ["spec.replicas ignored"],
    },
    {
      name: "what live alone has",
      desired: deployment(),
      live: stored(deployment({ replicas: 7 })),
      rule: replicas,
      is: "skip",
    },
    {
      name: "what desired alone has",
      desired: deployment({ replicas: 7 }),
      live: stored(deployment()),
      rule: replicas,
      is: "skip",
    },
    {
      name: "a map's key",
      desired: configMap({ data: { a: "1", b: "1" } }),
      live: stored(configMap({ data: { a: "1", b: "2" } })),
      rule: exact({ ignore: ["data.b"] }),
      is: "skip",
    },
    {
      name: "a map's key that is no plain word",
      desired: configMap({ data: { "a.b": "1" } }),
      live: stored(configMap({ data: { "a.b": "2" } })),
      rule: exact({ ignore: ["data[a.b]"] }),
      is: "skip",
    },
    {
      name: "a map's keys by prefix",
      desired: configMap({ data: { a: "1" } }),
      live: stored(configMap({ data: { a: "1", "x-1": "1", "x-2": "2" } })),
      rule: exact({ ignore: ["data[x-*]"] }),
      is: "skip",
    },
    {
      name: "every item's field",
      desired: containers({ name: "a", image: "a:1" }, { name: "b", image: "b:1" }),
      live: stored(containers({ name: "a", image: "a:2" }, { name: "b", image: "b:2" })),
      rule: exact({ ignore: ["spec.template.spec.containers[*].image"] }),
      is: "skip",
    },
    {
      name: "one item's field",
      desired: containers({ name: "a", image: "a:1" }, { name: "b", image: "b:1" }),
      live: stored(containers({ name: "a", image: "a:2" }, { name: "b", image: "b:2" })),
      rule: exact({ ignore: ["spec.template.spec.containers[name=a].image"] }),
      is: "write",
      changes: ["spec.template.spec.containers[name=b].image changed"],
      payload: {
        "/spec/template/spec/containers/0/image": "a:2",
        "/spec/template/spec/containers/1/image": "b:1",
      },
    },
    {
      name: "a foreign item",
      desired: containers({ name: "a", image: "a:1" }),
      live: stored(containers({ name: "proxy", image: "p:1" }, { name: "a", image: "a:1" })),
      rule: exact({ ignore: ["spec.template.spec.containers[name=proxy]"] }),
      is: "skip",
      passed: ["spec.template.spec.containers[name=proxy] ignored"],
    },
    {
      name: "a foreign item stays where it stands",
      desired: containers({ name: "a", image: "a:2" }),
      live: stored(containers({ name: "proxy", image: "p:1" }, { name: "a", image: "a:1" })),
      rule: exact({ ignore: ["spec.template.spec.containers[name=proxy]"] }),
      is: "write",
      payload: {
        "/spec/template/spec/containers/0/name": "proxy",
        "/spec/template/spec/containers/1/image": "a:2",
      },
    },
    {
      name: "an item that desired states is ignored as well",
      desired: containers({ name: "a", image: "a:1" }, { name: "proxy", image: "p:2" }),
      live: stored(containers({ name: "a", image: "a:1" })),
      rule: exact({ ignore: ["spec.template.spec.containers[name=proxy]"] }),
      is: "skip",
    },
    {
      name: "what is below a struct that goes stays",
      desired: custom({}),
      live: stored(custom({ a: { b: 1, c: 2 } })),
      rule: exact({ ignore: ["spec.a.b"] }),
      is: "write",
      payload: { "/spec/a": { b: 1 } },
    },
    {
      name: "in an untyped list",
      desired: custom({ list: [{ id: "1", v: 1 }] }),
      live: stored(custom({ list: [{ id: "1", v: 2 }] })),
      rule: exact({ ignore: ["spec.list[*].v"] }),
      is: "skip",
    },
    {
      name: "a whole top-level field",
      desired: configMap({ data: { a: "1" } }),
      live: stored(configMap({ data: { a: "2" } })),
      rule: exact({ ignore: ["data"] }),
      is: "skip",
    },
    {
      name: "a service's node ports, by item",
      desired: service({ type: "NodePort", ports: [{ name: "http", port: 80, nodePort: 30001 }] }),
      live: stored(
        service({
          type: "NodePort",
          externalTrafficPolicy: "Cluster",
          ports: [{ name: "http", port: 80, protocol: "TCP", targetPort: 80, nodePort: 30002 }],
        }),
      ),
      rule: exact({ ignore: ["spec.ports[name=http].nodePort"] }),
      is: "skip",
    },
    {
      name: "wins over once, absent and fields",
      desired: custom({ a: 1 }),
      live: stored(custom({ a: 2 })),
      rule: exact({ fields: ["spec.a"], once: ["spec.a"], absent: ["spec.a"], ignore: ["spec.a"] }),
      is: "skip",
    },
  ]);

  test("the reason is given in an explanation", () => {
    const desired = deployment({ replicas: 1 });
    const { passed } = explainOn(gateFor(desired, replicas), desired, stored(deployment({ replicas: 7 })));
    expect(passed.find(({ path }) => path === "spec.replicas")?.by).toEqual({
      code: "ignored",
      why: "an autoscaler's",
    });
  });
});

describe("what is ignored is as live has it, for its neighbours too", () => {
  const image = exact({ ignore: ["spec.template.spec.containers[*].image"] });
  const subjects = (...list: JsonObject[]): JsonObject =>
    object("rbac.authorization.k8s.io/v1", "RoleBinding", { subjects: list });
  const policy = "rbac.authorization.k8s.io";
  rows([
    {
      name: "a pull policy follows live's image",
      desired: deployment({}, {}, { image: "demo:latest" }),
      live: stored(deployment({}, {}, { image: "demo:1.2", imagePullPolicy: "IfNotPresent" })),
      rule: image,
      is: "skip",
    },
    {
      name: "a pull policy that differs from it is reset",
      desired: deployment({}, {}, { image: "demo:latest" }),
      live: stored(deployment({}, {}, { image: "demo:1.2", imagePullPolicy: "Always" })),
      rule: image,
      is: "write",
      payload: { "/spec/template/spec/containers/0/image": "demo:1.2" },
    },
    {
      name: "a default follows what was stated once",
      desired: subjects({ name: "a" }),
      live: stored(subjects({ name: "a", kind: "Group", apiGroup: policy })),
      rule: exact({ once: ["subjects[*].kind"] }),
      is: "skip",
    },
    {
      name: "a map that live lacks is not made for it",
      desired: configMap({ data: { a: "1" } }),
      live: stored(configMap({})),
      rule: exact({ ignore: ["data.a"] }),
      is: "skip",
    },
    {
      name: "a map that live lacks is made without it",
      desired: configMap({ data: { a: "1", b: "2" } }),
      live: stored(configMap({})),
      rule: exact({ ignore: ["data.a"] }),
      is: "write",
      payload: { "/data": { b: "2" } },
    },
    {
      name: "an untyped object that live lacks is not made for it",
      desired: custom({ a: { b: 1 } }),
      live: stored(custom({})),
      rule: exact({ ignore: ["spec.a.b"] }),
      is: "skip",
    },
    {
      name: "a struct that live lacks is not made for it",
      desired: deployment({}, { affinity: { podAffinity: {} } }),
      live: stored(deployment()),
      rule: exact({ ignore: ["spec.template.spec.affinity.podAffinity"] }),
      is: "skip",
    },
  ]);
});

describe("every item and one item, together", () => {
  const at = "spec.template.spec.containers";
  const named = (more: JsonObject): JsonObject => containers({ name: "a", image: "a:1", ...more });
  rows([
    {
      name: "fields of each, an ignore in one: the rest is not ours",
      desired: named({}),
      live: stored(named({ securityContext: { runAsUser: 1 }, command: ["x"] })),
      rule: exact({ fields: [`${at}[*].image`], ignore: [`${at}[name=a].securityContext.runAsGroup`] }),
      is: "skip",
    },
    {
      name: "fields of each and of one: an empty list is absent",
      desired: named({ args: [] }),
      live: stored(named({})),
      rule: exact({ fields: [`${at}[*].image`, `${at}[name=a].args`] }),
      is: "skip",
    },
    {
      name: "fields of each and of one: both are looked at",
      desired: named({ args: ["x"], image: "a:2" }),
      live: stored(named({ command: ["y"] })),
      rule: exact({ fields: [`${at}[*].image`, `${at}[name=a].args`] }),
      is: "write",
      payload: {
        "/spec/template/spec/containers/0": { name: "a", image: "a:2", args: ["x"], command: ["y"] },
      },
    },
    {
      name: "an ignore in each and one in one",
      desired: named({ command: ["z"] }),
      live: stored(named({ image: "a:2", command: ["y"] })),
      rule: exact({ ignore: [`${at}[*].image`, `${at}[name=a].command`] }),
      is: "skip",
    },
    {
      name: "a key stated as its zero pairs in a list that is ours in part",
      desired: service({ ports: [{ port: 80, protocol: "" }] }),
      live: stored(service({ ports: [{ port: 80, protocol: "TCP", targetPort: 80 }] })),
      rule: exact({
        fields: ["spec.ports[*].appProtocol"],
        lists: [{ path: "spec.ports", keys: ["port", "protocol"] }],
      }),
      is: "skip",
    },
  ]);
});

describe("absent", () => {
  const old = exact({ absent: ["data.old", "metadata.annotations[example.com/old]"] });
  rows([
    {
      name: "live has it",
      desired: configMap({ data: { a: "1" } }),
      live: stored(configMap({ data: { a: "1", old: "1" } })),
      rule: old,
      is: "write",
      changes: ["data.old must-be-absent"],
      payload: { "/data": { a: "1" } },
    },
    {
      name: "live lacks it",
      desired: configMap({ data: { a: "1" } }),
      live: stored(configMap({ data: { a: "1" } })),
      rule: old,
      is: "skip",
    },
    {
      name: "both have the same",
      desired: configMap({ data: { old: "1", a: "1" } }),
      live: stored(configMap({ data: { a: "1", old: "1" } })),
      rule: old,
      is: "write",
      payload: { "/data": { a: "1" } },
    },
    {
      name: "an annotation that is nobody's",
      desired: configMap({}),
      live: stored(configMap({}, { annotations: { "example.com/old": "1", b: "2" } })),
      rule: old,
      is: "write",
      changes: ["metadata.annotations[example.com/old] must-be-absent"],
      payload: { "/metadata/annotations": { b: "2" } },
    },
    {
      name: "under derivative",
      desired: configMap({ data: { a: "1" } }),
      live: stored(configMap({ data: { a: "1", old: "1" } })),
      rule: { ...old, strategy: "derivative" },
      is: "write",
    },
    {
      name: "at the top, where desired does not state it",
      desired: configMap({ data: { a: "1" } }),
      live: stored(configMap({ data: { a: "1" }, binaryData: { b: "YQ==" } })),
      rule: exact({ absent: ["binaryData"] }),
      is: "write",
      changes: ["binaryData must-be-absent"],
      payload: { "/binaryData": undefined },
    },
    {
      name: "an item of a list",
      desired: containers({ name: "a", image: "a:1" }),
      live: stored(containers({ name: "a", image: "a:1" }, { name: "old", image: "o:1" })),
      rule: exact({ absent: ["spec.template.spec.containers[name=old]"] }),
      is: "write",
      changes: ["spec.template.spec.containers[name=old] must-be-absent"],
    },
    {
      name: "keys by prefix",
      desired: configMap({}),
      live: stored(
        configMap({}, { annotations: { "old.example.com/a": "1", "old.example.com/b": "2", c: "3" } }),
      ),
      rule: exact({ absent: ["metadata.annotations[old.example.com/*]"] }),
      is: "write",
      payload: { "/metadata/annotations": { c: "3" } },
    },
    {
      name: "below an untyped struct that desired leaves out whole",
      desired: object("example.com/v1", "Widget", { other: 1 }),
      live: stored(object("example.com/v1", "Widget", { other: 1, spec: { old: 1, b: 2 } })),
      rule: exact({ fields: ["other", "spec.old"], absent: ["spec.old"] }),
      is: "write",
      payload: { "/spec": { b: 2 } },
    },
  ]);
});

describe("once", () => {
  const rule = exact({ once: ["spec.replicas", "spec.template.spec.containers[*].resources"] });
  rows([
    {
      name: "live lacks it",
      desired: deployment({ replicas: 3 }),
      live: stored(deployment()),
      rule,
      is: "write",
      changes: ["spec.replicas added"],
      payload: { "/spec/replicas": 3 },
    },
    {
      name: "live has another value",
      desired: deployment({ replicas: 3 }),
      live: stored(deployment({ replicas: 5 })),
      rule,
      is: "skip",
      passed: ["spec.replicas once"],
    },
    {
      name: "live has it and desired does not",
      desired: deployment(),
      live: stored(deployment({ replicas: 5 })),
      rule,
      is: "skip",
    },
    {
      name: "live keeps its value in a payload",
      desired: deployment({ replicas: 3, minReadySeconds: 5 }),
      live: stored(deployment({ replicas: 5 })),
      rule,
      is: "write",
      payload: { "/spec/replicas": 5 },
    },
    {
      name: "a whole struct",
      desired: deployment({}, {}, { resources: { limits: { cpu: "1" } } }),
      live: stored(deployment({}, {}, { resources: { limits: { cpu: "2" }, requests: { cpu: "2" } } })),
      rule,
      is: "skip",
    },
    {
      name: "an empty struct is lacking",
      desired: deployment({}, {}, { resources: { limits: { cpu: "1" } } }),
      live: stored(deployment({}, {}, { resources: {} })),
      rule,
      is: "write",
    },
    {
      name: "on create",
      desired: deployment({ replicas: 3 }),
      live: undefined,
      rule,
      is: "create",
      payload: { "/spec/replicas": 3 },
    },
  ]);
});

describe("atLeast", () => {
  const claim = (storage: string): JsonObject =>
    object("v1", "PersistentVolumeClaim", {
      spec: { resources: { requests: { storage } } },
      status: { phase: "Bound" },
    });
  const rule = exact({ atLeast: ["spec.resources.requests.storage"] });
  rows([
    {
      name: "live is more",
      desired: claim("1Gi"),
      live: stored(claim("2Gi")),
      rule,
      is: "skip",
      passed: ["spec.resources.requests.storage at-least"],
    },
    { name: "live is less", desired: claim("2Gi"), live: stored(claim("1Gi")), rule, is: "write" },
    { name: "the same", desired: claim("1024Mi"), live: stored(claim("1Gi")), rule, is: "skip" },
    {
      name: "a plain number of a custom object",
      desired: custom({ size: 2 }),
      live: stored(custom({ size: 3 })),
      rule: exact({ atLeast: ["spec.size"] }),
      is: "skip",
    },
    {
      name: "no quantities",
      desired: custom({ size: "b" }),
      live: stored(custom({ size: "c" })),
      rule: exact({ atLeast: ["spec.size"] }),
      is: "write",
    },
    {
      name: "desired lacks it",
      desired: custom({}),
      live: stored(custom({ size: 3 })),
      rule: exact({ atLeast: ["spec.size"] }),
      is: "write",
    },
  ]);
});

describe("lists", () => {
  const env = (...pairs: [string, string][]): JsonObject =>
    deployment({}, {}, { env: pairs.map(([name, value]) => ({ name, value })) });
  const path = "spec.template.spec.containers[*].env";
  const byName = exact({ lists: [{ path, keys: ["name"] }] });
  const keep = exact({ lists: [{ path, keys: ["name"], foreign: "keep" }] });
  const at = `${web}.env`;
  const metrics = (...names: string[]): JsonObject =>
    custom({ metrics: names.map((name) => ({ name, v: 1 })) });
  const set = exact({ lists: [{ path: "spec.tags", set: true }] });
  rows([
    {
      name: "keep: others' items stay, where the list itself is all that is ours",
      desired: env(["A", "1"]),
      live: stored(env(["B", "3"], ["A", "1"])),
      rule: exact({ fields: [path], lists: [{ path, keys: ["name"], foreign: "keep" }] }),
      is: "skip",
      passed: [`${at}[name=B] foreign`],
    },
    {
      name: "keys: others' items go, where the list itself is all that is ours",
      desired: env(["A", "1"]),
      live: stored(env(["B", "3"], ["A", "1"])),
      rule: exact({ fields: [path], lists: [{ path, keys: ["name"] }] }),
      is: "write",
      changes: [`${at}[name=B] removed`],
    },
    {
      name: "keys: another order is no reason",
      desired: env(["A", "1"], ["B", "2"]),
      live: stored(env(["B", "2"], ["A", "1"])),
      rule: byName,
      is: "skip",
      passed: [`${at} set-order`],
    },
    {
      name: "keys: another value",
      desired: env(["A", "1"], ["B", "2"]),
      live: stored(env(["B", "3"], ["A", "1"])),
      rule: byName,
      is: "write",
      changes: [`${at}[name=B].value changed`],
      payload: {
        "/spec/template/spec/containers/0/env": [
          { name: "B", value: "2" },
          { name: "A", value: "1" },
        ],
      },
    },
    {
      name: "keys: a new item goes last",
      desired: env(["C", "3"], ["A", "1"]),
      live: stored(env(["A", "1"])),
      rule: byName,
      is: "write",
      payload: {
        "/spec/template/spec/containers/0/env": [
          { name: "A", value: "1" },
          { name: "C", value: "3" },
        ],
      },
    },
    {
      name: "keys: a foreign item goes",
      desired: env(["A", "1"]),
      live: stored(env(["A", "1"], ["B", "2"])),
      rule: byName,
      is: "write",
      changes: [`${at}[name=B] removed`],
    },
    {
      name: "keys: a foreign item is kept",
      desired: env(["A", "1"]),
      live: stored(env(["B", "2"], ["A", "1"])),
      rule: keep,
      is: "skip",
      passed: [`${at}[name=B] foreign`],
    },
    {
      name: "keys: a foreign item that the server does not take beside ours goes",
      desired: service({ ports: [{ name: "http", port: 80 }] }),
      live: stored(
        service({
          ports: [
            { name: "http", port: 8080 },
            { name: "dns", port: 53 },
          ],
        }),
      ),
      rule: exact({ lists: [{ path: "spec.ports", keys: ["port"], foreign: "keep" }] }),
      is: "write",
      payload: {
        "/spec/ports": [
          { name: "dns", port: 53 },
          { name: "http", port: 80 },
        ],
      },
    },
    {
      name: "keys: a kept item stays in the payload",
      desired: env(["A", "2"]),
      live: stored(env(["B", "2"], ["A", "1"])),
      rule: keep,
      is: "write",
      payload: {
        "/spec/template/spec/containers/0/env": [
          { name: "B", value: "2" },
          { name: "A", value: "2" },
        ],
      },
    },
    {
      name: "keys: kept where desired states no list at all",
      desired: deployment(),
      live: stored(env(["B", "2"])),
      rule: keep,
      is: "skip",
    },
    {
      name: "keys: in an untyped list",
      desired: metrics("a", "b"),
      live: stored(metrics("b", "a")),
      rule: exact({ lists: [{ path: "spec.metrics", keys: ["name"] }] }),
      is: "skip",
    },
    {
      name: "keys: an untyped list that is ours whole",
      desired: metrics("a"),
      live: stored(metrics("b", "a")),
      rule: exact({ lists: [{ path: "spec.metrics", keys: ["name"] }] }),
      is: "write",
      changes: ["spec.metrics[name=b] removed"],
    },
    {
      name: "keys: with the default of a key",
      desired: service({ ports: [{ port: 81 }, { port: 80 }] }),
      live: stored(
        service({
          ports: [
            { port: 80, protocol: "TCP", targetPort: 80 },
            { port: 81, protocol: "TCP", targetPort: 81 },
          ],
        }),
      ),
      rule: exact({ lists: [{ path: "spec.ports", keys: ["port", "protocol"] }] }),
      is: "skip",
    },
    {
      name: "keys: with a key stated as its zero",
      desired: service({ ports: [{ port: 80, protocol: "" }] }),
      live: stored(service({ ports: [{ port: 80, protocol: "TCP", targetPort: 80 }] })),
      rule: exact({ lists: [{ path: "spec.ports", keys: ["port", "protocol"] }] }),
      is: "skip",
    },
    {
      name: "keys: all of them tell two items apart",
      desired: service({
        ports: [
          { port: 53, protocol: "UDP", name: "u" },
          { port: 53, protocol: "TCP", name: "t" },
        ],
      }),
      live: stored(
        service({
          ports: [
            { port: 53, protocol: "TCP", name: "t", targetPort: 53 },
            { port: 53, protocol: "UDP", name: "u", targetPort: 53 },
          ],
        }),
      ),
      rule: exact({ lists: [{ path: "spec.ports", keys: ["port", "protocol"] }] }),
      is: "skip",
    },
    {
      name: "set: another order is no reason",
      desired: custom({ tags: ["a", "b"] }),
      live: stored(custom({ tags: ["b", "a"] })),
      rule: set,
      is: "skip",
    },
    {
      name: "set: an item goes",
      desired: custom({ tags: ["a"] }),
      live: stored(custom({ tags: ["b", "a"] })),
      rule: set,
      is: "write",
      changes: ["spec.tags[0] removed"],
      payload: { "/spec/tags": ["a"] },
    },
    {
      name: "set: an item comes",
      desired: custom({ tags: ["c", "a"] }),
      live: stored(custom({ tags: ["b", "a"] })),
      rule: exact({ lists: [{ path: "spec.tags", set: true, foreign: "keep" }] }),
      is: "write",
      payload: { "/spec/tags": ["b", "a", "c"] },
    },
    {
      name: "set: twice the same is not once",
      desired: custom({ tags: ["a", "a"] }),
      live: stored(custom({ tags: ["a"] })),
      rule: set,
      is: "write",
    },
    {
      name: "set: of objects",
      desired: custom({ tags: [{ a: 1 }, { b: 2 }] }),
      live: stored(custom({ tags: [{ b: 2 }, { a: 1 }] })),
      rule: set,
      is: "skip",
    },
    {
      name: "set: args of a container",
      desired: deployment({}, {}, { args: ["a", "b"] }),
      live: stored(deployment({}, {}, { args: ["b", "a"] })),
      rule: exact({ lists: [{ path: "spec.template.spec.containers[*].args", set: true }] }),
      is: "skip",
    },
  ]);
});

describe("fields own a part", () => {
  const rule = (...fields: NonNullable<Settings["fields"]>): Settings => exact({ fields });
  rows([
    {
      name: "replicas only: the rest is not looked at",
      desired: deployment({ replicas: 3 }, {}, { image: "demo:2.0" }),
      live: stored(deployment({ replicas: 3 })),
      rule: rule("spec.replicas"),
      is: "skip",
    },
    {
      name: "replicas only: the rest is live's",
      desired: deployment({ replicas: 3 }, {}, { image: "demo:2.0" }),
      live: stored(deployment({ replicas: 1 }, { priorityClassName: "high" })),
      rule: rule("spec.replicas"),
      is: "write",
      changes: ["spec.replicas changed"],
      payload: {
        "/spec/replicas": 3,
        "/spec/template/spec/containers/0/image": "demo:1.0",
        "/spec/template/spec/priorityClassName": "high",
      },
    },
    {
      name: "replicas only: no longer stated",
      desired: deployment(),
      live: stored(deployment({ replicas: 3 })),
      rule: rule("spec.replicas"),
      is: "write",
      changes: ["spec.replicas reset-to-default"],
    },
    {
      name: "images only",
      desired: containers({ name: "a", image: "a:2", command: ["x"] }),
      live: stored(containers({ name: "proxy", image: "p:1" }, { name: "a", image: "a:1", command: ["y"] })),
      rule: rule("spec.template.spec.containers[*].image"),
      is: "write",
      changes: ["spec.template.spec.containers[name=a].image changed"],
      payload: {
        "/spec/template/spec/containers/0/name": "proxy",
        "/spec/template/spec/containers/1/image": "a:2",
        "/spec/template/spec/containers/1/command": ["y"],
      },
    },
    {
      name: "images only: the same",
      desired: containers({ name: "a", image: "a:1", command: ["x"] }),
      live: stored(containers({ name: "proxy", image: "p:1" }, { name: "a", image: "a:1" })),
      rule: rule("spec.template.spec.containers[*].image"),
      is: "skip",
    },
    {
      name: "one item's field",
      desired: containers({ name: "a", image: "a:2" }, { name: "b", image: "b:2" }),
      live: stored(containers({ name: "a", image: "a:1" }, { name: "b", image: "b:1" })),
      rule: rule("spec.template.spec.containers[name=a].image"),
      is: "write",
      changes: ["spec.template.spec.containers[name=a].image changed"],
      payload: { "/spec/template/spec/containers/1/image": "b:1" },
    },
    {
      name: "a map's key",
      desired: configMap({ data: { a: "2", b: "2" } }),
      live: stored(configMap({ data: { a: "1", b: "1", c: "1" } })),
      rule: rule("data.a"),
      is: "write",
      changes: ["data.a changed"],
      payload: { "/data": { a: "2", b: "1", c: "1" } },
    },
    {
      name: "a map's key that goes",
      desired: configMap({ data: { b: "2" } }),
      live: stored(configMap({ data: { a: "1", b: "1" } })),
      rule: rule("data.a"),
      is: "write",
      changes: ["data.a removed"],
      payload: { "/data": { b: "1" } },
    },
    {
      name: "a map's key that goes with the map",
      desired: configMap({}),
      live: stored(configMap({ data: { a: "1", b: "1" } })),
      rule: rule("data.a"),
      is: "write",
      payload: { "/data": { b: "1" } },
    },
    {
      name: "a map's keys by prefix",
      desired: configMap({ data: { "x-a": "1" } }),
      live: stored(configMap({ data: { "x-a": "1", "x-b": "1", c: "1" } })),
      rule: rule("data[x-*]"),
      is: "write",
      changes: ["data.x-b removed"],
      payload: { "/data": { "x-a": "1", c: "1" } },
    },
    {
      name: "labels whole: a foreign one goes",
      desired: configMap({}, { labels: { a: "1" } }),
      live: stored(configMap({}, { labels: { a: "1", b: "2" } })),
      rule: rule("data", "metadata.labels"),
      is: "write",
      changes: ["metadata.labels.b removed"],
      payload: { "/metadata/labels": { a: "1" } },
    },
    {
      name: "one label: the others are still wanted",
      desired: configMap({}, { labels: { a: "1", b: "1" } }),
      live: stored(configMap({}, { labels: { a: "1", b: "2" } })),
      rule: rule("data", "metadata.labels.a"),
      is: "write",
    },
    {
      name: "one label that goes",
      desired: configMap({}),
      live: stored(configMap({}, { labels: { a: "1", b: "2" } })),
      rule: rule("data", "metadata.labels.a"),
      is: "write",
      changes: ["metadata.labels.a removed"],
      payload: { "/metadata/labels": { b: "2" } },
    },
    {
      name: "in an untyped object",
      desired: custom({ a: 2, b: 2 }),
      live: stored(custom({ a: 1, b: 1 })),
      rule: rule("spec.a"),
      is: "write",
      changes: ["spec.a changed"],
      payload: { "/spec": { a: 2, b: 1 } },
    },
    {
      name: "where live has no such struct",
      desired: custom({ a: { b: 1, c: 1 } }),
      live: stored(object("example.com/v1", "Widget", {})),
      rule: rule("spec.a.b"),
      is: "write",
      payload: { "/spec": { a: { b: 1 } } },
    },
    {
      name: "selector and ports of a Service",
      desired: service({ selector: { a: "1" }, ports: [{ port: 80 }], sessionAffinity: "ClientIP" }),
      live: stored(
        service({
          selector: { a: "1" },
          ports: [{ port: 80, protocol: "TCP", targetPort: 80 }],
          sessionAffinity: "None",
        }),
      ),
      rule: rule("spec.selector", "spec.ports"),
      is: "skip",
    },
  ]);
});

describe("when", () => {
  const injected = { "example.com/inject-ca": "true" };
  const hook = (caBundle: string, annotations: JsonObject = {}): JsonObject =>
    object("example.com/v1", "Widget", { spec: { caBundle } }, { annotations });
  const path = "metadata.annotations[example.com/inject-ca]";
  const ignore = ["spec.caBundle"];
  rows([
    {
      name: "desired equals",
      desired: hook("a", injected),
      live: stored(hook("b", injected)),
      rule: exact({ when: [{ if: { on: "desired", path, equals: "true" }, ignore }] }),
      is: "skip",
    },
    {
      name: "desired does not equal",
      desired: hook("a", { "example.com/inject-ca": "false" }),
      live: stored(hook("b", injected)),
      rule: exact({ when: [{ if: { on: "desired", path, equals: "true" }, ignore }] }),
      is: "write",
    },
    {
      name: "live exists",
      desired: hook("a"),
      live: stored(hook("b", injected)),
      rule: exact({ when: [{ if: { on: "live", path, exists: true }, ignore }] }),
      is: "skip",
    },
    {
      name: "live exists, unsaid",
      desired: hook("a"),
      live: stored(hook("b", injected)),
      rule: exact({ when: [{ if: { on: "live", path }, ignore }] }),
      is: "skip",
    },
    {
      name: "live does not exist",
      desired: hook("a"),
      live: stored(hook("b")),
      rule: exact({ when: [{ if: { on: "live", path, exists: true }, ignore }] }),
      is: "write",
    },
    {
      name: "exists false",
      desired: hook("a"),
      live: stored(hook("b")),
      rule: exact({ when: [{ if: { on: "live", path, exists: false }, ignore }] }),
      is: "skip",
    },
    {
      name: "equals null finds a null",
      desired: custom({ a: null, b: 1 }),
      live: stored(custom({ a: null, b: 2 })),
      rule: exact({ when: [{ if: { on: "live", path: "spec.a", equals: null }, ignore: ["spec.b"] }] }),
      is: "skip",
    },
    {
      name: "equals a number",
      desired: custom({ a: 1, b: 1 }),
      live: stored(custom({ a: 1, b: 2 })),
      rule: exact({ when: [{ if: { on: "desired", path: "spec.a", equals: 1 }, ignore: ["spec.b"] }] }),
      is: "skip",
    },
    {
      name: "a strategy",
      desired: custom({ a: 1 }),
      live: stored(custom({ a: 1, b: 2 })),
      rule: exact({ when: [{ if: { on: "desired", path: "spec.a" }, strategy: "derivative" }] }),
      is: "skip",
    },
    {
      name: "the later one wins",
      desired: custom({ a: 1 }),
      live: stored(custom({ a: 1, b: 2 })),
      rule: exact({
        when: [
          { if: { on: "desired", path: "spec.a" }, strategy: "derivative" },
          { if: { on: "live", path: "spec.b" }, strategy: "exact" },
        ],
      }),
      is: "write",
    },
    {
      name: "fields",
      desired: custom({ a: 1, b: 1 }),
      live: stored(custom({ a: 1, b: 2 })),
      rule: exact({ when: [{ if: { on: "desired", path: "spec.a" }, fields: ["spec.a"] }] }),
      is: "skip",
    },
    {
      name: "any item of a list",
      desired: custom({ list: [{ n: 1 }, { n: 2 }], b: 1 }),
      live: stored(custom({ list: [{ n: 1 }, { n: 2 }], b: 2 })),
      rule: exact({
        when: [{ if: { on: "desired", path: "spec.list[*].n", equals: 2 }, ignore: ["spec.b"] }],
      }),
      is: "skip",
    },
  ]);
});

describe("overrides", () => {
  const named = (name: string, replicas: number, more: JsonObject = {}): JsonObject => {
    const of = deployment({ replicas });
    return { ...of, metadata: { name, namespace: "default", ...more } };
  };
  const scaled = (match: NonNullable<Settings["overrides"]>[number]["match"]): Settings =>
    exact({ overrides: [{ match, ignore: ["spec.replicas"] }] });
  const pair = (name: string, more: JsonObject = {}) => ({
    desired: named(name, 1, more),
    live: stored(named(name, 5, more)),
  });
  rows([
    { name: "by name", ...pair("web"), rule: scaled({ name: "web" }), is: "skip" },
    { name: "another name", ...pair("api"), rule: scaled({ name: "web" }), is: "write" },
    { name: "a glob at the end", ...pair("web-1"), rule: scaled({ name: "web-*" }), is: "skip" },
    { name: "a glob in the middle", ...pair("web-1-a"), rule: scaled({ name: "web-*-a" }), is: "skip" },
    { name: "a glob with another end", ...pair("web-1-b"), rule: scaled({ name: "web-*-a" }), is: "write" },
    { name: "two globs", ...pair("a-web-1"), rule: scaled({ name: "*web*" }), is: "skip" },
    { name: "a glob that overlaps itself", ...pair("aba"), rule: scaled({ name: "ab*ba" }), is: "write" },
    { name: "a glob for any text, also none", ...pair("web"), rule: scaled({ name: "web*" }), is: "skip" },
    { name: "a dot is a dot", ...pair("webx1"), rule: scaled({ name: "web.1" }), is: "write" },
    { name: "by namespace", ...pair("web"), rule: scaled({ namespace: "def*" }), is: "skip" },
    { name: "by another namespace", ...pair("web"), rule: scaled({ namespace: "kube-*" }), is: "write" },
    {
      name: "by label",
      ...pair("web", { labels: { tier: "front" } }),
      rule: scaled({ labels: { tier: "f*" } }),
      is: "skip",
    },
    {
      name: "by a label that is missing",
      ...pair("web"),
      rule: scaled({ labels: { tier: "*" } }),
      is: "write",
    },
    {
      name: "all must match",
      ...pair("web"),
      rule: scaled({ name: "web", namespace: "other" }),
      is: "write",
    },
    {
      name: "later wins",
      ...pair("web"),
      rule: exact({
        overrides: [
          { match: { name: "web" }, strategy: "derivative", fields: ["spec.paused"] },
          { match: { name: "w*" }, fields: ["spec.replicas"] },
        ],
      }),
      is: "write",
    },
    {
      name: "lists append",
      desired: named("web", 1),
      live: stored({
        ...named("web", 5),
        spec: { ...(deployment({ replicas: 5, paused: true }).spec as JsonObject) },
      }),
      rule: exact({
        ignore: ["spec.paused"],
        overrides: [{ match: { name: "web" }, ignore: ["spec.replicas"] }],
      }),
      is: "skip",
    },
    {
      name: "an override's own conditions",
      ...pair("web"),
      rule: exact({
        overrides: [
          {
            match: { name: "web" },
            when: [{ if: { on: "live", path: "spec.replicas", equals: 5 }, ignore: ["spec.replicas"] }],
          },
        ],
      }),
      is: "skip",
    },
    {
      name: "which hold for its objects only",
      ...pair("api"),
      rule: exact({
        overrides: [
          {
            match: { name: "web" },
            when: [{ if: { on: "live", path: "spec.replicas", equals: 5 }, ignore: ["spec.replicas"] }],
          },
        ],
      }),
      is: "write",
    },
  ]);

  test("one gate decides by the right one each time", () => {
    const gate = gateFor(deployment(), scaled({ name: "web" }));
    const verdicts = ["web", "api", "web", "api"].map(
      (name) => decideOn(gate, named(name, 1), stored(named(name, 5))).verdict,
    );
    expect(verdicts).toEqual(["skip", "write", "skip", "write"]);
  });
});
