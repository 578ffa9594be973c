// What the server refuses, and what can be written all the same.
import type { JsonObject } from "../../../src/core/json.js";
import { GONE } from "./differences.js";
import { configMap, deployment, object, podSpec, secret, service } from "./objects.js";
import { table } from "./table.js";
import { applies, deletes, edits } from "./writes.js";

const ALL = ["replace", "apply", "merge"] as const;

// Objects that are being deleted.
const OURS = "example.com/ours";
const THEIRS = "example.com/theirs";
const finalized = (finalizers: string[], data: JsonObject = { a: "1" }, labels?: JsonObject) =>
  configMap({ data }, { finalizers, ...(labels && { labels }) });
table([
  {
    name: "an object that is being deleted, unchanged",
    modes: ALL,
    first: finalized([OURS]),
    meanwhile: [deletes()],
    server: "unchanged",
  },
  {
    name: "an object that is being deleted takes changes, which nobody needs",
    modes: ALL,
    first: finalized([OURS]),
    meanwhile: [deletes()],
    desired: finalized([OURS], { a: "2" }),
    server: { changed: { "data.a": "2" } },
    gate: { is: "blocked", reason: "terminating" },
  },
  {
    name: "an object that is being deleted takes changes, where the caller wants them",
    modes: ALL,
    first: finalized([OURS]),
    meanwhile: [deletes()],
    desired: finalized([OURS], { a: "2" }),
    decide: { terminating: "write" },
    server: { changed: { "data.a": "2" } },
  },
  {
    name: "an object that is being deleted takes no new finalizer",
    modes: ALL,
    first: finalized([THEIRS]),
    meanwhile: [deletes()],
    desired: finalized([THEIRS, OURS]),
    server: { refused: 422, says: "no new finalizers can be added if the object is being deleted" },
    gate: { is: "blocked", reason: "terminating" },
  },
  {
    name: "an object that is being deleted lets our own finalizer go, and nothing else is written",
    modes: ALL,
    first: finalized([THEIRS, OURS]),
    meanwhile: [deletes()],
    desired: finalized([THEIRS], { a: "2" }),
    server: { changed: { "data.a": "2", "metadata.finalizers": [THEIRS] } },
    rule: { strategy: "exact", finalizers: { own: [OURS] } },
    gate: {
      is: "write",
      mode: "replace",
      lands: { "metadata.finalizers": [THEIRS] },
      again: "blocked",
      because: "the other change is still not written",
    },
  },
  {
    name: "an object that is being deleted lets our own finalizer go",
    modes: ALL,
    first: finalized([THEIRS, OURS]),
    meanwhile: [deletes()],
    desired: finalized([THEIRS]),
    server: { changed: { "metadata.finalizers": [THEIRS] } },
    rule: { strategy: "exact", finalizers: { own: [OURS] } },
    gate: { is: "write", mode: "replace" },
  },
]);

// Immutable, with conditions.
const FIXED = "field is immutable when `immutable` is set";
const job = (spec: JsonObject = {}, pod: JsonObject = {}, container: JsonObject = {}) =>
  object("batch/v1", "Job", {
    spec: {
      suspend: true,
      template: { spec: podSpec({ restartPolicy: "Never", ...pod }, container) },
      ...spec,
    },
  });
const pod = (container: JsonObject = {}, spec: JsonObject = {}) =>
  object("v1", "Pod", { spec: podSpec(spec, container) });
const binding = (role: string, ...subjects: string[]) =>
  object("rbac.authorization.k8s.io/v1", "RoleBinding", {
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: role },
    subjects: subjects.map((name) => ({ kind: "ServiceAccount", name, namespace: "default" })),
  });
const CLASS = "volume.beta.kubernetes.io/storage-class";
const claim = (annotations?: JsonObject) =>
  object(
    "v1",
    "PersistentVolumeClaim",
    { spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } } },
    annotations && { annotations },
  );
const balanced = (spec: JsonObject) =>
  service({ type: "LoadBalancer", selector: { app: "demo" }, ports: [{ port: 80 }], ...spec });

table([
  ...[
    { kind: "ConfigMap", make: configMap, was: "1", is: "2" },
    { kind: "Secret", make: secret, was: "MQ==", is: "Mg==" },
  ].flatMap(({ kind, make, was, is }) => [
    {
      name: `a ${kind}'s data`,
      modes: ALL,
      first: make({ data: { a: was } }),
      desired: make({ data: { a: is } }),
      server: { changed: { "data.a": is } },
    },
    {
      name: `an immutable ${kind}'s data`,
      modes: ALL,
      first: make({ immutable: true, data: { a: was } }),
      desired: make({ immutable: true, data: { a: is } }),
      server: { refused: 422, says: FIXED },
      gate: { is: "blocked" as const, reason: "immutable" as const },
    },
    {
      name: `an immutable ${kind} does not become mutable`,
      modes: ALL,
      first: make({ immutable: true, data: { a: was } }),
      desired: make({ immutable: false, data: { a: was } }),
      server: { refused: 422, says: FIXED },
      gate: { is: "blocked" as const, reason: "immutable" as const, paths: ["immutable"] },
    },
    {
      name: `an immutable ${kind}'s labels`,
      modes: ALL,
      first: make({ immutable: true, data: { a: was } }),
      desired: make({ immutable: true, data: { a: was } }, { labels: { a: "1" } }),
      server: { changed: { "metadata.labels": { a: "1" } } },
    },
    {
      name: `an immutable ${kind}'s data and labels: the labels are written`,
      modes: ALL,
      first: make({ immutable: true, data: { a: was } }),
      desired: make({ immutable: true, data: { a: is } }, { labels: { a: "1" } }),
      server: { refused: 422, says: FIXED },
      gate: {
        is: "write" as const,
        lands: { "metadata.labels": { a: "1" } },
        again: "blocked" as const,
        because: "data stays as it is",
      },
    },
  ]),
  {
    name: "an immutable ConfigMap's data: {}, which is not stored",
    modes: ALL,
    first: configMap({ immutable: true, data: {} }),
    server: "unchanged" as const,
  },
  ...[
    { what: "a ConfigMap's binaryData", first: configMap({ immutable: true, binaryData: {} }) },
    { what: "a Secret's data", first: secret({ immutable: true, data: {} }) },
  ].flatMap(({ what, first }) => [
    {
      name: `immutable: ${what}: {} is not stored, and is a change to the server all the same`,
      modes: ALL,
      first,
      server: { refused: 422, says: FIXED },
      gate: { is: "blocked" as const, reason: "immutable" as const },
    },
    {
      name: `immutable: ${what}: {} does not keep a label from being written`,
      modes: ALL,
      first,
      desired: { ...first, metadata: { labels: { a: "1" } } },
      server: { refused: 422, says: FIXED },
      gate: {
        is: "write" as const,
        lands: { "metadata.labels": { a: "1" } },
        again: "blocked" as const,
        because: "the empty value is still stated",
      },
    },
  ]),
  {
    name: "a claim's old class annotation",
    modes: ALL,
    first: claim({ [CLASS]: "a" }),
    desired: claim({ [CLASS]: "b" }),
    server: { refused: 422, says: "field is immutable" },
    gate: { is: "blocked", reason: "immutable" },
  },
  {
    name: 'a claim\'s old class annotation: "" over nothing',
    modes: ALL,
    first: claim({ a: "1" }),
    desired: claim({ a: "1", [CLASS]: "" }),
    server: { changed: { [`metadata.annotations[${CLASS}]`]: "" } },
  },
  {
    name: 'a claim\'s old class annotation: nothing over ""',
    modes: ["apply"],
    first: claim({ a: "1", [CLASS]: "" }),
    desired: claim({ a: "1" }),
    server: { changed: { [`metadata.annotations[${CLASS}]`]: GONE } },
  },
  {
    name: 'a claim\'s old class annotation: a class over ""',
    modes: ALL,
    first: claim({ [CLASS]: "" }),
    desired: claim({ [CLASS]: "b" }),
    server: { refused: 422, says: "field is immutable" },
    gate: { is: "write", refused: 422 },
  },
  {
    name: "a suspended Job takes another nodeSelector",
    modes: ["apply"],
    first: job(),
    desired: job({}, { nodeSelector: { disk: "ssd" } }),
    server: { changed: { "spec.template.spec.nodeSelector": { disk: "ssd" } } },
  },
  {
    name: "a suspended Job takes no other image",
    modes: ["apply"],
    first: job(),
    desired: job({}, {}, { image: "demo:1.1" }),
    server: { refused: 422, says: "field is immutable" },
    gate: { is: "blocked", reason: "immutable" },
  },
  {
    name: "a running Job takes no other nodeSelector",
    modes: ["apply"],
    first: job({ suspend: false }),
    desired: job({ suspend: false }, { nodeSelector: { disk: "ssd" } }),
    server: { refused: 422, says: "field is immutable" },
    gate: { is: "blocked", reason: "immutable" },
  },
  {
    name: "a running Job takes another parallelism, and no other image",
    modes: ["apply"],
    first: job({ suspend: false }),
    desired: job({ suspend: false, parallelism: 2 }, {}, { image: "demo:1.1" }),
    server: { refused: 422, says: "field is immutable" },
    gate: { is: "write", lands: { "spec.parallelism": 2 }, again: "blocked", because: "the image stays" },
  },
  {
    name: "a suspended Job takes another nodeSelector, with the selector that was generated",
    modes: ["replace"],
    first: job(),
    desired: job({}, { nodeSelector: { disk: "ssd" } }),
    server: { refused: 422, says: "spec.selector: Required value" },
    gate: { is: "write", lands: { "spec.template.spec.nodeSelector": { disk: "ssd" } } },
  },
  {
    name: "a suspended Job takes another nodeSelector by a patch",
    modes: ["merge"],
    first: job(),
    desired: job({}, { nodeSelector: { disk: "ssd" } }),
    server: { changed: { "spec.template.spec.nodeSelector": { disk: "ssd" } } },
  },
  {
    name: "a suspended Job takes no other image by a PUT or a patch",
    modes: ["replace", "merge"],
    first: job(),
    desired: job({}, {}, { image: "demo:1.1" }),
    server: { refused: 422, says: "is invalid" },
    gate: { is: "blocked", reason: "immutable" },
  },
  {
    name: "a Pod's image",
    modes: ALL,
    first: pod(),
    desired: pod({ image: "demo:1.1" }),
    server: { changed: { "spec.containers[0].image": "demo:1.1" } },
  },
  {
    name: "a Pod's environment",
    modes: ALL,
    first: pod(),
    desired: pod({ env: [{ name: "A", value: "1" }] }),
    server: { refused: 422, says: "pod updates may not change fields" },
    gate: { is: "blocked", reason: "immutable" },
  },
  {
    name: "a Pod's image and environment: the image is written",
    modes: ALL,
    first: pod(),
    desired: pod({ image: "demo:1.1", env: [{ name: "A", value: "1" }] }),
    server: { refused: 422, says: "pod updates may not change fields" },
    gate: {
      is: "write",
      lands: { "spec.containers[0].image": "demo:1.1" },
      again: "blocked",
      because: "the environment stays",
    },
  },
  {
    name: "a roleRef",
    modes: ALL,
    first: binding("r", "a"),
    desired: binding("s", "a"),
    server: { refused: 422, says: "cannot change roleRef" },
    gate: { is: "blocked", reason: "immutable" },
  },
  {
    name: "a roleRef and subjects: the subjects are written",
    modes: ALL,
    first: binding("r", "a"),
    desired: binding("s", "b"),
    server: { refused: 422, says: "cannot change roleRef" },
    gate: {
      is: "write",
      lands: { "subjects[0].name": "b" },
      again: "blocked",
      because: "roleRef stays",
    },
  },
  {
    name: "a Secret's type",
    modes: ALL,
    first: secret({ type: "example.com/a" }),
    desired: secret({ type: "example.com/b" }),
    server: { refused: 422, says: "type: Invalid value" },
    gate: { is: "blocked", reason: "immutable", paths: ["type"] },
  },
  {
    name: "a Secret's type and data: the data is written",
    modes: ALL,
    first: secret({ type: "example.com/a", data: { a: "MQ==" } }),
    desired: secret({ type: "example.com/b", data: { a: "Mg==" } }),
    server: { refused: 422, says: "type: Invalid value" },
    gate: { is: "write", lands: { "data.a": "Mg==" }, again: "blocked", because: "the type stays" },
  },
  {
    name: "a Service's loadBalancerClass",
    modes: ALL,
    first: balanced({ loadBalancerClass: "example.com/a" }),
    desired: balanced({ loadBalancerClass: "example.com/b" }),
    server: { refused: 422, says: "loadBalancerClass: Invalid value" },
    gate: { is: "blocked", reason: "immutable", paths: ["spec.loadBalancerClass"] },
  },
  {
    name: "a Service's clusterIP",
    modes: ALL,
    first: service({ selector: { app: "demo" }, ports: [{ port: 80 }] }),
    desired: service({ clusterIP: "None", selector: { app: "demo" }, ports: [{ port: 80 }] }),
    server: { refused: 422, says: "clusterIPs[0]: Invalid value" },
    gate: { is: "blocked", reason: "immutable" },
  },
  {
    name: "a Deployment's selector and replicas: the replicas are written",
    modes: ALL,
    first: deployment(),
    desired: deployment({ replicas: 2, selector: { matchLabels: { app: "demo", tier: "web" } } }),
    server: { refused: 422, says: "selector" },
    gate: { is: "write", lands: { "spec.replicas": 2 }, again: "blocked", because: "the selector stays" },
  },
]);

// Unions.
const RECREATE = { strategy: { type: "Recreate" } };
const RECREATED = { "spec.strategy.type": "Recreate", "spec.strategy.rollingUpdate": GONE };
const TCP = { tcpSocket: { port: 80 } };
const EXEC = { exec: { command: ["x"] } };
const ANOTHER_HANDLER = {
  "spec.template.spec.containers[0].livenessProbe.tcpSocket": GONE,
  "spec.template.spec.containers[0].livenessProbe.exec": { command: ["x"] },
};
const FORBIDDEN = { refused: 422, says: "may not be specified when strategy `type` is 'Recreate'" };
table([
  {
    name: "Recreate over a defaulted RollingUpdate by a PUT",
    modes: ["replace"],
    first: deployment(),
    desired: deployment(RECREATE),
    server: { changed: RECREATED },
  },
  {
    name: "Recreate over a defaulted RollingUpdate by an apply",
    modes: ["apply"],
    first: deployment(),
    desired: deployment(RECREATE),
    server: FORBIDDEN,
    gate: {
      is: "write",
      reason: "not-possible-by-apply",
      mode: "replace",
      again: "write",
      because: "what the PUT changed is recorded for the PUT: one apply follows to own it",
      lands: RECREATED,
    },
  },
  {
    name: "Recreate over a defaulted RollingUpdate by an apply with rollingUpdate: null",
    modes: ["apply"],
    first: deployment(),
    desired: deployment({ strategy: { type: "Recreate", rollingUpdate: null } }),
    server: FORBIDDEN,
    gate: {
      is: "write",
      reason: "not-possible-by-apply",
      mode: "replace",
      again: "write",
      because: "what the PUT changed is recorded for the PUT: one apply follows to own it",
      lands: RECREATED,
    },
  },
  {
    name: "Recreate over our own RollingUpdate by an apply",
    modes: ["apply"],
    first: deployment({
      strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } },
    }),
    desired: deployment(RECREATE),
    server: { changed: RECREATED },
  },
  {
    name: "Recreate over a defaulted RollingUpdate by a patch",
    modes: ["merge"],
    first: deployment(),
    desired: deployment(RECREATE),
    server: FORBIDDEN,
    gate: { is: "write", lands: RECREATED },
  },
  {
    name: "Recreate over a defaulted RollingUpdate by a patch with rollingUpdate: null",
    modes: ["merge"],
    first: deployment(),
    desired: deployment({ strategy: { type: "Recreate", rollingUpdate: null } }),
    server: { changed: RECREATED },
  },
  {
    name: "another source of our volume",
    modes: ALL,
    first: deployment({}, { volumes: [{ name: "v", emptyDir: {} }] }),
    desired: deployment({}, { volumes: [{ name: "v", hostPath: { path: "/x" } }] }),
    server: {
      changed: {
        "spec.template.spec.volumes[0].emptyDir": GONE,
        "spec.template.spec.volumes[0].hostPath": { path: "/x", type: "" },
      },
    },
  },
  {
    name: "another handler of our probe",
    modes: ["replace", "apply"],
    first: deployment({}, {}, { livenessProbe: TCP }),
    desired: deployment({}, {}, { livenessProbe: EXEC }),
    server: { changed: ANOTHER_HANDLER },
  },
  {
    name: "another source of a foreign volume",
    modes: ["apply"],
    first: deployment(),
    meanwhile: [applies("other", deployment({}, { volumes: [{ name: "v", emptyDir: {} }] }))],
    desired: deployment({}, { volumes: [{ name: "v", hostPath: { path: "/x" } }] }),
    server: { refused: 422, says: "may not specify more than 1 volume type" },
    gate: {
      is: "write",
      reason: "not-possible-by-apply",
      mode: "replace",
      again: "write",
      because: "what the PUT changed is recorded for the PUT: one apply follows to own it",
      lands: {
        "spec.template.spec.volumes[0].emptyDir": GONE,
        "spec.template.spec.volumes[0].hostPath": { path: "/x", type: "" },
      },
    },
  },
  {
    name: "another handler of a foreign probe",
    modes: ["apply"],
    first: deployment(),
    meanwhile: [edits("other", deployment({}, {}, { livenessProbe: TCP }))],
    desired: deployment({}, {}, { livenessProbe: EXEC }),
    server: { refused: 422, says: "may not specify more than 1 handler type" },
    gate: {
      is: "write",
      reason: "not-possible-by-apply",
      mode: "replace",
      again: "write",
      because: "what the PUT changed is recorded for the PUT: one apply follows to own it",
      lands: ANOTHER_HANDLER,
    },
  },
]);
