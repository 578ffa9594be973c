import { describe } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import { configMap, custom, deployment, object, rows, secret, stored } from "./helper.js";

const pod = (container: JsonObject, spec: JsonObject = {}): JsonObject =>
  object("v1", "Pod", { spec: { containers: [{ name: "web", image: "demo:1.0", ...container }], ...spec } });
const job = (pod_: JsonObject, spec: JsonObject = {}, image = "demo:1.0"): JsonObject =>
  object("batch/v1", "Job", {
    spec: {
      ...spec,
      template: { spec: { restartPolicy: "Never", containers: [{ name: "run", image }], ...pod_ } },
    },
  });
const binding = (name: string, subjects: JsonObject[]): JsonObject =>
  object("rbac.authorization.k8s.io/v1", "RoleBinding", {
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name },
    subjects,
  });
const user = (name: string): JsonObject => ({ kind: "User", name, apiGroup: "rbac.authorization.k8s.io" });

describe("only immutable paths differ: blocked", () => {
  rows([
    {
      name: "a Deployment's selector",
      desired: deployment({ selector: { matchLabels: { app: "other" } } }),
      live: stored(deployment()),
      is: "blocked",
      reason: "immutable",
      changes: ["spec.selector.matchLabels.app immutable"],
      recreate: ["spec.selector.matchLabels.app"],
    },
    {
      name: "a roleRef",
      desired: binding("b", [user("u")]),
      live: stored(binding("a", [user("u")])),
      is: "blocked",
      recreate: ["roleRef.name"],
    },
    {
      name: "a Secret's type",
      desired: secret({ type: "kubernetes.io/tls" }),
      live: stored(secret({ type: "Opaque" })),
      is: "blocked",
      recreate: ["type"],
    },
    {
      name: "data of a ConfigMap that is immutable",
      desired: configMap({ data: { a: "2" }, immutable: true }),
      live: stored(configMap({ data: { a: "1" }, immutable: true })),
      is: "blocked",
      recreate: ["data.a"],
    },
    {
      name: "a key added to one",
      desired: configMap({ data: { a: "1", b: "2" }, immutable: true }),
      live: stored(configMap({ data: { a: "1" }, immutable: true })),
      is: "blocked",
      recreate: ["data.b"],
    },
    {
      name: "a key taken from one",
      desired: configMap({ data: {}, immutable: true }),
      live: stored(configMap({ data: { a: "1" }, immutable: true })),
      is: "blocked",
    },
    {
      name: "immutable itself",
      desired: configMap({ immutable: false }),
      live: stored(configMap({ immutable: true })),
      is: "blocked",
      recreate: ["immutable"],
    },
    {
      name: "a Secret that is immutable",
      desired: secret({ data: { a: "Yg==" }, immutable: true }),
      live: stored(secret({ data: { a: "YQ==" }, immutable: true })),
      is: "blocked",
      recreate: ["data.a"],
    },
    {
      name: "a Pod's env",
      desired: pod({ env: [{ name: "A", value: "2" }] }),
      live: stored(pod({ env: [{ name: "A", value: "1" }] })),
      is: "blocked",
      recreate: ["spec.containers[name=web].env[name=A].value"],
    },
    {
      name: "a container added to a Pod",
      desired: pod(
        {},
        {
          containers: [
            { name: "web", image: "demo:1.0" },
            { name: "b", image: "demo:1.0" },
          ],
        },
      ),
      live: stored(pod({})),
      is: "blocked",
      recreate: ["spec.containers[name=b]"],
    },
    {
      name: "a Job's image, even suspended",
      desired: job({}, { suspend: true }, "demo:2.0"),
      live: stored(job({}, { suspend: true })),
      is: "blocked",
      recreate: ["spec.template.spec.containers[name=run].image"],
    },
    {
      name: "a running Job's nodeSelector",
      desired: job({ nodeSelector: { a: "b" } }),
      live: stored(job({})),
      is: "blocked",
    },
    {
      name: "a StatefulSet's service",
      desired: object("apps/v1", "StatefulSet", { spec: { serviceName: "b" } }),
      live: stored(
        object("apps/v1", "StatefulSet", {
          spec: {
            serviceName: "a",
            updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 0 } },
          },
        }),
      ),
      is: "blocked",
      recreate: ["spec.serviceName"],
    },
    {
      name: "as the rule says",
      desired: custom({ size: 2 }),
      live: stored(custom({ size: 1 })),
      rule: { strategy: "exact", immutable: ["spec.size"] },
      is: "blocked",
      recreate: ["spec.size"],
    },
    {
      name: "a removal, as the rule says",
      desired: custom({}),
      live: stored(custom({ size: 1 })),
      rule: { strategy: "exact", immutable: ["spec.size"] },
      is: "blocked",
      recreate: ["spec.size"],
    },
    {
      name: "an addition, as the rule says",
      desired: custom({ size: 1 }),
      live: stored(custom({})),
      rule: { strategy: "exact", immutable: ["spec.size"] },
      is: "blocked",
      recreate: ["spec.size"],
    },
  ]);
});

describe("conditions of immutability", () => {
  rows([
    {
      name: "data of a ConfigMap that is not immutable yet",
      desired: configMap({ data: { a: "2" }, immutable: true }),
      live: stored(configMap({ data: { a: "1" } })),
      is: "write",
      changes: ["data.a changed", "immutable added"],
    },
    {
      name: "labels of an immutable ConfigMap",
      desired: configMap({ data: { a: "1" }, immutable: true }, { labels: { x: "1" } }),
      live: stored(configMap({ data: { a: "1" }, immutable: true })),
      is: "write",
      changes: ["metadata.labels.x added"],
      recreate: [],
    },
    {
      name: "a suspended Job's nodeSelector",
      desired: job({ nodeSelector: { a: "b" } }, { suspend: true }),
      live: stored(job({}, { suspend: true })),
      is: "write",
      recreate: [],
    },
    {
      name: "a Pod's image",
      desired: pod({ image: "demo:2.0" }),
      live: stored(pod({})),
      is: "write",
      changes: ["spec.containers[name=web].image changed"],
      recreate: [],
    },
    {
      name: "a claim's size, once it is bound",
      desired: object("v1", "PersistentVolumeClaim", {
        spec: { resources: { requests: { storage: "2Gi" } } },
      }),
      live: stored(
        object("v1", "PersistentVolumeClaim", {
          spec: { resources: { requests: { storage: "1Gi" } } },
          status: { phase: "Bound" },
        }),
      ),
      is: "write",
    },
    {
      name: "a claim's size before that",
      desired: object("v1", "PersistentVolumeClaim", {
        spec: { resources: { requests: { storage: "2Gi" } } },
      }),
      live: stored(
        object("v1", "PersistentVolumeClaim", {
          spec: { resources: { requests: { storage: "1Gi" } } },
          status: { phase: "Pending" },
        }),
      ),
      is: "blocked",
    },
    {
      name: "the same amount spelt otherwise is taken",
      desired: object("v1", "PersistentVolumeClaim", {
        spec: { resources: { requests: { storage: "1073741824" } } },
      }),
      live: stored(
        object("v1", "PersistentVolumeClaim", { spec: { resources: { requests: { storage: "1Gi" } } } }),
      ),
      is: "write",
      recreate: [],
    },
    {
      name: "subjects of a binding",
      desired: binding("a", [user("v")]),
      live: stored(binding("a", [user("u")])),
      is: "write",
      recreate: [],
    },
  ]);
});

describe("with mutable differences too the rest is written", () => {
  rows([
    {
      name: "a selector and replicas",
      desired: deployment({ selector: { matchLabels: { app: "other" } }, replicas: 3 }),
      live: stored(deployment()),
      is: "write",
      reason: "differs",
      changes: ["spec.selector.matchLabels.app immutable", "spec.replicas added"],
      recreate: ["spec.selector.matchLabels.app"],
      payload: { "/spec/selector/matchLabels": { app: "demo" }, "/spec/replicas": 3 },
    },
    {
      name: "data and a label",
      desired: configMap({ data: { a: "2" }, immutable: true }, { labels: { x: "1" } }),
      live: stored(configMap({ data: { a: "1" }, immutable: true })),
      is: "write",
      recreate: ["data.a"],
      payload: { "/data": { a: "1" }, "/metadata/labels": { x: "1" } },
    },
    {
      name: "a roleRef and subjects",
      desired: binding("b", [user("v")]),
      live: stored(binding("a", [user("u")])),
      is: "write",
      recreate: ["roleRef.name"],
      payload: { "/roleRef/name": "a", "/subjects/0/name": "v" },
    },
    {
      name: "a Pod's env and image",
      desired: pod({ image: "demo:2.0", env: [{ name: "A", value: "2" }] }),
      live: stored(pod({ env: [{ name: "A", value: "1" }] })),
      is: "write",
      recreate: ["spec.containers[name=web].env[name=A].value"],
      payload: { "/spec/containers/0/image": "demo:2.0", "/spec/containers/0/env/0/value": "1" },
    },
    {
      name: "a Pod's new container and image",
      desired: pod(
        {},
        {
          containers: [
            { name: "b", image: "demo:1.0" },
            { name: "web", image: "demo:2.0" },
          ],
        },
      ),
      live: stored(pod({})),
      is: "write",
      payload: { "/spec/containers": [{ name: "web", image: "demo:2.0" }] },
    },
    {
      name: "an immutable removal",
      desired: deployment({ selector: undefined, replicas: 3 }),
      live: stored(deployment()),
      is: "write",
      recreate: ["spec.selector"],
      payload: { "/spec/selector": { matchLabels: { app: "demo" } } },
    },
  ]);
});

describe("live is being deleted", () => {
  const deleting = { deletionTimestamp: "2026-01-01T00:00:00Z" };
  const own = { strategy: "exact" as const, finalizers: { own: ["example.com/a"] } };
  rows([
    {
      name: "a difference is left alone",
      desired: configMap({ data: { a: "2" } }),
      live: stored(configMap({ data: { a: "1" } }, deleting)),
      is: "blocked",
      reason: "terminating",
      changes: ["data.a changed"],
      recreate: [],
    },
    {
      name: "no difference",
      desired: configMap({ data: { a: "1" } }),
      live: stored(configMap({ data: { a: "1" } }, deleting)),
      is: "skip",
    },
    {
      name: "our finalizer goes, and only that",
      desired: configMap({ data: { a: "2" } }, { labels: { x: "1" } }),
      live: stored(
        configMap({ data: { a: "1" } }, { ...deleting, finalizers: ["example.com/a", "example.com/b"] }),
      ),
      rule: own,
      is: "write",
      payload: {
        "/metadata/finalizers": ["example.com/b"],
        "/data": { a: "1" },
        "/metadata/labels": undefined,
      },
    },
    {
      name: "no finalizer is added",
      desired: configMap({}, { finalizers: ["example.com/a"] }),
      live: stored(configMap({}, { ...deleting, finalizers: ["example.com/b"] })),
      rule: own,
      is: "blocked",
      reason: "terminating",
    },
    {
      name: "unless the caller says so",
      desired: configMap({ data: { a: "2" } }),
      live: stored(configMap({ data: { a: "1" } }, deleting)),
      options: { terminating: "write" },
      is: "write",
    },
    {
      name: "unconditional is no exception",
      desired: configMap({ data: { a: "1" } }),
      live: stored(configMap({ data: { a: "1" } }, deleting)),
      rule: { strategy: "unconditional" },
      is: "blocked",
      reason: "terminating",
    },
    {
      name: "a deletionTimestamp that only desired states is nothing",
      desired: configMap({ data: { a: "2" } }, deleting),
      live: stored(configMap({ data: { a: "1" } })),
      is: "write",
    },
  ]);
});
