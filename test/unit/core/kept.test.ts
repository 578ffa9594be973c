import { describe } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import { configMap, DERIVATIVE, deployment, object, rows, stored } from "./helper.js";

const claim = (spec: JsonObject): JsonObject =>
  object("v1", "PersistentVolumeClaim", {
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } }, ...spec },
  });
const bound = { status: { phase: "Bound" } };
const uid = "batch.kubernetes.io/controller-uid";
const generated = {
  [uid]: "7",
  "batch.kubernetes.io/job-name": "demo",
  "controller-uid": "7",
  "job-name": "demo",
};
const template = (labels: JsonObject): JsonObject => ({
  metadata: { labels },
  spec: { restartPolicy: "Never", containers: [{ name: "run", image: "demo:1.0" }] },
});
const job = (spec: JsonObject, labels: JsonObject = { app: "demo" }): JsonObject =>
  object("batch/v1", "Job", { spec: { template: template(labels), ...spec } });
const liveJob = (spec: JsonObject = {}, labels: JsonObject = {}): JsonObject =>
  stored(
    job(
      {
        selector: { matchLabels: { [uid]: "7" } },
        completions: 1,
        parallelism: 1,
        backoffLimit: 6,
        completionMode: "NonIndexed",
        suspend: false,
        manualSelector: false,
        podReplacementPolicy: "TerminatingOrFailed",
        ...spec,
      },
      { app: "demo", ...generated, ...labels },
    ),
    { labels: { app: "demo" } },
  );

describe("what a PUT must not leave out is kept from live", () => {
  rows([
    {
      name: "a claim's volume",
      desired: claim({}),
      live: stored(claim({ volumeName: "pv-1", volumeMode: "Filesystem" })),
      is: "skip",
      passed: ["spec.volumeName kept-from-live"],
    },
    {
      name: "a claim's storage class",
      desired: claim({}),
      live: stored(claim({ storageClassName: "standard" })),
      is: "skip",
    },
    {
      name: "in the payload",
      desired: claim({ resources: { requests: { storage: "2Gi" } } }),
      live: { ...stored(claim({ volumeName: "pv-1", storageClassName: "standard" })), ...bound },
      is: "write",
      changes: ["spec.resources.requests.storage changed"],
      payload: {
        "/spec/volumeName": "pv-1",
        "/spec/storageClassName": "standard",
        "/spec/resources/requests/storage": "2Gi",
      },
    },
    {
      name: 'storageClassName "" against standard is refused, and no loop',
      desired: claim({ storageClassName: "" }),
      live: stored(claim({ storageClassName: "standard" })),
      is: "blocked",
      recreate: ["spec.storageClassName"],
    },
    {
      name: "a Job's selector, generated labels and completions",
      desired: job({}),
      live: liveJob(),
      is: "skip",
      passed: [
        "spec.selector kept-from-live",
        `spec.template.metadata.labels[${uid}] kept-from-live`,
        "spec.template.metadata.labels.controller-uid kept-from-live",
      ],
    },
    {
      name: "a Job's payload",
      desired: job({ parallelism: 2 }),
      live: liveJob(),
      is: "write",
      changes: ["spec.parallelism changed"],
      payload: {
        "/spec/selector/matchLabels": { [uid]: "7" },
        "/spec/template/metadata/labels": { app: "demo", ...generated },
        "/spec/completions": 1,
      },
    },
    {
      name: "a Job without any label gets its template's",
      desired: job({}),
      live: stored(job({ selector: { matchLabels: { [uid]: "7" } } }, { app: "demo", ...generated })),
      is: "write",
      changes: ["metadata.labels.app added"],
    },
    {
      name: "the labels of a Job whose selector is its author's are not generated",
      desired: job({ manualSelector: true, selector: { matchLabels: { app: "demo" } } }),
      live: stored(
        job(
          { manualSelector: true, selector: { matchLabels: { app: "demo" } } },
          { app: "demo", "job-name": "demo" },
        ),
        {
          labels: { app: "demo" },
        },
      ),
      is: "blocked",
      changes: ["spec.template.metadata.labels.job-name immutable"],
    },
    {
      name: "completions of an indexed Job are not kept",
      desired: job({ completionMode: "Indexed" }),
      live: liveJob({ completionMode: "Indexed", completions: 3 }),
      is: "write",
      payload: { "/spec/completions": 1 },
    },
    {
      name: "another label of a Job's template is refused",
      desired: job({}),
      live: liveJob({}, { other: "x" }),
      is: "blocked",
      changes: ["spec.template.metadata.labels.other immutable"],
    },
    {
      name: "a Pod's node and what admission added",
      desired: object("v1", "Pod", { spec: { containers: [{ name: "web", image: "demo:1.0" }] } }),
      live: stored(
        object("v1", "Pod", {
          spec: {
            nodeName: "node-1",
            priority: 0,
            preemptionPolicy: "PreemptLowerPriority",
            serviceAccountName: "default",
            serviceAccount: "default",
            enableServiceLinks: true,
            volumes: [
              {
                name: "kube-api-access-x7x",
                projected: { sources: [{ serviceAccountToken: { path: "token" } }] },
              },
            ],
            tolerations: [
              {
                key: "node.kubernetes.io/not-ready",
                operator: "Exists",
                effect: "NoExecute",
                tolerationSeconds: 300,
              },
              {
                key: "node.kubernetes.io/unreachable",
                operator: "Exists",
                effect: "NoExecute",
                tolerationSeconds: 300,
              },
            ],
            containers: [
              {
                name: "web",
                image: "demo:1.0",
                volumeMounts: [
                  {
                    name: "kube-api-access-x7x",
                    readOnly: true,
                    mountPath: "/var/run/secrets/kubernetes.io/serviceaccount",
                  },
                ],
              },
            ],
          },
        }),
      ),
      is: "skip",
    },
    {
      name: "a Namespace's finalizers, whatever desired says",
      desired: object(
        "v1",
        "Namespace",
        { spec: { finalizers: ["example.com/x"] } },
        { namespace: undefined },
      ),
      live: stored(
        object(
          "v1",
          "Namespace",
          { spec: { finalizers: ["kubernetes"] } },
          { namespace: undefined, labels: { "kubernetes.io/metadata.name": "demo" } },
        ),
      ),
      is: "skip",
    },
  ]);
});

describe("what a PUT leaves out is reset", () => {
  rows([
    {
      name: "replicas to 1",
      desired: deployment(),
      live: stored(deployment({ replicas: 3 })),
      is: "write",
      changes: ["spec.replicas reset-to-default"],
      payload: { "/spec/replicas": undefined },
    },
    { name: "replicas at 1", desired: deployment(), live: stored(deployment({ replicas: 1 })), is: "skip" },
    {
      name: "every default of a Deployment",
      desired: deployment(),
      live: stored(
        deployment(
          {
            replicas: 1,
            revisionHistoryLimit: 10,
            progressDeadlineSeconds: 600,
            strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%", maxUnavailable: "25%" } },
          },
          {
            dnsPolicy: "ClusterFirst",
            restartPolicy: "Always",
            schedulerName: "default-scheduler",
            securityContext: {},
            terminationGracePeriodSeconds: 30,
          },
          {
            imagePullPolicy: "IfNotPresent",
            resources: {},
            terminationMessagePath: "/dev/termination-log",
            terminationMessagePolicy: "File",
          },
        ),
      ),
      is: "skip",
    },
    {
      name: "another grace period",
      desired: deployment(),
      live: stored(deployment({}, { terminationGracePeriodSeconds: 60 })),
      is: "write",
      changes: ["spec.template.spec.terminationGracePeriodSeconds reset-to-default"],
    },
    {
      name: "a field without a default goes",
      desired: deployment(),
      live: stored(deployment({}, { priorityClassName: "high" })),
      is: "write",
      changes: ["spec.template.spec.priorityClassName removed"],
    },
    {
      name: "a probe's defaults",
      desired: deployment({}, {}, { livenessProbe: { httpGet: { port: 80 } } }),
      live: stored(
        deployment(
          {},
          {},
          {
            livenessProbe: {
              httpGet: { port: 80, path: "/", scheme: "HTTP" },
              periodSeconds: 10,
              timeoutSeconds: 1,
              successThreshold: 1,
              failureThreshold: 3,
            },
          },
        ),
      ),
      is: "skip",
    },
    {
      name: "a probe goes",
      desired: deployment(),
      live: stored(
        deployment(
          {},
          {},
          { livenessProbe: { httpGet: { port: 80, path: "/", scheme: "HTTP" }, periodSeconds: 10 } },
        ),
      ),
      is: "write",
    },
    {
      name: "the tag latest is always pulled",
      desired: deployment({}, {}, { image: "demo" }),
      live: stored(deployment({}, {}, { image: "demo", imagePullPolicy: "Always" })),
      is: "skip",
    },
    {
      name: "a new tag changes the pull policy",
      desired: deployment({}, {}, { image: "demo:2.0" }),
      live: stored(deployment({}, {}, { image: "demo", imagePullPolicy: "Always" })),
      is: "write",
    },
    {
      name: "a digest is not always pulled",
      desired: deployment({}, {}, { image: `demo@sha256:${"a".repeat(64)}` }),
      live: stored(
        deployment({}, {}, { image: `demo@sha256:${"a".repeat(64)}`, imagePullPolicy: "IfNotPresent" }),
      ),
      is: "skip",
    },
    {
      name: "latest and a digest",
      desired: deployment({}, {}, { image: `demo:latest@sha256:${"a".repeat(64)}` }),
      live: stored(
        deployment({}, {}, { image: `demo:latest@sha256:${"a".repeat(64)}`, imagePullPolicy: "Always" }),
      ),
      is: "skip",
    },
    {
      name: "a registry's port is no tag",
      desired: deployment({}, {}, { image: "registry.example.com:5000/demo" }),
      live: stored(
        deployment({}, {}, { image: "registry.example.com:5000/demo", imagePullPolicy: "Always" }),
      ),
      is: "skip",
    },
    {
      name: "fieldRef has a version",
      desired: deployment(
        {},
        {},
        { env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }] },
      ),
      live: stored(
        deployment(
          {},
          {},
          { env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.name", apiVersion: "v1" } } }] },
        ),
      ),
      is: "skip",
    },
    {
      name: "the older alias of a service account",
      desired: deployment({}, { serviceAccountName: "demo" }),
      live: stored(deployment({}, { serviceAccountName: "demo", serviceAccount: "demo" })),
      is: "skip",
    },
    {
      name: "another service account takes its alias along",
      desired: deployment({}, { serviceAccountName: "other" }),
      live: stored(deployment({}, { serviceAccountName: "demo", serviceAccount: "demo" })),
      is: "write",
      payload: { "/spec/template/spec/serviceAccountName": "other" },
    },
    {
      name: "Recreate drops the defaulted rollingUpdate",
      desired: deployment({ strategy: { type: "Recreate" } }),
      live: stored(
        deployment({
          strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%", maxUnavailable: "25%" } },
        }),
      ),
      is: "write",
      payload: { "/spec/strategy": { type: "Recreate" } },
    },
    {
      name: "Recreate over Recreate has no rollingUpdate",
      desired: deployment({ strategy: { type: "Recreate" } }),
      live: stored(deployment({ strategy: { type: "Recreate" } })),
      is: "skip",
    },
    {
      name: "a claim template's type and status",
      desired: object("apps/v1", "StatefulSet", {
        spec: {
          volumeClaimTemplates: [{ metadata: { name: "data" }, spec: { accessModes: ["ReadWriteOnce"] } }],
        },
      }),
      live: stored(
        object("apps/v1", "StatefulSet", {
          spec: {
            updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 0 } },
            volumeClaimTemplates: [
              {
                apiVersion: "v1",
                kind: "PersistentVolumeClaim",
                metadata: { name: "data" },
                spec: { accessModes: ["ReadWriteOnce"], volumeMode: "Filesystem" },
                status: { phase: "Pending" },
              },
            ],
          },
        }),
      ),
      is: "skip",
    },
    {
      name: "a network policy's types",
      desired: object("networking.k8s.io/v1", "NetworkPolicy", { spec: { podSelector: {}, egress: [{}] } }),
      live: stored(
        object("networking.k8s.io/v1", "NetworkPolicy", {
          spec: { podSelector: {}, egress: [{}], policyTypes: ["Ingress", "Egress"] },
        }),
      ),
      is: "skip",
    },
    {
      name: "under derivative nothing is reset",
      desired: deployment(),
      live: stored(deployment({ replicas: 3 }, { priorityClassName: "high" })),
      rule: DERIVATIVE,
      is: "skip",
      passed: ["spec.replicas not-stated", "spec.template.spec.priorityClassName not-stated"],
    },
  ]);
});

describe("status", () => {
  const widget = (body: JsonObject): JsonObject => object("apps/v1", "Deployment", body);
  rows([
    {
      name: "is not compared",
      desired: { ...deployment(), status: { replicas: 3 } },
      live: { ...stored(deployment()), status: { replicas: 1 } },
      is: "skip",
    },
    {
      name: "is not in the payload of a kind with a status subresource",
      desired: deployment({ replicas: 2 }),
      live: { ...stored(deployment()), status: { replicas: 1 } },
      is: "write",
      payload: { "/status": undefined },
    },
    {
      name: "of a kind without facts is live's in the payload",
      desired: object("example.com/v1", "Widget", { spec: { a: 1 }, status: { x: 1 } }),
      live: stored(object("example.com/v1", "Widget", { spec: { a: 2 }, status: { x: 2 } })),
      is: "write",
      changes: ["spec.a changed"],
      payload: { "/status": { x: 2 } },
    },
    {
      name: "alone is nothing",
      desired: widget({ status: {} }),
      live: stored(widget({ status: { replicas: 1 } })),
      is: "skip",
    },
  ]);
});

describe("fields at the top", () => {
  rows([
    {
      name: "that desired does not state are not touched",
      desired: configMap({ data: { a: "1" } }),
      live: stored(configMap({ data: { a: "1" }, binaryData: { b: "YQ==" } })),
      is: "skip",
      passed: ["binaryData not-owned"],
    },
    {
      name: "stay in the payload",
      desired: configMap({ data: { a: "2" } }),
      live: stored(configMap({ data: { a: "1" }, binaryData: { b: "YQ==" } })),
      is: "write",
      payload: { "/binaryData": { b: "YQ==" } },
    },
    {
      name: "go where the rule lists them",
      desired: configMap({ data: { a: "1" } }),
      live: stored(configMap({ data: { a: "1" }, binaryData: { b: "YQ==" } })),
      rule: { strategy: "exact", fields: ["data", "binaryData"] },
      is: "write",
      changes: ["binaryData removed"],
      payload: { "/binaryData": undefined },
    },
    {
      name: "that the rule does not list are not looked at",
      desired: configMap({ data: { a: "1" }, binaryData: { b: "Yg==" } }),
      live: stored(configMap({ data: { a: "1" }, binaryData: { b: "YQ==" } })),
      rule: { strategy: "exact", fields: ["data"] },
      is: "skip",
    },
    {
      name: "subjects that are no longer stated",
      desired: object("rbac.authorization.k8s.io/v1", "RoleBinding", {
        roleRef: { kind: "Role", name: "r" },
      }),
      live: stored(
        object("rbac.authorization.k8s.io/v1", "RoleBinding", {
          roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "r" },
          subjects: [{ kind: "User", name: "u", apiGroup: "rbac.authorization.k8s.io" }],
        }),
      ),
      rule: { strategy: "exact", fields: ["subjects", "roleRef"] },
      is: "write",
      changes: ["subjects removed"],
    },
  ]);
});

describe("fields that the kind does not have", () => {
  rows([
    {
      name: "wrongly cased",
      desired: deployment({ Replicas: 3 }),
      live: stored(deployment()),
      is: "skip",
      reason: "unknown-field",
      passed: ["spec.Replicas unknown-field"],
    },
    {
      name: "at the top",
      desired: configMap({ data: { a: "1" }, stringData: { b: "2" } }),
      live: stored(configMap({ data: { a: "1" } })),
      is: "skip",
      reason: "unknown-field",
      passed: ["stringData unknown-field"],
    },
    {
      name: "deep in a list",
      desired: deployment({}, {}, { imagepullpolicy: "Always" }),
      live: stored(deployment()),
      is: "skip",
      reason: "unknown-field",
    },
    {
      name: "under derivative",
      desired: deployment({ Replicas: 3 }),
      live: stored(deployment()),
      rule: DERIVATIVE,
      is: "skip",
      reason: "unknown-field",
    },
    {
      name: "beside a difference",
      desired: deployment({ Replicas: 3, replicas: 2 }),
      live: stored(deployment()),
      is: "write",
      reason: "differs",
      changes: ["spec.replicas added"],
      passed: ["spec.Replicas unknown-field"],
      payload: { "/spec/Replicas": undefined },
    },
    {
      name: "in live alone: a newer server's, so a write",
      desired: deployment(),
      live: stored(deployment({ futureField: 1 })),
      is: "write",
      changes: ["spec.futureField removed"],
    },
    {
      name: "in both",
      desired: deployment({ futureField: 1 }),
      live: stored(deployment({ futureField: 1 })),
      is: "skip",
      reason: "equal",
    },
    {
      name: "in both, another value",
      desired: deployment({ futureField: 1 }),
      live: stored(deployment({ futureField: 2 })),
      is: "write",
    },
  ]);
});

describe("two items with one key", () => {
  const env = (...values: string[]): JsonObject =>
    deployment({}, {}, { env: values.map((value) => ({ name: "A", value })) });
  const path = "spec.template.spec.containers[name=web].env";
  rows([
    { name: "a PUT keeps both", desired: env("1", "2"), live: stored(env("1", "2")), is: "skip" },
    {
      name: "explain says so",
      desired: env("1", "2"),
      live: stored(env("1", "3")),
      is: "write",
      passed: [`${path} duplicate-key`],
    },
    {
      name: "one against two",
      desired: env("1"),
      live: stored(env("1", "1")),
      is: "write",
      payload: { "/spec/template/spec/containers/0/env": [{ name: "A", value: "1" }] },
    },
    { name: "two against one", desired: env("1", "1"), live: stored(env("1")), is: "write" },
    {
      name: "two against one under derivative",
      desired: env("1", "2"),
      live: stored(env("1")),
      rule: DERIVATIVE,
      is: "write",
    },
  ]);
});

describe("the order of lists", () => {
  const args = (...list: string[]): JsonObject => deployment({}, {}, { args: list });
  const containers = (...names: string[]): JsonObject =>
    deployment({ template: { spec: { containers: names.map((name) => ({ name, image: `${name}:1.0` })) } } });
  const path = "spec.template.spec.containers";
  rows([
    { name: "scalars turned round", desired: args("a", "b"), live: stored(args("b", "a")), is: "write" },
    {
      name: "a shorter list",
      desired: args("a"),
      live: stored(args("a", "b")),
      is: "write",
      payload: { [`/${path.replaceAll(".", "/")}/0/args`]: ["a"] },
    },
    { name: "a longer list", desired: args("a", "b"), live: stored(args("a")), is: "write" },
    {
      name: "an item put in the middle is the one change",
      desired: args("a", "b", "c"),
      live: stored(args("a", "c")),
      is: "write",
      changes: [`${path}[name=web].args[1] added`],
    },
    {
      name: "an item taken from the middle is the one change",
      desired: args("a", "c"),
      live: stored(args("a", "b", "c")),
      is: "write",
      changes: [`${path}[name=web].args[1] removed`],
    },
    {
      name: "keyed items turned round are a write under PUT",
      desired: containers("a", "b"),
      live: stored(containers("b", "a")),
      is: "write",
      changes: [`${path} order`],
      payload: { "/spec/template/spec/containers/0/name": "a" },
    },
    {
      name: "a sidecar taken away is named",
      desired: containers("a"),
      live: stored(containers("a", "b")),
      is: "write",
      changes: [`${path}[name=b] removed`],
    },
    {
      name: "derivative: keyed items in another order",
      desired: containers("a", "b"),
      live: stored(containers("b", "a")),
      rule: DERIVATIVE,
      is: "skip",
      passed: [`${path} set-order`],
    },
    {
      name: "derivative: a foreign keyed item goes",
      desired: containers("a"),
      live: stored(containers("a", "b")),
      rule: DERIVATIVE,
      is: "write",
    },
    {
      name: "derivative: lists of scalars must have the same length",
      desired: args("a"),
      live: stored(args("a", "b")),
      rule: DERIVATIVE,
      is: "write",
    },
    {
      name: "derivative: [] states nothing of a list",
      desired: args(),
      live: stored(args("a")),
      rule: DERIVATIVE,
      is: "write",
    },
  ]);
});
