// Server-side apply: what our entry in managedFields records, and what desired states. Each value is as
// test/cluster/semantics found it.
import { describe } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import {
  configMap,
  custom,
  DERIVATIVE,
  deployment,
  object,
  type Row,
  rows,
  secret,
  service,
  stored,
} from "./helper.js";
import { appliedBy, managed, updatedBy } from "./managed.js";

const ME = "me";
const mine = (stated: JsonObject): JsonObject => appliedBy(ME, stated);
const theirs = (stated: JsonObject): JsonObject => appliedBy("other", stated);
const edited = (stated: JsonObject): JsonObject => updatedBy("other", stated);

/** A row in apply mode. */
const row = (claim: Row): Row => ({ ...claim, gate: { mode: "apply", fieldManager: ME, ...claim.gate } });
const applied = (table: readonly Row[]): void => rows(table.map(row));

const tolerant = deployment({}, { tolerations: [{ key: "a", operator: "Exists" }] });

const env = (...names: string[]): JsonObject =>
  deployment({}, {}, { env: names.map((name) => ({ name, value: "1" })) });

/** A definition with a status subresource, in a list that is taken whole. */
const definition = (status: JsonObject): JsonObject => ({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "widgets.example.com" },
  spec: {
    group: "example.com",
    names: { kind: "Widget", listKind: "WidgetList", plural: "widgets", singular: "widget" },
    scope: "Namespaced",
    versions: [{ name: "v1", served: true, storage: true, subresources: { status } }],
    conversion: { strategy: "None" },
  },
});

describe("nothing, stated where a rule keeps live's value", () => {
  applied(
    [
      {
        name: "no items of an atomic list in which something is incidental",
        pod: { tolerations: [] },
        rule: { incidental: [{ path: "spec.template.spec.tolerations[*].tolerationSeconds" }] },
      },
      {
        name: "no items of an atomic list that a rule gives keys",
        pod: { tolerations: [] },
        rule: { lists: [{ path: "spec.template.spec.tolerations", keys: ["key"] }] },
      },
      {
        name: "nothing of an atomic map of which a rule ignores a key",
        pod: { nodeSelector: {} },
        rule: { ignore: ["spec.template.spec.nodeSelector[example.com/pool]"] },
      },
    ].map(({ name, pod, rule }): Row => {
      const desired = deployment({}, pod);
      return {
        name: `${name} is stated`,
        desired,
        live: managed(deployment(), mine(deployment())),
        rule: { strategy: "exact", ...rule },
        is: "write",
        reason: "not-owned",
        changes: [],
        payload: Object.fromEntries(
          Object.entries(pod).map(([key, value]) => [`/spec/template/spec/${key}`, value]),
        ),
      };
    }),
  );
});

describe("our entry", () => {
  const stated = configMap({ data: { a: "1" } });
  applied([
    {
      name: "records all that desired states",
      desired: stated,
      live: managed(stated, mine(stated)),
      is: "skip",
    },
    {
      name: "is no update under our name",
      desired: stated,
      live: managed(stated, updatedBy(ME, stated)),
      is: "write",
      reason: "not-owned",
      changes: [],
    },
    {
      name: "is no apply to a subresource",
      desired: stated,
      live: managed(stated, appliedBy(ME, stated, { subresource: "status" })),
      is: "write",
      reason: "not-owned",
    },
    {
      name: "is no other manager's",
      desired: stated,
      live: managed(stated, theirs(stated)),
      is: "write",
      reason: "not-owned",
    },
    {
      name: "lacks one of the fields that desired states",
      desired: configMap({ data: { a: "1", b: "2" } }),
      live: managed(
        configMap({ data: { a: "1", b: "2" } }),
        mine(stated),
        edited(configMap({ data: { b: "2" } })),
      ),
      is: "write",
      reason: "not-owned",
      names: ["data.b"],
    },
    {
      name: "is not needed where nothing is stated",
      desired: configMap({}),
      live: managed(stated, theirs(stated)),
      is: "skip",
    },
    {
      name: "in another apiVersion cannot be read",
      desired: object("autoscaling/v2", "HorizontalPodAutoscaler", { spec: { maxReplicas: 5 } }),
      live: managed(
        object("autoscaling/v2", "HorizontalPodAutoscaler", { spec: { maxReplicas: 5 } }),
        appliedBy(ME, object("autoscaling/v1", "HorizontalPodAutoscaler", { spec: { maxReplicas: 5 } })),
      ),
      is: "write",
      reason: "owned-in-other-version",
      names: ["autoscaling/v1"],
    },
  ]);
});

describe("live without managedFields", () => {
  applied([
    {
      name: "equal",
      desired: configMap({ data: { a: "1" } }),
      live: stored(configMap({ data: { a: "1" } })),
      is: "skip",
      reason: "no-managed-fields",
    },
    {
      name: "another value",
      desired: configMap({ data: { a: "1" } }),
      live: stored(configMap({ data: { a: "2" } })),
      is: "write",
      payload: { "/data": { a: "1" } },
    },
    {
      name: "what desired no longer states may be ours",
      desired: configMap({ data: { a: "1" } }),
      live: stored(configMap({ data: { a: "1", b: "2" } })),
      is: "write",
      reason: "no-managed-fields",
    },
  ]);
});

describe("what goes and what stays", () => {
  const both = configMap({ data: { a: "1", b: "2" } });
  const one = configMap({ data: { a: "1" } });
  applied([
    {
      name: "a key of ours that is no longer stated",
      desired: one,
      live: managed(both, mine(both)),
      is: "write",
      changes: ["data.b removed"],
      payload: { "/data": { a: "1" } },
    },
    { name: "another manager's key", desired: one, live: managed(both, mine(one), edited(both)), is: "skip" },
    {
      name: "a key that another manager has applied too",
      desired: one,
      live: managed(both, mine(both), theirs(configMap({ data: { b: "2" } }))),
      is: "skip",
    },
    {
      name: "another manager's label and annotation",
      desired: configMap({}, { labels: { a: "1" } }),
      live: managed(
        configMap({}, { labels: { a: "1", b: "2" }, annotations: { c: "3" } }),
        mine(configMap({}, { labels: { a: "1" } })),
        edited(configMap({}, { labels: { b: "2" }, annotations: { c: "3" } })),
      ),
      is: "skip",
    },
    {
      name: "a label of ours that is no longer stated",
      desired: configMap({}, { labels: { a: "1" } }),
      live: managed(
        configMap({}, { labels: { a: "1", b: "2" } }),
        mine(configMap({}, { labels: { a: "1", b: "2" } })),
      ),
      is: "write",
      changes: ["metadata.labels.b removed"],
    },
    {
      name: "a value that another manager has changed",
      desired: one,
      live: managed(configMap({ data: { a: "9" } }), edited(configMap({ data: { a: "9" } }))),
      is: "write",
      changes: ["data.a changed"],
    },
    {
      name: "defaults and foreign fields of a Deployment",
      desired: deployment(),
      live: managed(
        deployment(
          { replicas: 5, paused: true },
          { nodeSelector: { disk: "ssd" } },
          { terminationMessagePath: "/x" },
        ),
        mine(deployment()),
      ),
      is: "skip",
    },
  ]);
});

const PROBE = { httpGet: { path: "/", port: 80 } };
const probed = (more: JsonObject): JsonObject => deployment({}, {}, { livenessProbe: { ...PROBE, ...more } });
describe("removal and refill", () => {
  applied([
    {
      name: "our field gives way to its default",
      desired: probed({}),
      live: managed(probed({ periodSeconds: 7 }), mine(probed({ periodSeconds: 7 }))),
      is: "write",
      changes: ["spec.template.spec.containers[name=web].livenessProbe.periodSeconds reset-to-default"],
    },
    {
      name: "our field has its default's value",
      desired: probed({}),
      live: managed(probed({ periodSeconds: 10 }), mine(probed({ periodSeconds: 10 }))),
      is: "skip",
    },
    {
      name: "a struct of ours goes with the server's defaults in it",
      desired: deployment(),
      live: managed(probed({ periodSeconds: 10, timeoutSeconds: 1 }), mine(probed({}))),
      is: "write",
      changes: ["spec.template.spec.containers[name=web].livenessProbe removed"],
    },
    {
      name: "a struct of ours leaves what another manager owns in it",
      desired: deployment(),
      live: managed(
        deployment({}, { securityContext: { runAsUser: 7, runAsGroup: 8 } }),
        mine(deployment({}, { securityContext: { runAsUser: 7 } })),
        edited(deployment({}, { securityContext: { runAsGroup: 8 } })),
      ),
      is: "write",
      changes: ["spec.template.spec.securityContext.runAsUser removed"],
    },
    {
      name: "an item that another manager has applied too leaves its keys",
      desired: deployment(),
      live: managed(
        deployment({}, { initContainers: [{ name: "i", image: "demo:1.0", command: ["x"] }] }),
        mine(deployment({}, { initContainers: [{ name: "i", image: "demo:1.0" }] })),
        theirs(deployment({}, { initContainers: [{ name: "i", command: ["x"] }] })),
      ),
      is: "write",
      changes: ["spec.template.spec.initContainers[name=i].image removed"],
    },
    {
      name: "an item in which another manager has updated a field goes whole",
      desired: deployment(),
      live: managed(
        deployment({}, { initContainers: [{ name: "i", image: "demo:1.0", command: ["x"] }] }),
        mine(deployment({}, { initContainers: [{ name: "i", image: "demo:1.0" }] })),
        updatedBy("other", deployment(), {
          fieldsV1: {
            "f:spec": {
              "f:template": { "f:spec": { "f:initContainers": { 'k:{"name":"i"}': { "f:command": {} } } } },
            },
          },
        }),
      ),
      is: "write",
      changes: ["spec.template.spec.initContainers removed"],
    },
  ]);
});

describe("keyed lists", () => {
  applied([
    { name: "items of others", desired: env("A"), live: managed(env("A", "X"), mine(env("A"))), is: "skip" },
    {
      name: "items of others between ours",
      desired: env("A", "B"),
      live: managed(env("A", "X", "B", "Y"), mine(env("A", "B"))),
      is: "skip",
    },
    {
      name: "ours swapped",
      desired: env("B", "A"),
      live: managed(env("A", "X", "B"), mine(env("A", "B"))),
      is: "write",
    },
    {
      name: "an item of ours that is no longer stated",
      desired: env("A"),
      live: managed(env("A", "B", "X"), mine(env("A", "B"))),
      is: "write",
      changes: ["spec.template.spec.containers[name=web].env[name=B] removed"],
    },
    {
      name: "an item that is paired after its key's default",
      desired: service({ ports: [{ port: 80 }] }),
      live: managed(
        service({
          ports: [
            { port: 80, protocol: "TCP" },
            { port: 81, protocol: "TCP", name: "x" },
          ],
        }),
        mine(service({ ports: [{ port: 80 }] })),
      ),
      is: "skip",
    },
    {
      name: "one key twice in live, which we state",
      desired: env("A"),
      live: managed(env("A", "A"), mine(env("A"))),
      is: "write",
    },
    {
      name: "one key twice in live, which we do not state",
      desired: env("A"),
      live: managed(env("A", "B", "B"), mine(env("A"))),
      is: "skip",
    },
    {
      name: "one key twice in desired",
      desired: env("A", "A"),
      live: managed(env("A"), mine(env("A"))),
      is: "blocked",
      reason: "duplicate-key",
      names: ["spec.template.spec.containers[name=web].env"],
    },
    {
      name: "an equal item of another manager's",
      desired: env("A"),
      live: managed(env("A"), mine(deployment()), theirs(env("A"))),
      is: "write",
      reason: "not-owned",
    },
  ]);
});

const finalized = (...finalizers: string[]): JsonObject => configMap({}, { finalizers });
describe("sets, and what is one value", () => {
  applied([
    {
      name: "a set in another order, and an item of others",
      desired: finalized("example.com/b", "example.com/a"),
      live: managed(
        finalized("example.com/a", "example.com/b", "example.com/c"),
        mine(finalized("example.com/a", "example.com/b")),
      ),
      is: "skip",
    },
    {
      name: "an item of a set that is ours and no longer stated",
      desired: finalized("example.com/a"),
      live: managed(
        finalized("example.com/a", "example.com/b"),
        mine(finalized("example.com/a", "example.com/b")),
      ),
      is: "write",
      payload: { "/metadata/finalizers": ["example.com/a"] },
    },
    {
      name: "a set is sent in live's order",
      desired: finalized("example.com/a", "example.com/b", "example.com/c"),
      live: managed(
        finalized("example.com/b", "example.com/a"),
        mine(finalized("example.com/b", "example.com/a")),
      ),
      is: "write",
      payload: { "/metadata/finalizers": ["example.com/b", "example.com/a", "example.com/c"] },
    },
    {
      name: "a foreign item of an atomic list",
      desired: deployment({}, {}, { args: ["a"] }),
      live: managed(deployment({}, {}, { args: ["a", "b"] }), mine(deployment({}, {}, { args: ["a"] }))),
      is: "write",
    },
    {
      name: "a foreign key of an atomic map",
      desired: deployment({}, { nodeSelector: { disk: "ssd" } }),
      live: managed(
        deployment({}, { nodeSelector: { disk: "ssd", arch: "arm" } }),
        mine(deployment({}, { nodeSelector: { disk: "ssd" } })),
      ),
      is: "write",
      changes: ["spec.template.spec.nodeSelector.arch removed"],
    },
    {
      name: "a foreign key of a Service's selector",
      desired: service({ selector: { app: "demo" } }),
      live: managed(
        service({ selector: { app: "demo", tier: "x" } }),
        mine(service({ selector: { app: "demo" } })),
      ),
      is: "write",
    },
    {
      name: "a list without facts is one value, an object is not",
      desired: custom({ a: [1], b: { c: 2 } }),
      live: managed(custom({ a: [1], b: { c: 2, d: 3 } }), mine(custom({ a: [1], b: { c: 2 } }))),
      is: "skip",
    },
  ]);
});

// Which fields these are: test/cluster/semantics/shut-out.test.ts.
describe("an item of others beside which the server takes none of ours", () => {
  const http = { name: "http", port: 80 };
  const metrics = { name: "metrics", port: 9090, protocol: "TCP", targetPort: 9090 };
  const ports = (...list: JsonObject[]): JsonObject => service({ ports: list });
  const live = (...list: JsonObject[]): JsonObject =>
    managed(ports(...list), mine(service({ ports: [] })), edited(ports(...list)));
  const as = (name: string, port: number, more: JsonObject = {}): JsonObject => ({
    ...(name !== "" && { name }),
    port,
    protocol: "TCP",
    targetPort: port,
    ...more,
  });
  const goes = {
    is: "write",
    reason: "not-possible-by-apply",
    names: ["spec.ports[port=8080,protocol=TCP]"],
    mode: "replace",
  } as const;
  applied([
    {
      name: "of the same name, under another key: it goes by a PUT",
      desired: ports(http),
      live: live(as("http", 8080)),
      ...goes,
      payload: { "/spec/ports": [http], "/metadata/resourceVersion": "100" },
    },
    {
      name: "what others have under other names stays",
      desired: ports(http),
      live: live(metrics, as("http", 8080)),
      ...goes,
      payload: { "/spec/ports": [metrics, http] },
    },
    {
      name: "without a name: ports that are not alone need one",
      desired: ports({ port: 80 }),
      live: live(as("", 8080)),
      ...goes,
      payload: { "/spec/ports": [{ port: 80 }] },
    },
    {
      name: "of the same node port and protocol",
      desired: ports({ ...http, nodePort: 30080 }),
      live: live(as("web", 8080, { nodePort: 30080 })),
      ...goes,
    },
    {
      name: "of the same node port and another protocol: it stays",
      desired: ports({ ...http, nodePort: 30080 }),
      live: live(as("web", 8080, { nodePort: 30080, protocol: "UDP" })),
      is: "write",
      reason: "differs",
    },
    {
      name: "of another name: it stays",
      desired: ports(http),
      live: live(as("web", 8080)),
      is: "write",
      reason: "differs",
      payload: { "/spec/ports": [http] },
    },
    {
      name: "our own of last time, under another key: the apply takes it away",
      desired: ports(http),
      live: managed(ports(as("http", 8080)), mine(ports({ name: "http", port: 8080 }))),
      is: "write",
      reason: "differs",
    },
    {
      name: "without force it stands in the way",
      desired: ports(http),
      live: live(as("http", 8080)),
      gate: { force: false },
      is: "blocked",
      reason: "conflict",
      names: ["spec.ports[port=8080,protocol=TCP]", "other"],
    },
    {
      name: "live without managedFields",
      desired: ports(http),
      live: stored(ports(as("http", 8080))),
      ...goes,
    },
    {
      name: "a list that is as we state it is taken as it is",
      desired: ports(as("http", 80)),
      live: managed(ports(as("http", 80), as("http", 8080)), mine(ports(as("http", 80)))),
      is: "skip",
    },
    {
      name: "in a container's ports",
      desired: deployment({}, {}, { ports: [{ name: "http", containerPort: 80 }] }),
      live: managed(
        deployment({}, {}, { ports: [{ name: "http", containerPort: 8080, protocol: "TCP" }] }),
        mine(deployment()),
        edited(deployment({}, {}, { ports: [{ name: "http", containerPort: 8080 }] })),
      ),
      is: "write",
      reason: "not-possible-by-apply",
      names: ["spec.template.spec.containers[name=web].ports[containerPort=8080,protocol=TCP]"],
      mode: "replace",
      payload: { "/spec/template/spec/containers/0/ports": [{ name: "http", containerPort: 80 }] },
    },
  ]);
});

describe("null, empty and zero", () => {
  const foreign = { volumes: [{ name: "v", emptyDir: {} }], securityContext: { runAsUser: 7 } };
  const stating = (desired: JsonObject): JsonObject => mine(desired);
  const nulled = deployment({ replicas: null });
  const commandless = deployment({}, {}, { command: [] });
  const zeros = deployment({ minReadySeconds: 0, paused: false }, { hostNetwork: false });
  const emptied = deployment({}, { volumes: [], securityContext: null });
  applied([
    {
      name: "null is the default",
      desired: nulled,
      live: managed(deployment({ replicas: 5 }), mine(deployment())),
      is: "write",
      changes: ["spec.replicas reset-to-default"],
      payload: { "/spec/replicas": null },
    },
    {
      name: "an empty atomic list takes a foreign one away",
      desired: commandless,
      live: managed(deployment({}, {}, { command: ["q"] }), mine(deployment())),
      is: "write",
      changes: ["spec.template.spec.containers[name=web].command changed"],
    },
    {
      name: "zeros reset what others set",
      desired: zeros,
      live: managed(
        deployment({ minReadySeconds: 10, paused: true }, { hostNetwork: true }),
        mine(deployment()),
      ),
      is: "write",
      changes: [
        "spec.template.spec.hostNetwork changed",
        "spec.minReadySeconds changed",
        "spec.paused changed",
      ],
    },
    {
      name: "zeros that are not stored, once they are owned",
      desired: zeros,
      live: managed(deployment(), stating(zeros)),
      is: "skip",
    },
    {
      name: "what is granular stays, if others have it",
      desired: emptied,
      live: managed(deployment({}, foreign), stating(emptied)),
      is: "skip",
    },
    {
      name: "what is granular goes, if it is ours",
      desired: emptied,
      live: managed(deployment({}, foreign), mine(deployment({}, foreign))),
      is: "write",
      changes: ["spec.template.spec.volumes removed", "spec.template.spec.securityContext reset-to-default"],
    },
    {
      name: "null in a map is the zero value",
      desired: configMap({ data: { a: null } }),
      live: managed(configMap({ data: { a: "" } }), mine(configMap({ data: { a: "" } }))),
      is: "skip",
    },
    {
      name: "null in a map over another value",
      desired: configMap({ data: { a: null } }),
      live: managed(configMap({ data: { a: "1" } }), mine(configMap({ data: { a: "1" } }))),
      is: "write",
      changes: ["data.a changed"],
    },
  ]);
});

const STORED = { a: "MQ==", b: "Mg==" };
describe("stringData", () => {
  const recorded = (...keys: string[]): JsonObject => ({
    fieldsV1: { "f:stringData": Object.fromEntries(keys.map((key) => [`f:${key}`, {}])) },
  });
  const live = managed(secret({ data: STORED }), appliedBy(ME, secret({}), recorded("a", "b")));
  applied([
    { name: "its record is read as that of data", desired: secret({ data: STORED }), live, is: "skip" },
    { name: "it is folded into data", desired: secret({ stringData: { a: "1", b: "2" } }), live, is: "skip" },
    {
      name: "it is never sent",
      desired: secret({ stringData: { a: "1", b: "3" } }),
      live,
      is: "write",
      payload: { "/stringData": undefined, "/data": { a: "MQ==", b: "Mw==" } },
    },
    {
      name: "a key of it does not go by an apply",
      desired: secret({ stringData: { a: "1" } }),
      live,
      is: "write",
      reason: "not-possible-by-apply",
      names: ["data.b"],
      mode: "replace",
      payload: { "/data": { a: "MQ==" } },
    },
    {
      name: "a key of data goes",
      desired: secret({ stringData: { a: "1" } }),
      live: managed(secret({ data: STORED }), mine(secret({ data: STORED }))),
      is: "write",
      changes: ["data.b removed"],
      payload: { "/data": { a: "MQ==" } },
    },
  ]);
});

describe("without force", () => {
  const gate = { force: false } as const;
  const stated = configMap({ data: { a: "1" } });
  applied([
    {
      name: "another manager's value is a conflict",
      gate,
      desired: stated,
      live: managed(configMap({ data: { a: "2" } }), edited(stated)),
      is: "blocked",
      reason: "conflict",
      names: ["data.a", "other"],
    },
    {
      name: "another manager's equal value is shared",
      gate,
      desired: stated,
      live: managed(stated, edited(stated)),
      is: "write",
      reason: "not-owned",
    },
    {
      name: "a default that nobody owns is changed",
      gate,
      desired: deployment({ replicas: 3 }),
      live: managed(deployment({ replicas: 1 }), mine(deployment())),
      is: "write",
      changes: ["spec.replicas changed"],
    },
    {
      name: "another manager's item is no conflict",
      gate,
      desired: env("A"),
      live: managed(env("A", "X"), mine(env("A")), theirs(env("X"))),
      is: "skip",
    },
  ]);
});

describe("what a rule keeps out of the payload", () => {
  const REPLICAS = "/spec/replicas";
  const ignored = { strategy: "exact", ignore: [{ path: "spec.replicas" }] } as const;
  const rule = { strategy: "exact" as const, ignore: [...ignored.ignore] };
  const release = { strategy: "exact" as const, release: ["spec.replicas"] };
  const scaled = deployment({ replicas: 5 });
  const desired = deployment({ replicas: 2, minReadySeconds: 7 });
  const silent = deployment({ minReadySeconds: 7 });
  const once = { strategy: "exact" as const, once: ["data.seed"] };
  const old = { annotations: { "example.com/old": "1" } };
  const absent = { strategy: "exact" as const, absent: ["metadata.annotations[example.com/old]"] };
  applied([
    {
      name: "ignore: another manager's is left out",
      rule,
      desired,
      live: managed(scaled, mine(deployment()), edited(scaled)),
      is: "write",
      changes: ["spec.minReadySeconds added"],
      payload: { [REPLICAS]: undefined, "/spec/minReadySeconds": 7 },
    },
    {
      name: "ignore: nobody's is left out",
      rule,
      desired,
      live: managed(scaled, mine(deployment())),
      is: "write",
      payload: { [REPLICAS]: undefined },
    },
    {
      name: "ignore: ours alone is stated with live's value",
      rule,
      desired,
      live: managed(scaled, mine(scaled)),
      is: "write",
      payload: { [REPLICAS]: 5 },
    },
    {
      name: "ignore: ours alone is stated with live's value, though desired is silent",
      rule,
      desired: silent,
      live: managed(scaled, mine(scaled)),
      is: "write",
      payload: { [REPLICAS]: 5 },
    },
    {
      name: "ignore: ours and another manager's update's is stated with live's value",
      rule,
      desired: silent,
      live: managed(scaled, mine(scaled), edited(scaled)),
      is: "write",
      payload: { [REPLICAS]: 5 },
    },
    {
      name: "ignore: ours and another manager's apply's is left out",
      rule,
      desired,
      live: managed(scaled, mine(scaled), theirs(scaled)),
      is: "write",
      payload: { [REPLICAS]: undefined },
    },
    {
      name: "ignore: nothing else to write",
      rule,
      desired: deployment({ replicas: 2 }),
      live: managed(scaled, mine(scaled)),
      is: "skip",
    },
    {
      name: "release: ours alone is stated with live's value",
      rule: release,
      desired: silent,
      live: managed(scaled, mine(scaled)),
      is: "write",
      payload: { [REPLICAS]: 5 },
    },
    {
      name: "release: another manager's too is left out",
      rule: release,
      desired,
      live: managed(scaled, mine(scaled), edited(scaled)),
      is: "write",
      payload: { [REPLICAS]: undefined },
    },
    {
      name: "once: live has it, and it is ours",
      rule: once,
      desired: configMap({ data: { a: "2", seed: "y" } }),
      live: managed(
        configMap({ data: { a: "1", seed: "x" } }),
        mine(configMap({ data: { a: "1", seed: "x" } })),
      ),
      is: "write",
      changes: ["data.a changed"],
      payload: { "/data": { a: "2", seed: "x" } },
    },
    {
      name: "once: live has it, and nothing else differs",
      rule: once,
      desired: configMap({ data: { a: "1", seed: "y" } }),
      live: managed(configMap({ data: { a: "1", seed: "x" } }), mine(configMap({ data: { a: "1" } }))),
      is: "skip",
    },
    {
      name: "once: live lacks it",
      rule: once,
      desired: configMap({ data: { a: "1", seed: "y" } }),
      live: managed(configMap({ data: { a: "1" } }), mine(configMap({ data: { a: "1" } }))),
      is: "write",
      payload: { "/data": { a: "1", seed: "y" } },
    },
    {
      name: "absent: ours goes by being left out",
      rule: absent,
      desired: configMap({ data: { a: "1" } }),
      live: managed(configMap({ data: { a: "1" } }, old), mine(configMap({ data: { a: "1" } }, old))),
      is: "write",
      payload: { "/metadata/annotations": undefined },
    },
    {
      name: "absent: another manager's goes by a PUT",
      rule: absent,
      desired: configMap({ data: { a: "1" } }),
      live: managed(
        configMap({ data: { a: "1" } }, old),
        mine(configMap({ data: { a: "1" } })),
        edited(configMap({}, old)),
      ),
      is: "write",
      reason: "not-possible-by-apply",
      mode: "replace",
    },
    {
      name: "atLeast: live above is right",
      rule: { strategy: "exact", atLeast: ["spec.replicas"] },
      desired: deployment({ replicas: 2 }),
      live: managed(scaled, mine(deployment({ replicas: 2 }))),
      is: "skip",
    },
    {
      name: "atLeast: live above is sent",
      rule: { strategy: "exact", atLeast: ["spec.replicas"] },
      desired,
      live: managed(scaled, mine(deployment({ replicas: 2 }))),
      is: "write",
      payload: { [REPLICAS]: 5, "/spec/minReadySeconds": 7 },
    },
  ]);
});

describe("finalizers and deletion", () => {
  const own = { strategy: "exact" as const, finalizers: { own: ["example.com/a"] } };
  const deleted = { deletionTimestamp: "2026-01-01T00:00:00Z" };
  const live = (finalizers: string[], ...entries: JsonObject[]): JsonObject =>
    managed(configMap({ data: { a: "1" } }, { ...deleted, finalizers }), ...entries);
  applied([
    {
      name: "our own finalizer goes, as our entry records it",
      rule: own,
      desired: configMap({}),
      live: managed(
        finalized("example.com/a", "example.com/b"),
        mine(finalized("example.com/a")),
        edited(finalized("example.com/b")),
      ),
      is: "write",
      changes: ["metadata.finalizers[0] removed"],
    },
    {
      name: "our own finalizer that another manager owns too goes by a PUT",
      rule: own,
      desired: configMap({}),
      live: managed(
        finalized("example.com/a"),
        mine(finalized("example.com/a")),
        edited(finalized("example.com/a")),
      ),
      is: "write",
      reason: "not-possible-by-apply",
      mode: "replace",
    },
    {
      name: "a terminating object is left alone",
      desired: configMap({ data: { a: "2" } }),
      live: live(["example.com/b"], mine(configMap({ data: { a: "1" } }))),
      is: "blocked",
      reason: "terminating",
    },
    {
      name: "a terminating object lets our own finalizer go",
      rule: own,
      desired: configMap({ data: { a: "2" } }),
      live: live(
        ["example.com/a", "example.com/b"],
        mine(finalized("example.com/a")),
        edited(finalized("example.com/b")),
      ),
      is: "write",
      mode: "replace",
      payload: { "/metadata/finalizers": ["example.com/b"], "/data": { a: "1" } },
    },
  ]);
});

describe("refusals", () => {
  applied([
    {
      name: "an immutable value alone",
      desired: secret({ type: "example.com/b" }),
      live: managed(secret({ type: "example.com/a" }), mine(secret({ type: "example.com/a" }))),
      is: "blocked",
      reason: "immutable",
      recreate: ["type"],
    },
    {
      name: "an immutable value is sent as live has it",
      desired: secret({ type: "example.com/b", data: { a: "MQ==" } }),
      live: managed(secret({ type: "example.com/a" }), mine(secret({ type: "example.com/a" }))),
      is: "write",
      recreate: ["type"],
      payload: { "/type": "example.com/a", "/data": { a: "MQ==" } },
    },
    {
      name: "an unknown field alone",
      desired: deployment({ replicaz: 3 }),
      live: managed(deployment(), mine(deployment())),
      is: "blocked",
      reason: "unknown-field",
      names: ["spec.replicaz"],
    },
    {
      name: "an unknown field alone, in a list that is taken whole",
      desired: deployment({}, { tolerations: [{ key: "a", operator: "Exists", keyy: "b" }] }),
      live: managed(tolerant, mine(tolerant)),
      is: "blocked",
      reason: "unknown-field",
      names: ["spec.template.spec.tolerations[0].keyy"],
    },
    {
      name: "a field of a struct of which the server's schema knows none is dropped, not refused",
      desired: definition({ anything: "1" }),
      live: managed(definition({}), mine(definition({}))),
      is: "skip",
    },
    {
      name: "an unknown field is left out of the payload",
      desired: deployment({ replicaz: 3, paused: true }),
      live: managed(deployment(), mine(deployment())),
      is: "write",
      payload: { "/spec/replicaz": undefined, "/spec/paused": true },
    },
  ]);
});

describe("the payload", () => {
  applied([
    {
      name: "states all that desired does, and nothing that only the server writes",
      desired: configMap(
        { data: { a: "1", b: "2" } },
        {
          labels: { c: "3" },
          uid: "x",
          resourceVersion: "7",
          generation: 9,
          creationTimestamp: null,
          deletionGracePeriodSeconds: 7,
          generateName: "x-",
          selfLink: "/x",
          managedFields: [],
        },
      ),
      live: managed(configMap({ data: { a: "1" } }), mine(configMap({ data: { a: "1" } }))),
      is: "write",
      payload: {
        "": {
          apiVersion: "v1",
          kind: "ConfigMap",
          metadata: { name: "demo", namespace: "default", labels: { c: "3" } },
          data: { a: "1", b: "2" },
        },
      },
    },
  ]);
});

describe("other strategies", () => {
  const both = configMap({ data: { a: "1", b: "2" } });
  const one = configMap({ data: { a: "1" } });
  applied([
    {
      name: "derivative: a value differs",
      rule: DERIVATIVE,
      desired: one,
      live: managed(configMap({ data: { a: "2" } }), mine(one)),
      is: "write",
      changes: ["data.a changed"],
    },
    {
      name: "derivative: another manager's key",
      rule: DERIVATIVE,
      desired: one,
      live: managed(both, mine(one)),
      is: "skip",
    },
    {
      name: "hash: nothing recorded",
      rule: { strategy: "hash" },
      desired: one,
      live: managed(one, mine(one)),
      is: "write",
      reason: "hash-missing",
    },
    {
      name: "unconditional",
      rule: { strategy: "unconditional" },
      desired: one,
      live: managed(one, mine(one)),
      is: "write",
      reason: "unconditional",
      payload: { "/data": { a: "1" } },
    },
  ]);
});
