import type { JsonObject } from "../../../src/core/json.js";
import { configMap, deployment, object, type Row, type Sent, service, template } from "./row.js";
import type { Tape } from "./tape.js";

type Run = (tape: Tape) => Promise<unknown>;

const row = (name: string, run: Run, differs?: Row["differs"]): Row => ({
  name,
  run,
  ...(differs !== undefined && { differs }),
});

const put = (of: Sent, more: JsonObject): Sent => ({ ...of, ...more }) as Sent;

/** The object with other metadata. */
const meta = (of: Sent, more: JsonObject): Sent => ({ ...of, metadata: { ...of.metadata, ...more } }) as Sent;
const labels = (of: Sent, more: JsonObject): Sent => meta(of, { labels: more });

const updates: readonly Row[] = [
  row("replace: another value", async (t) => {
    await t.create(configMap({ a: "1", b: "2" }));
    await t.replace(configMap({ a: "1", b: "3", c: "4" }));
  }),
  row("replace: a key that goes, and its labels", async (t) => {
    await t.create(configMap({ a: "1", b: "2" }, { labels: { x: "1", y: "2" } }));
    await t.replace(configMap({ a: "1" }, { labels: { x: "1" } }));
  }),
  row("replace by the same manager, and by another", async (t) => {
    await t.create(configMap({ a: "1", b: "1" }), { fieldManager: "one" });
    await t.replace(configMap({ a: "2", b: "1" }), { fieldManager: "one" });
    await t.replace(configMap({ a: "2", b: "2" }), { fieldManager: "two" });
    await t.replace(configMap({ a: "3", b: "3" }), { fieldManager: "three" });
  }),
  row("replace with the version that was read, twice: the second is stale", async (t) => {
    await t.create(configMap({ a: "1" }));
    const live = await t.read(configMap({}));
    await t.replace(put(live, { data: { a: "2" } }));
    await t.replace(put(live, { data: { a: "3" } }));
  }),
  row("replace with a version that never was", async (t) => {
    await t.create(configMap({ a: "1" }));
    await t.replace(configMap({ a: "2" }, { resourceVersion: "1" }));
  }),
  row("replace with another uid", async (t) => {
    await t.create(configMap({ a: "1" }));
    await t.replace(configMap({ a: "2" }, { uid: "11111111-2222-3333-4444-555555555555" }));
  }),
  row("merge with another uid", async (t) => {
    await t.create(configMap({ a: "1" }));
    await t.merge(configMap({}), {
      metadata: { uid: "11111111-2222-3333-4444-555555555555" },
      data: { a: "2" },
    });
  }),
  row("apply with another uid", async (t) => {
    await t.create(configMap({ a: "1" }));
    await t.apply(configMap({ b: "2" }, { uid: "11111111-2222-3333-4444-555555555555" }), "one");
  }),
  row("replace of what is not there", (t) => t.replace(configMap({ a: "1" }))),
  row(
    "replace of a Role that is not there creates it",
    (t) => t.replace(object("rbac.authorization.k8s.io/v1", "Role", "made", { rules: [] })),
    { why: "an empty list and none are told apart by ownership, not by facts", at: [/managedFields/] },
  ),
  row("replace of a budget without a version", async (t) => {
    const budget = object("policy/v1", "PodDisruptionBudget", "web", {
      spec: { minAvailable: 1, selector: { matchLabels: { app: "web" } } },
    });
    await t.create(budget);
    await t.replace(budget);
  }),
  row("replace resets ownership with an empty list of managers", async (t) => {
    await t.create(configMap({ a: "1" }), { fieldManager: "one" });
    await t.replace(configMap({ a: "1" }, { managedFields: [] }), { fieldManager: "two" });
    await t.merge(configMap({}), { data: { b: "1" } }, { fieldManager: "three" });
    await t.apply(configMap({ c: "1" }), "four");
  }),
  row("replace of a Deployment: more replicas, a new image, an annotation", async (t) => {
    await t.create(deployment());
    await t.replace(deployment({ replicas: 3 }));
    await t.replace(deployment({ replicas: 3 }, { image: "web:2" }));
    await t.replace(deployment({ replicas: 3 }, { image: "web:2" }, { annotations: { note: "1" } }));
    await t.replace(
      deployment({ replicas: 3 }, { image: "web:2" }, { annotations: { note: "1" }, labels: { a: "b" } }),
    );
  }),
  row("replace of a Deployment without replicas resets them", async (t) => {
    await t.create(deployment({ replicas: 3 }));
    await t.replace(deployment());
  }),
  row("replace: other spellings of the same", async (t) => {
    await t.create(deployment({}, { resources: { limits: { cpu: "1", memory: "1Gi" } } }));
    await t.replace(deployment({}, { resources: { limits: { cpu: "1000m", memory: "1024Mi" } }, env: [] }));
  }),
  row("replace: a container's item goes, another comes, in another order", async (t) => {
    const env = (...names: string[]) => ({ env: names.map((name) => ({ name, value: name })) });
    await t.create(deployment({}, env("A", "B", "C")));
    await t.replace(deployment({}, env("C", "A", "D")));
  }),
  row("replace of a Service keeps its addresses and ports", async (t) => {
    await t.create(service({ type: "NodePort" }));
    await t.replace(service({ type: "NodePort" }));
    await t.replace(service({ type: "NodePort", sessionAffinity: "ClientIP" }));
  }),
  row("merge: a value, a removal, nothing", async (t) => {
    await t.create(configMap({ a: "1", b: "2" }));
    await t.merge(configMap({}), { data: { a: "2" } }, { fieldManager: "one" });
    await t.merge(configMap({}), { data: { b: null } }, { fieldManager: "one" });
    await t.merge(configMap({}), { data: { a: "2" } }, { fieldManager: "one" });
    await t.merge(configMap({}), {}, { fieldManager: "two" });
  }),
  row("merge of what is not there", (t) => t.merge(configMap({}), { data: { a: "1" } })),
  row("merge with a stale version", async (t) => {
    await t.create(configMap({ a: "1" }));
    await t.merge(configMap({}), { metadata: { resourceVersion: "1" }, data: { a: "2" } });
  }),
  row("merge replaces a list whole", async (t) => {
    await t.create(deployment({}, { env: [{ name: "A", value: "1" }] }));
    const containers = [{ name: "web", image: "web:1", env: [{ name: "B", value: "2" }] }];
    await t.merge(deployment(), { spec: { template: { spec: { containers } } } }, { fieldManager: "two" });
  }),
  row("merge of stringData", async (t) => {
    const secret = object("v1", "Secret", "keys", { data: { a: "MQ==" } });
    await t.create(secret);
    await t.merge(secret, { stringData: { b: "2" } }, { fieldManager: "two" });
    await t.merge(secret, { data: { a: null } }, { fieldManager: "two" });
  }),
  row("create of a name that is taken", async (t) => {
    await t.create(configMap({ a: "1" }));
    await t.create(configMap({ a: "2" }));
  }),
  row("create with a version", (t) => t.create(configMap({ a: "1" }, { resourceVersion: "7" }))),
  row("create without a name", (t) => t.create(object("v1", "ConfigMap", "", {}, { name: undefined }))),
  row("create of metadata that only the server writes", (t) =>
    t.create(
      configMap(
        { a: "1" },
        { uid: "x", generation: 7, creationTimestamp: "2020-01-01T00:00:00Z", labels: {}, annotations: null },
      ),
    ),
  ),
  row("create and update with null values", async (t) => {
    await t.create(configMap({ a: null, b: "1" }));
    await t.replace(configMap({ a: "", b: null }));
  }),
  row("create of fields that the kind does not have", (t) =>
    t.create(put(configMap({ a: "1" }), { spec: { a: 1 }, nothing: true })),
  ),
];

const applies: readonly Row[] = [
  row("apply creates", (t) => t.apply(deployment({ replicas: 2 }), "one")),
  row("apply twice, the second in other spellings", async (t) => {
    await t.apply(deployment({}, { resources: { limits: { cpu: "1" } } }), "one");
    await t.apply(deployment({}, { resources: { limits: { cpu: "1000m" } } }), "one");
  }),
  row("apply of another value", async (t) => {
    await t.apply(configMap({ a: "1" }), "one");
    await t.apply(configMap({ a: "2" }), "one");
  }),
  row("apply removes what it no longer states", async (t) => {
    await t.apply(configMap({ a: "1", b: "2" }, { labels: { x: "1", y: "2" } }), "one");
    await t.apply(configMap({ a: "1" }, { labels: { x: "1" } }), "one");
  }),
  ...[
    { labels: { x: "1" } },
    { annotations: {} },
    { labels: { x: "1" }, annotations: { y: "1" } },
    { finalizers: ["a.example/x"] },
  ].map((first) =>
    row(`apply without the last metadata that anybody owns: ${Object.keys(first)}`, async (t) => {
      for (const then of [{}, { labels: {} }, { finalizers: [] }, { annotations: null }]) {
        const name = `n${t.outcomes.length}`;
        await t.apply(configMap({ a: "1" }, { name, ...first }), "one");
        await t.apply(configMap({ a: "1" }, { name, ...then }), "one");
        await t.apply(configMap({ a: "1" }, { name, ...then }), "one");
      }
    }),
  ),
  row("apply without the last metadata, of what has no namespace", async (t) => {
    const role = (labels: JsonObject): Sent =>
      object("rbac.authorization.k8s.io/v1", "ClusterRole", t.global("bare"), { rules: [] }, labels);
    await t.apply(role({ labels: { x: "1" } }), "one");
    await t.apply(role({}), "one");
    await t.read(role({}));
  }),
  row("apply without generateName, and without metadata that nobody owns", async (t) => {
    await t.apply(configMap({ a: "1" }, { generateName: "g-" }), "one");
    await t.apply(configMap({ a: "1" }), "one");
    await t.apply(configMap({ a: "1" }, { labels: { x: "1" } }), "one");
    const live = await t.read(configMap({}));
    const { managedFields } = live.metadata as JsonObject;
    const more = { labels: { x: "1", y: "2" }, annotations: { z: "3" }, managedFields };
    await t.replace(meta(live, more), { fieldManager: "one" });
    await t.apply(configMap({ a: "1" }), "one");
  }),
  row("apply leaves what another owns too", async (t) => {
    await t.apply(configMap({ a: "1", b: "2" }), "one");
    await t.apply(configMap({ b: "2" }), "two");
    await t.apply(configMap({ a: "1" }), "one");
    await t.apply(configMap({}), "two");
  }),
  row("apply against another's value: a conflict", async (t) => {
    await t.apply(configMap({ a: "1", b: "1" }), "one");
    await t.apply(configMap({ a: "2", b: "2", c: "3" }), "two");
  }),
  row("apply against the values of two others", async (t) => {
    await t.apply(configMap({ a: "1" }), "one");
    await t.merge(configMap({}), { data: { b: "1" } }, { fieldManager: "three" });
    await t.apply(configMap({ a: "2", b: "2" }), "two");
  }),
  row("apply by force takes it over", async (t) => {
    await t.apply(configMap({ a: "1", b: "1" }), "one");
    await t.apply(configMap({ a: "2" }), "two", { force: true });
    await t.apply(configMap({ b: "1" }), "one");
  }),
  row("apply of an equal value shares it", async (t) => {
    await t.create(configMap({ a: "1" }), { fieldManager: "maker" });
    await t.apply(configMap({ a: "1" }), "one");
    await t.apply(configMap({}), "one");
  }),
  row("apply gives up its field to a later update", async (t) => {
    await t.apply(configMap({ a: "1" }), "one");
    await t.replace(configMap({ a: "2" }), { fieldManager: "two" });
    await t.apply(configMap({ a: "1" }), "one");
    await t.apply(configMap({}), "one");
  }),
  row("apply under the name of an update", async (t) => {
    await t.create(configMap({ a: "1" }), { fieldManager: "one" });
    await t.apply(configMap({ a: "1" }), "one");
    await t.apply(configMap({ a: "2" }), "one");
  }),
  row("apply of a container by name, beside another's", async (t) => {
    const pods = (...names: string[]) => ({
      metadata: { labels: { app: "web" } },
      spec: { containers: names.map((name) => ({ name, image: `${name}:1` })) },
    });
    await t.apply(deployment({ template: pods("web") }), "one");
    await t.apply(deployment({ template: pods("side") }), "two");
    await t.apply(deployment({ template: pods("side", "web") }), "two");
    await t.apply(deployment({ template: pods("side") }), "two");
  }),
  row("apply of an image that another has set", async (t) => {
    await t.create(deployment({}, {}), { fieldManager: "maker" });
    await t.apply(deployment({}, { image: "web:2" }), "one");
    await t.apply(deployment({}, { image: "web:2" }), "one", { force: true });
  }),
  row("apply of a default that it then leaves out", async (t) => {
    await t.apply(deployment({ replicas: 3, minReadySeconds: 5 }), "one");
    await t.apply(deployment(), "one");
  }),
  row("apply of a probe, and without it", async (t) => {
    await t.apply(deployment({}, { livenessProbe: { httpGet: { port: 80 }, periodSeconds: 5 } }), "one");
    await t.apply(deployment(), "one");
  }),
  row("apply of an atomic selector and a set of finalizers in another order", async (t) => {
    await t.apply(configMap({}, { finalizers: ["a.example/x", "a.example/y"] }), "one");
    await t.apply(configMap({}, { finalizers: ["a.example/y", "a.example/x"] }), "one");
    await t.apply(configMap({}, { finalizers: ["a.example/z"] }), "two");
    await t.apply(configMap({}, { finalizers: ["a.example/y"] }), "one");
    await t.merge(configMap({}), { metadata: { finalizers: null } });
  }),
  row("apply of owners", async (t) => {
    const owner = (name: string, uid: string) => ({ apiVersion: "v1", kind: "ConfigMap", name, uid });
    await t.apply(configMap({}, { ownerReferences: [owner("a", "1"), owner("b", "2")] }), "one");
    await t.apply(configMap({}, { ownerReferences: [owner("b", "2")] }), "one");
  }),
  row("apply of ports with a key that has a default", async (t) => {
    await t.apply(service({ ports: [{ name: "http", port: 80 }] }), "one");
    await t.apply(service({ ports: [{ name: "http", port: 80, protocol: "TCP" }] }), "one");
    await t.apply(service({ ports: [{ name: "web", port: 81 }] }), "one");
  }),
  row("apply of nothing but a name", async (t) => {
    await t.apply(object("v1", "ConfigMap", "settings", {}), "one");
    await t.apply(configMap({ a: "1" }), "one");
    await t.apply(object("v1", "ConfigMap", "settings", {}), "one");
  }),
  row("apply of null, {} and []", async (t) => {
    await t.apply(
      deployment({ minReadySeconds: 5 }, { command: ["a"], resources: { limits: { cpu: "1" } } }),
      "one",
    );
    await t.apply(deployment({ minReadySeconds: null }, { command: [], resources: {} }), "one");
  }),
  row("apply of stringData", async (t) => {
    await t.apply(object("v1", "Secret", "keys", { stringData: { a: "1", b: "2" } }), "one");
    await t.apply(object("v1", "Secret", "keys", { stringData: { a: "1" } }), "one");
  }),
  row("apply without a manager", (t) => t.apply(configMap({ a: "1" }), "")),
  row("apply with managers", async (t) => {
    await t.create(configMap({ a: "1" }));
    await t.apply(configMap({ a: "1" }, { managedFields: [{ manager: "x", operation: "Apply" }] }), "one");
  }),
  row("apply with a stale version", async (t) => {
    await t.create(configMap({ a: "1" }));
    await t.apply(configMap({ b: "1" }, { resourceVersion: "1" }), "one");
  }),
  row("an update leaves the fields of an apply that it does not change", async (t) => {
    await t.apply(deployment({ replicas: 2 }), "one");
    const live = await t.read(deployment());
    await t.replace(put(live, { spec: { ...(live.spec as JsonObject), replicas: 5 } }), {
      fieldManager: "two",
    });
    await t.apply(deployment(), "one");
  }),
  row("a label that an update removed is no longer the applier's", async (t) => {
    await t.apply(labels(configMap({}), { x: "1", y: "1" }), "one");
    await t.merge(configMap({}), { metadata: { labels: { x: null } } }, { fieldManager: "two" });
    await t.apply(labels(configMap({}), { y: "1" }), "one");
  }),
];

const status = (of: Sent, value: JsonObject): Sent => put(of, { status: value });

const others: readonly Row[] = [
  row("dry runs answer as the write would, and store nothing", async (t) => {
    await t.create(configMap({ a: "1" }), { dryRun: true });
    await t.create(configMap({ a: "1" }));
    await t.replace(configMap({ a: "2" }), { dryRun: true });
    await t.merge(configMap({}), { data: { a: "3" } }, { dryRun: true });
    await t.apply(configMap({ b: "4" }), "one", { dryRun: true });
    await t.delete(configMap({}), { dryRun: true });
  }),
  row("a dry run of a new apply", (t) => t.apply(configMap({ a: "1" }), "one", { dryRun: true })),
  row("status by its subresource, and by nothing else", async (t) => {
    await t.create(deployment());
    await t.replace(status(deployment({ replicas: 3 }), { replicas: 2 }), {
      subresource: "status",
      fieldManager: "s",
    });
    await t.replace(status(deployment(), { replicas: 7 }));
    await t.merge(deployment(), { status: { readyReplicas: 1 } }, { fieldManager: "other" });
    await t.merge(
      deployment(),
      { status: { readyReplicas: 1 } },
      { subresource: "status", fieldManager: "s" },
    );
    await t.merge(
      deployment(),
      { status: { readyReplicas: 1 } },
      { subresource: "status", fieldManager: "s" },
    );
  }),
  row("status by apply", async (t) => {
    await t.create(deployment());
    const stated = (value: JsonObject): Sent => object("apps/v1", "Deployment", "web", { status: value });
    await t.apply(stated({ replicas: 2, readyReplicas: 1 }), "s", { subresource: "status" });
    await t.apply(stated({ replicas: 2 }), "s", { subresource: "status" });
    await t.apply(stated({ replicas: 3 }), "other", { subresource: "status" });
  }),
  row("conditions of two appliers", async (t) => {
    await t.create(deployment());
    const stated = (...types: string[]): Sent => {
      const time = "2026-01-02T03:04:05Z";
      const times = { lastTransitionTime: time, lastUpdateTime: time };
      const conditions = types.map((type) => ({
        type,
        status: "True",
        reason: "Tested",
        message: "",
        ...times,
      }));
      return object("apps/v1", "Deployment", "web", { status: { conditions } });
    };
    await t.apply(stated("Available", "Progressing"), "one", { subresource: "status" });
    await t.apply(stated("Available", "Progressing"), "one", { subresource: "status" });
    await t.apply(stated("ReplicaFailure"), "two", { subresource: "status" });
    await t.apply(stated("Available"), "one", { subresource: "status" });
  }),
  row("status of what is not there", async (t) => {
    await t.replace(status(deployment(), { replicas: 2 }), { subresource: "status" });
    await t.apply(object("apps/v1", "Deployment", "web", { status: { replicas: 2 } }), "s", {
      subresource: "status",
    });
  }),
  row("finalizers keep what is deleted until they are gone", async (t) => {
    const held = configMap({ a: "1" }, { finalizers: ["test.example/a", "test.example/b"] });
    await t.create(held);
    await t.delete(held);
    await t.delete(held);
    await t.merge(held, { data: { a: "2" } });
    await t.merge(held, { metadata: { finalizers: ["test.example/a"] } });
    await t.merge(held, { metadata: { finalizers: ["test.example/a", "test.example/c"] } });
    await t.merge(held, { metadata: { finalizers: null } });
    await t.read(held);
  }),
  row("finalizers of a numbered kind", async (t) => {
    const held = deployment({}, {}, { finalizers: ["test.example/a"] });
    await t.create(held);
    await t.delete(held);
    await t.replace(deployment());
    await t.read(held);
  }),
  row("deletion with another uid or version, and of what is gone", async (t) => {
    await t.create(configMap({ a: "1" }));
    await t.delete(configMap({}), { preconditions: { uid: "11111111-2222-3333-4444-555555555555" } });
    await t.delete(configMap({}), { preconditions: { resourceVersion: "1" } });
    await t.delete(configMap({}));
    await t.delete(configMap({}));
    await t.read(configMap({}));
  }),
  row("an immutable ConfigMap: its data, itself, its labels", async (t) => {
    const fixed = put(configMap({ a: "1" }), { immutable: true });
    await t.create(fixed);
    await t.replace(put(fixed, { data: { a: "2" } }));
    await t.merge(fixed, { immutable: null });
    await t.merge(fixed, { metadata: { labels: { a: "b" } } });
  }),
  row("an immutable selector", async (t) => {
    await t.create(deployment());
    await t.merge(deployment(), {
      spec: {
        selector: { matchLabels: { app: "web", more: "x" } },
        template: { metadata: { labels: { more: "x" } } },
      },
    });
  }),
  row("an immutable roleRef", async (t) => {
    const binding = object("rbac.authorization.k8s.io/v1", "RoleBinding", "reader", {
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "reader" },
    });
    await t.create(binding);
    await t.merge(binding, { roleRef: { name: "writer" } });
  }),
  row("an immutable type of a Secret", async (t) => {
    const secret = object("v1", "Secret", "keys", { data: { a: "MQ==" } });
    await t.create(secret);
    await t.merge(secret, { type: "example.com/other" });
  }),
  row(
    "an immutable clusterIP",
    async (t) => {
      await t.create(service({}));
      await t.merge(service({}), { spec: { clusterIP: "10.0.0.99", clusterIPs: ["10.0.0.99"] } });
    },
    { why: "the server names the item of the other list", at: [/error.fields/] },
  ),
  row("what an update cannot write: a Namespace's own finalizers", async (t) => {
    const space = object("v1", "Namespace", t.global("own"), {});
    await t.create(space);
    await t.merge(space, { spec: { finalizers: ["test.example/a"] } }, { fieldManager: "two" });
    await t.merge(space, { metadata: { labels: { a: "b" } } }, { fieldManager: "two" });
  }),
  row("lists by labels", async (t) => {
    const one = (name: string, of: JsonObject): Sent => object("v1", "ConfigMap", name, {}, { labels: of });
    await t.create(one("a", { app: "web", tier: "front" }));
    await t.create(one("b", { app: "web" }));
    await t.create(one("c", { app: "db" }));
    for (const labelSelector of [
      undefined,
      "",
      "app=web",
      "app==web,tier!=front",
      "app!=web",
      "app in (web, db),!tier",
      "app notin (db)",
      "tier",
      "none",
    ])
      await t.list({ apiVersion: "v1", kind: "ConfigMap", labelSelector });
    await t.list({ apiVersion: "v1", kind: "ConfigMap", labelSelector: "a b" });
  }),
  row(
    "a Pod",
    async (t) => {
      await t.create(object("v1", "Pod", "one", { spec: { containers: [{ name: "a", image: "a" }] } }));
    },
    {
      why: "admission adds what a Pod tolerates, and its priority",
      at: [/tolerations|priority|preemption/i],
    },
  ),
  row("a StatefulSet's claims, by apply and by PUT", async (t) => {
    const set = (replicas: number) =>
      object("apps/v1", "StatefulSet", "db", {
        spec: {
          replicas,
          serviceName: "db",
          selector: { matchLabels: { app: "web" } },
          template: template(),
        },
      });
    await t.apply(set(1), "one");
    await t.replace(set(2));
    await t.apply(set(1), "one", { force: true });
  }),
];

export const operations: readonly Row[] = [...updates, ...applies, ...others];
