// What the server does with a status, and what the gate says of it.
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import { freshNamespace, given, sharedClient } from "../helper.js";
import { differences, GONE } from "./differences.js";
import { deployment, object, podSpec, service } from "./objects.js";
import { appliesStatus, type StatusRow, statusTable } from "./status-table.js";
import { placeOf } from "./table.js";
import { accepted, deletes, edits, named, type Step } from "./writes.js";

const ALL = ["replace", "apply", "merge"] as const;
const THEN = "2026-01-01T00:00:00Z";
const NOW = "2026-02-02T00:00:00Z";

const condition = (type: string, more: JsonObject = {}): JsonObject => ({
  type,
  status: "True",
  reason: "AsPlanned",
  message: "all is well",
  lastTransitionTime: THEN,
  ...more,
});
const OF_OTHERS = { type: "Ready", status: "True", message: "all is well", lastUpdateTime: THEN };
const conditions = (...list: JsonObject[]): JsonObject => ({ conditions: list });

/** What holds of the conditions of any kind. */
const ofConditions = (of: JsonObject & { apiVersion: string; kind: string }): StatusRow[] => [
  {
    name: "conditions as they are",
    modes: ALL,
    of,
    first: conditions(condition("Ready")),
    server: "unchanged",
  },
  {
    name: "a condition came about at another time",
    modes: ALL,
    of,
    first: conditions(condition("Ready")),
    desired: conditions(condition("Ready", { lastTransitionTime: NOW })),
    server: { changed: { "status.conditions[0].lastTransitionTime": NOW } },
    gate: { is: "skip", passed: ["status.conditions[type=Ready].lastTransitionTime incidental"] },
  },
  {
    name: "a condition's message differs: since when it is so stays",
    modes: ALL,
    of,
    first: conditions(condition("Ready"), condition("Idle")),
    desired: conditions(
      condition("Ready", { lastTransitionTime: NOW, message: "still well" }),
      condition("Idle", { lastTransitionTime: NOW }),
    ),
    server: {
      changed: {
        "status.conditions[0].lastTransitionTime": NOW,
        "status.conditions[0].message": "still well",
        "status.conditions[1].lastTransitionTime": NOW,
      },
    },
    gate: {
      is: "write",
      paths: ["status.conditions[type=Ready].message"],
      lands: { "status.conditions[0].message": "still well" },
    },
  },
  {
    name: "a condition's status differs: from now on",
    modes: ALL,
    of,
    first: conditions(condition("Ready")),
    desired: conditions(condition("Ready", { lastTransitionTime: NOW, status: "False" })),
    server: {
      changed: { "status.conditions[0].lastTransitionTime": NOW, "status.conditions[0].status": "False" },
    },
    gate: { paths: ["status.conditions[type=Ready].status"] },
  },
  {
    name: "a condition that is new",
    modes: ALL,
    of,
    first: conditions(condition("Ready")),
    desired: conditions(
      condition("Ready", { lastTransitionTime: NOW }),
      condition("Idle", { lastTransitionTime: NOW }),
    ),
    server: {
      changed: {
        "status.conditions": [
          condition("Ready", { lastTransitionTime: NOW }),
          condition("Idle", { lastTransitionTime: NOW }),
        ],
      },
    },
    gate: {
      paths: ["status.conditions[type=Idle]"],
      lands: { "status.conditions": [condition("Ready"), condition("Idle", { lastTransitionTime: NOW })] },
    },
  },
  {
    name: "a condition that is no longer stated",
    modes: ALL,
    of,
    first: conditions(condition("Ready"), condition("Idle")),
    desired: conditions(condition("Idle")),
    server: { changed: { "status.conditions": [condition("Idle")] } },
    gate: { paths: ["status.conditions[type=Ready]"] },
  },
  {
    name: "conditions in another order",
    modes: ["replace", "merge"],
    of,
    first: conditions(condition("Ready"), condition("Idle")),
    desired: conditions(condition("Idle"), condition("Ready")),
    server: { changed: { "status.conditions[0].type": "Idle", "status.conditions[1].type": "Ready" } },
    gate: { is: "skip" },
  },
  {
    name: "somebody else's condition goes with a PUT or a merge patch of all of them",
    modes: ["replace", "merge"],
    of,
    first: conditions(condition("Ready")),
    meanwhile: [
      edits(
        "other",
        { status: conditions(condition("Ready"), condition("Theirs")) },
        { subresource: "status" },
      ),
    ],
    server: { changed: { "status.conditions": [condition("Ready")] } },
    gate: { paths: ["status.conditions[type=Theirs]"] },
  },
  {
    name: "somebody else's condition is kept where a rule says so",
    modes: ["replace", "merge"],
    of,
    first: conditions(condition("Ready")),
    meanwhile: [
      edits(
        "other",
        { status: conditions(condition("Ready"), condition("Theirs")) },
        { subresource: "status" },
      ),
    ],
    server: { changed: { "status.conditions": [condition("Ready")] } },
    rule: {
      subresource: "status",
      strategy: "exact",
      lists: [{ path: "status.conditions", keys: ["type"], foreign: "keep" }],
    },
    gate: { is: "skip", passed: ["status.conditions[type=Theirs] foreign"] },
  },
];

const SENT_WITHOUT: StatusRow = {
  name: "somebody else's condition is not sent along under apply",
  modes: ["apply"],
  of: deployment(),
  first: conditions(condition("Ready")),
  meanwhile: [appliesStatus("other", conditions(condition("Theirs")))],
  desired: conditions(condition("Ready", { message: "still well" })),
  server: { changed: { "status.conditions[0].message": "still well" } },
};

const KEPT_BY_OWNER: StatusRow = {
  name: "somebody else's condition stays under apply",
  modes: ["apply"],
  of: deployment(),
  first: conditions(condition("Ready")),
  meanwhile: [appliesStatus("other", conditions(condition("Theirs")))],
  server: "unchanged",
  gate: { is: "skip", passed: ["status.conditions[type=Theirs] foreign"] },
};

const autoscaler = object("autoscaling/v2", "HorizontalPodAutoscaler", {
  spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "x" } },
});
const olderAutoscaler = object("autoscaling/v1", "HorizontalPodAutoscaler", {
  spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "x" } },
});
const daemonSet = object("apps/v1", "DaemonSet", {
  spec: {
    selector: { matchLabels: { app: "demo" } },
    template: { metadata: { labels: { app: "demo" } }, spec: podSpec() },
  },
});
/** Kinds whose conditions have keys, with what the server prints of one that says no more. */
const TYPED = [
  { of: autoscaler, printed: { lastTransitionTime: null } },
  { of: daemonSet, printed: { lastTransitionTime: null } },
  {
    of: service({ ports: [{ port: 80 }] }),
    printed: { lastTransitionTime: null, reason: "", message: "" },
  },
];
const job = object("batch/v1", "Job", { spec: { template: { spec: podSpec({ restartPolicy: "Never" }) } } });

statusTable([
  ...ofConditions(service({ ports: [{ port: 80 }] })),
  KEPT_BY_OWNER,
  SENT_WITHOUT,
  {
    name: "a condition that does not say since when",
    modes: ["apply", "replace"],
    of: deployment(),
    first: conditions(condition("Ready", { lastUpdateTime: THEN })),
    desired: conditions({
      type: "Ready",
      status: "True",
      reason: "AsPlanned",
      message: "all is well",
      lastUpdateTime: THEN,
    }),
    server: { changed: { "status.conditions[0].lastTransitionTime": null } },
    gate: { is: "skip" },
  },
  {
    name: "a condition that does not say since when, with another message",
    modes: ["apply", "replace"],
    of: deployment(),
    first: conditions(condition("Ready", { lastUpdateTime: THEN })),
    desired: conditions({
      type: "Ready",
      status: "True",
      reason: "AsPlanned",
      message: "still well",
      lastUpdateTime: THEN,
    }),
    server: {
      changed: {
        "status.conditions[0].lastTransitionTime": null,
        "status.conditions[0].message": "still well",
      },
    },
    gate: { lands: { "status.conditions[0].message": "still well" } },
  },
  {
    name: "a condition that was looked at again",
    modes: ALL,
    of: deployment(),
    first: conditions(condition("Ready", { lastUpdateTime: THEN })),
    desired: conditions(condition("Ready", { lastUpdateTime: NOW })),
    server: { changed: { "status.conditions[0].lastUpdateTime": NOW } },
  },
  {
    name: "the generation that was observed",
    modes: ALL,
    of: deployment(),
    first: { observedGeneration: 1, replicas: 2 },
    desired: { observedGeneration: 2, replicas: 2 },
    server: { changed: { "status.observedGeneration": 2 } },
  },
  {
    name: "a field that is no longer stated",
    modes: ["replace", "apply"],
    of: deployment(),
    first: { observedGeneration: 1, replicas: 2 },
    desired: { observedGeneration: 1 },
    server: { changed: { "status.replicas": GONE } },
    gate: { paths: ["status.replicas"] },
  },
  {
    name: "a field that a merge patch does not state stays",
    modes: ["merge"],
    of: deployment(),
    first: { observedGeneration: 1, replicas: 2 },
    desired: { observedGeneration: 1 },
    server: "unchanged",
  },
  {
    name: "zeros",
    modes: ["replace", "merge"],
    of: deployment(),
    first: { observedGeneration: 1 },
    desired: { observedGeneration: 1, replicas: 0, readyReplicas: 0 },
    server: "unchanged",
  },
  {
    name: "zeros, which an apply owns",
    modes: ["apply"],
    of: deployment(),
    first: { observedGeneration: 1 },
    desired: { observedGeneration: 1, replicas: 0, readyReplicas: 0 },
    server: "own",
    gate: { is: "write", reason: "not-owned" },
  },
  {
    name: "no conditions, of which others would say since when, which an apply owns",
    modes: ["apply"],
    of: job,
    first: { active: 1 },
    desired: { active: 1, conditions: [] },
    server: "own",
    gate: { is: "write", reason: "not-owned" },
  },
  {
    name: "conditions that are null, which an apply owns",
    modes: ["apply"],
    of: job,
    first: { active: 1 },
    desired: { active: 1, conditions: null },
    server: "own",
    gate: { is: "write", reason: "not-owned" },
  },
  {
    name: "conditions that are taken away by stating none",
    modes: ["apply"],
    of: job,
    first: { active: 1, conditions: [condition("Ready")] },
    desired: { active: 1, conditions: [] },
    server: { changed: { "status.conditions": GONE } },
  },
  {
    name: "no generation that was observed, which an apply owns",
    modes: ["apply"],
    of: object("v1", "Pod", { spec: podSpec() }),
    first: { reason: "x" },
    desired: { reason: "x", observedGeneration: 0 },
    server: "own",
    gate: { is: "write", reason: "not-owned" },
  },
  {
    name: "a condition without a type is that of no name, beside another's",
    modes: ["apply"],
    of: autoscaler,
    first: { currentReplicas: 1, desiredReplicas: 1 },
    meanwhile: [appliesStatus("other", conditions({ type: "Ready", status: "True" }))],
    desired: {
      currentReplicas: 1,
      desiredReplicas: 1,
      conditions: [{ status: "True", reason: "AsPlanned" }],
    },
    server: {
      changed: {
        "status.conditions": [
          { type: "Ready", status: "True", lastTransitionTime: null },
          { type: "", status: "True", reason: "AsPlanned", lastTransitionTime: null },
        ],
      },
    },
  },
  {
    name: "a condition without a type, as it is",
    modes: ["apply"],
    of: autoscaler,
    first: { currentReplicas: 1, desiredReplicas: 1, conditions: [{ status: "True" }] },
    meanwhile: [appliesStatus("other", conditions({ type: "Ready", status: "True" }))],
    server: "unchanged",
  },
  ...TYPED.flatMap(({ of, printed }): StatusRow[] => [
    {
      name: `a condition whose type is null, of a ${of.kind}`,
      modes: ["apply"],
      of,
      first: conditions({ type: "Ready", status: "True" }),
      desired: conditions({ type: "Ready", status: "True" }, { type: null, status: "True" }),
      server: {
        changed: {
          "status.conditions": [
            { type: "Ready", status: "True", ...printed },
            { type: "", status: "True", ...printed },
          ],
        },
      },
    },
    {
      name: `a condition whose type is null, which an apply adds once more, of a ${of.kind}`,
      modes: ["apply"],
      of,
      first: conditions({ type: null, status: "True" }),
      server: {
        changed: {
          "status.conditions": [
            { type: "", status: "True", ...printed },
            { type: "", status: "True", ...printed },
          ],
        },
      },
      gate: { is: "write", reason: "not-owned", lands: {} },
    },
  ]),
  {
    name: "since when a condition is so, which somebody else says",
    modes: ["apply"],
    of: deployment(),
    first: conditions(OF_OTHERS),
    meanwhile: [appliesStatus("other", conditions({ type: "Ready", lastTransitionTime: THEN }))],
    desired: conditions({ ...OF_OTHERS, lastTransitionTime: NOW }),
    server: { changed: { "status.conditions[0].lastTransitionTime": NOW } },
    gate: { is: "skip" },
  },
  {
    name: "since when a condition is so, which somebody else says, with another message",
    modes: ["apply"],
    of: deployment(),
    first: conditions(OF_OTHERS),
    meanwhile: [appliesStatus("other", conditions({ type: "Ready", lastTransitionTime: THEN }))],
    desired: conditions({ ...OF_OTHERS, message: "still well", lastTransitionTime: NOW }),
    server: {
      changed: {
        "status.conditions[0].lastTransitionTime": NOW,
        "status.conditions[0].message": "still well",
      },
    },
    gate: { lands: { "status.conditions[0].message": "still well" } },
  },
  {
    name: "a status that is always written",
    modes: ALL,
    of: deployment(),
    first: conditions(condition("Ready", { lastUpdateTime: THEN })),
    desired: conditions(condition("Ready", { lastUpdateTime: THEN, lastTransitionTime: NOW })),
    server: { changed: { "status.conditions[0].lastTransitionTime": NOW } },
    rule: {
      subresource: "status",
      strategy: "unconditional",
      lists: [{ path: "status.conditions", keys: ["type"] }],
      incidental: [{ path: "status.conditions[*].lastTransitionTime", with: ["status"] }],
    },
    gate: { is: "write", lands: {}, again: "write" },
  },
  {
    name: "a status of which only what is stated counts",
    modes: ["replace"],
    of: deployment(),
    first: { observedGeneration: 1, replicas: 2 },
    desired: { observedGeneration: 2 },
    rule: { subresource: "status", strategy: "derivative" },
    server: { changed: { "status.observedGeneration": 2, "status.replicas": GONE } },
    gate: { lands: { "status.observedGeneration": 2 } },
  },
  {
    name: "an object whose metadata a PUT could change",
    modes: ALL,
    of: object(
      "v1",
      "Pod",
      { spec: podSpec() },
      { generateName: "web-", labels: { a: "1" }, annotations: { b: "2" }, finalizers: ["example.com/ours"] },
    ),
    first: { phase: "Pending" },
    desired: { phase: "Running" },
    beside: { metadata: { labels: { a: "9" }, annotations: { b: "9" } } },
    server: { changed: { "status.phase": "Running" } },
  },
  {
    name: "a status that was never written",
    modes: ALL,
    of: deployment(),
    desired: { observedGeneration: 1, replicas: 2 },
    server: { changed: { "status.observedGeneration": 1, "status.replicas": 2 } },
    gate: { is: "write" },
  },
  {
    name: "what others apply of the status stays",
    modes: ["apply"],
    of: deployment(),
    first: { observedGeneration: 1 },
    meanwhile: [appliesStatus("other", { replicas: 3 })],
    server: "unchanged",
  },
  {
    name: "a status that only others own",
    modes: ["apply"],
    of: deployment(),
    meanwhile: [appliesStatus("other", { replicas: 3 })],
    desired: { replicas: 3 },
    server: "own",
    gate: { is: "write", reason: "not-owned" },
  },
  {
    name: "the status of an object that is being deleted",
    modes: ALL,
    of: { ...deployment(), metadata: { finalizers: ["example.com/ours"] } },
    first: { observedGeneration: 1, replicas: 2 },
    meanwhile: [deletes()],
    desired: { observedGeneration: 1, replicas: 1 },
    server: { changed: { "status.replicas": 1 } },
  },
  {
    name: "nothing but the status is compared or sent",
    modes: ALL,
    of: deployment({ replicas: 1 }),
    first: { observedGeneration: 1, replicas: 2 },
    beside: { spec: { replicas: 5 } },
    server: "unchanged",
  },
  {
    name: "of fields that are ours, the others stay",
    modes: ["replace"],
    of: deployment(),
    first: { observedGeneration: 1, replicas: 2 },
    desired: { observedGeneration: 2 },
    rule: { subresource: "status", strategy: "exact", fields: ["status.observedGeneration"] },
    server: { changed: { "status.observedGeneration": 2, "status.replicas": GONE } },
    gate: { lands: { "status.observedGeneration": 2 }, paths: ["status.observedGeneration"] },
  },
]);

// Kinds of the server's own.
const unchanged = (name: string, of: StatusRow["of"], first: JsonObject): StatusRow => ({
  name,
  modes: ALL,
  of,
  first,
  server: "unchanged",
});
const volume = object("v1", "PersistentVolume", {
  spec: { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], hostPath: { path: "/x" } },
});
/** Made by: openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout /dev/null -subj /CN=demo */
const REQUEST =
  "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURSBSRVFVRVNULS0tLS0KTUlISk1IRUNBUUF3RHpFTk1Bc0dBMVVFQXd3RVpHVnRiekJaTUJNR0J5cUdTTTQ5QWdFR0NDcUdTTTQ5QXdFSApBMElBQkYvR1p2Z3VjTG9leTdiNkFkMlRaa3RwTTRtMGZzdy9CaWdxQ0JkaEJuaElxNUFqTjNhWUpIYXl0dU5ECnU5K2JoQ1ZsUFpaOGduU3VKckxsTkJIVGh2R2dBREFLQmdncWhrak9QUVFEQWdOSUFEQkZBaUVBdmFONmdNMTAKVWVsWkJBbmdkYTNGUmR5aEJXS3VaVkdDQzNndUUrUzNVczRDSUJseVdOVDIrWUdob0ovMnhnUXQ0NE13VXJiSwoxcTkrczk1K0c0dllLT1NwCi0tLS0tRU5EIENFUlRJRklDQVRFIFJFUVVFU1QtLS0tLQo=";
const request = object("certificates.k8s.io/v1", "CertificateSigningRequest", {
  spec: { request: REQUEST, signerName: "example.com/demo", usages: ["digital signature"] },
});
const approves: Step = async (client, place) => {
  const { body } = await client.get(place);
  const status = conditions({
    type: "Approved",
    status: "True",
    reason: "AsPlanned",
    message: "all is well",
  });
  return client.replace({ ...body, status }, { subresource: "approval" });
};
const node = object("v1", "Node", {});
const pod = object("v1", "Pod", { spec: podSpec() });
const container = {
  name: "web",
  image: "demo:1.0",
  imageID: "",
  restartCount: 0,
  ready: true,
  started: true,
};
statusTable([
  unchanged("a Service's load balancer", service({ type: "LoadBalancer", ports: [{ port: 80 }] }), {
    loadBalancer: { ingress: [{ ip: "192.0.2.1" }] },
  }),
  unchanged("a Pod", pod, {
    phase: "Running",
    podIP: "192.0.2.7",
    startTime: THEN,
    conditions: [condition("Ready", { lastProbeTime: null })],
    containerStatuses: [
      { ...container, state: { running: { startedAt: THEN } }, resources: { limits: { cpu: "1000m" } } },
    ],
  }),
  {
    name: "a Pod's other address",
    modes: ["replace"],
    of: pod,
    first: { podIP: "192.0.2.7" },
    desired: { podIP: "192.0.2.8", podIPs: [{ ip: "192.0.2.7" }] },
    server: { changed: { "status.podIP": "192.0.2.8", "status.podIPs[0].ip": "192.0.2.8" } },
  },
  unchanged("a Node", object("v1", "Node", {}), {
    capacity: { cpu: "4", memory: "1024Mi" },
    conditions: [condition("Ready", { lastHeartbeatTime: THEN })],
    addresses: [{ type: "InternalIP", address: "192.0.2.9" }],
  }),
  {
    name: "a Node's heartbeat",
    modes: ALL,
    of: object("v1", "Node", {}),
    first: conditions(condition("Ready", { lastHeartbeatTime: THEN })),
    desired: conditions(condition("Ready", { lastHeartbeatTime: NOW })),
    server: { changed: { "status.conditions[0].lastHeartbeatTime": NOW } },
  },
  unchanged(
    "a claim",
    object("v1", "PersistentVolumeClaim", {
      spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
    }),
    { phase: "Pending", conditions: [condition("Resizing", { lastProbeTime: null })] },
  ),
  unchanged(
    "an autoscaler",
    object("autoscaling/v2", "HorizontalPodAutoscaler", {
      spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "x" }, maxReplicas: 3 },
    }),
    {
      currentReplicas: 1,
      desiredReplicas: 2,
      conditions: [condition("AbleToScale")],
      currentMetrics: [
        {
          type: "Resource",
          resource: { name: "cpu", current: { averageUtilization: 3, averageValue: "0.5" } },
        },
      ],
    },
  ),
  unchanged(
    "a Job",
    object("batch/v1", "Job", { spec: { template: { spec: podSpec({ restartPolicy: "Never" }) } } }),
    { active: 1, ready: 0, startTime: THEN, uncountedTerminatedPods: {} },
  ),
  unchanged(
    "a StatefulSet",
    object("apps/v1", "StatefulSet", {
      spec: {
        serviceName: "x",
        selector: { matchLabels: { app: "demo" } },
        template: { metadata: { labels: { app: "demo" } }, spec: podSpec() },
      },
    }),
    { replicas: 0, availableReplicas: 0, currentRevision: "a", observedGeneration: 1 },
  ),
  unchanged("a quota", object("v1", "ResourceQuota", { spec: { hard: { pods: "5" } } }), {
    hard: { pods: "5", "requests.cpu": "1000m" },
    used: { pods: "0" },
  }),
  unchanged(
    "an Ingress",
    object("networking.k8s.io/v1", "Ingress", {
      spec: { defaultBackend: { service: { name: "x", port: { number: 80 } } } },
    }),
    { loadBalancer: { ingress: [{ ip: "192.0.2.1", ports: [{ port: 80, protocol: "TCP" }] }] } },
  ),
  unchanged("a Namespace", object("v1", "Namespace", {}), {
    phase: "Active",
    conditions: [condition("NamespaceContentRemaining")],
  }),
  unchanged("a volume, which the server says since when", volume, { phase: "Available" }),
  {
    name: "a volume of another phase",
    modes: ALL,
    of: volume,
    first: { phase: "Available", lastPhaseTransitionTime: THEN },
    desired: { phase: "Released", lastPhaseTransitionTime: NOW },
    server: { changed: { "status.phase": "Released", "status.lastPhaseTransitionTime": NOW } },
  },
  {
    name: "a Pod's generation that was observed is not taken back by leaving it out",
    modes: ALL,
    of: pod,
    first: {
      observedGeneration: 1,
      conditions: [condition("Ready", { observedGeneration: 1, lastProbeTime: null })],
    },
    desired: { conditions: [condition("Ready", { lastProbeTime: null })] },
    server: "own",
    gate: { is: "skip", passed: ["status.observedGeneration kept-from-live"] },
  },
  {
    name: "an approval stays: leaving it out is refused",
    modes: ["replace"],
    of: request,
    meanwhile: [approves],
    desired: {},
    server: { refused: 422, says: 'updates may not remove a condition of type "Approved"' },
    gate: { is: "skip" },
  },
  {
    name: "an approval stays beside another condition",
    modes: ["replace", "merge"],
    of: request,
    meanwhile: [approves],
    desired: conditions(condition("Failed", { lastUpdateTime: THEN })),
    server: { refused: 422, says: 'updates may not remove a condition of type "Approved"' },
    gate: { is: "write", paths: ["status.conditions[type=Failed]"] },
  },
  {
    name: "a Node without capacity",
    modes: ["replace", "merge"],
    of: node,
    first: { phase: "Running" },
    desired: { phase: "Running", capacity: {} },
    server: "unchanged",
  },
  {
    name: "a Node that lost its capacity",
    modes: ["replace"],
    of: node,
    first: { capacity: { cpu: "1" } },
    desired: { capacity: {} },
    server: { changed: { "status.capacity": GONE, "status.allocatable": GONE } },
  },
  {
    name: "a Node without capacity, which an apply owns",
    modes: ["apply"],
    of: node,
    first: { phase: "Running" },
    desired: { phase: "Running", capacity: {} },
    server: "own",
  },
  {
    name: "a Node's configuration, which no server keeps",
    modes: ["replace", "merge"],
    of: node,
    first: { phase: "Running" },
    desired: { phase: "Running", config: { error: "none" } },
    server: "unchanged",
    gate: { passed: ["status.config kept-from-live"] },
  },
  {
    name: "a Node's configuration, which no server keeps and an apply owns",
    modes: ["apply"],
    of: node,
    first: { phase: "Running" },
    desired: { phase: "Running", config: { error: "none" } },
    server: "own",
    gate: { passed: ["status.config kept-from-live"] },
  },
  ...[50, 60, null, undefined].flatMap((percentage): StatusRow[] => {
    const row = {
      name: `an autoscaler's use of CPU, stated as ${percentage}, which stays while an annotation says it`,
      of: olderAutoscaler,
      first: { currentReplicas: 1, currentCPUUtilizationPercentage: 50 },
      desired: {
        currentReplicas: 1,
        ...(percentage !== undefined && { currentCPUUtilizationPercentage: percentage }),
      },
    };
    return [
      { ...row, modes: ["replace", "merge"], server: "unchanged" },
      {
        ...row,
        modes: ["apply"],
        server: percentage === undefined ? "own" : "unchanged",
        gate: { is: "skip" },
      },
    ];
  }),
  unchanged(
    "a DaemonSet",
    object("apps/v1", "DaemonSet", {
      spec: {
        selector: { matchLabels: { app: "demo" } },
        template: { metadata: { labels: { app: "demo" } }, spec: podSpec() },
      },
    }),
    { currentNumberScheduled: 0, numberMisscheduled: 0, desiredNumberScheduled: 0, numberReady: 0 },
  ),
  unchanged(
    "a CronJob",
    object("batch/v1", "CronJob", {
      spec: {
        schedule: "* * * * *",
        jobTemplate: { spec: { template: { spec: podSpec({ restartPolicy: "Never" }) } } },
      },
    }),
    { lastScheduleTime: THEN, active: [{ kind: "Job", name: "x", namespace: "y" }] },
  ),
  unchanged(
    "a disruption budget",
    object("policy/v1", "PodDisruptionBudget", { spec: { minAvailable: 1, selector: {} } }),
    { currentHealthy: 0, desiredHealthy: 1, disruptionsAllowed: 0, expectedPods: 0, observedGeneration: 1 },
  ),
]);

const CRD = (kind: string, list: string, subresources: string): string => `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${kind.toLowerCase()}s.status.example.com }
spec:
  group: status.example.com
  names: { kind: ${kind}, plural: ${kind.toLowerCase()}s }
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      ${subresources}
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: { type: object, properties: { size: { type: integer } } }
            status:
              type: object
              properties:
                observedGeneration: { type: integer }
                phase: { type: string, default: New }
                conditions:
                  type: array
                  ${list}
                  items:
                    type: object
                    required: [type, status, lastTransitionTime]
                    properties:
                      type: { type: string }
                      status: { type: string }
                      reason: { type: string }
                      message: { type: string }
                      lastTransitionTime: { type: string, format: date-time }
`;
const KEYED = "x-kubernetes-list-type: map\n                  x-kubernetes-list-map-keys: [type]";
const custom = (kind: string) => object("status.example.com/v1", kind, { spec: { size: 1 } });

const SERVED = "subresources: { status: {} }";
statusTable(
  ofConditions(custom("Widget")).map((row) => ({ ...row, name: `a map: ${row.name}` })),
  CRD("Widget", KEYED, SERVED),
);
statusTable(
  [
    ...ofConditions(custom("Gadget")).map((row) => ({ ...row, name: `an atomic list: ${row.name}` })),
    {
      name: "a status of another phase",
      modes: ALL,
      of: custom("Gadget"),
      first: { phase: "New" },
      desired: { phase: "Old" },
      server: { changed: { "status.phase": "Old" } },
    },
  ],
  CRD("Gadget", "x-kubernetes-list-type: atomic", SERVED),
);
statusTable(
  [
    ...ofConditions(custom("Gizmo"))
      .filter(({ meanwhile }) => meanwhile === undefined)
      .map((row) => ({ ...row, name: `no subresource: ${row.name}` })),
    {
      name: "without a subresource nothing but the status is compared or sent",
      modes: ALL,
      of: custom("Gizmo"),
      first: { phase: "New" },
      desired: { phase: "Old" },
      beside: { spec: { size: 7 } },
      server: { changed: { "status.phase": "Old" } },
    },
  ],
  CRD("Gizmo", KEYED, ""),
);

// What a PUT to the status subresource does with the rest of the object.
describe("metadata that a PUT to the status subresource states", () => {
  test.skipIf(!given).each([
    { of: deployment(), lands: { "metadata.annotations": { x: "1" } } },
    { of: pod, lands: { "metadata.labels": { x: "1" }, "metadata.annotations": { x: "1" } } },
    {
      of: service({ ports: [{ port: 80 }] }),
      lands: { "metadata.labels": { x: "1" }, "metadata.annotations": { x: "1" } },
    },
    {
      of: object("networking.k8s.io/v1", "ServiceCIDR", { spec: { cidrs: ["198.51.100.0/24"] } }),
      lands: {},
    },
  ])("$of.kind", async ({ of, lands }) => {
    const client = sharedClient();
    const place = await placeOf(client, of, "status-metadata", await freshNamespace(client));
    const made = await client.create(named(of, place));
    accepted(made);
    const { metadata } = made.body;
    const stated = { ...made.body, metadata: { ...metadata, labels: { x: "1" }, annotations: { x: "1" } } };
    const { code, body } = await client.replace(stated, { subresource: "status", dryRun: true });
    expect(code).toBe(200);
    expect(differences(made.body as unknown as JsonObject, body as unknown as JsonObject)).toEqual(lands);
    await client.delete(place);
    client.close();
  });
});
