import type { JsonObject } from "../../../src/core/json.js";
import { configMap, deployment, object, type Row, type Sent, service, template } from "./row.js";

/** With the volume that its container mounts. */
function mounting(spec: JsonObject, container: JsonObject): Sent {
  const volumes = [{ name: "data", emptyDir: {} }];
  return deployment({ ...spec, template: template(container, { volumes }) });
}

/** Objects of many kinds, as a controller states them. */
const NAMESPACED: readonly Sent[] = [
  configMap(
    { a: "1" },
    { labels: { app: "web" }, annotations: { note: "x" }, finalizers: ["test.example/a"] },
  ),
  object("v1", "Secret", "keys", { stringData: { a: "1" }, data: { b: "Mg==" } }),
  deployment(),
  mounting(
    { replicas: 3, strategy: { type: "Recreate" }, minReadySeconds: 0 },
    {
      ports: [{ containerPort: 80 }],
      env: [
        { name: "A", value: "" },
        { name: "B", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
      ],
      resources: { limits: { cpu: "1000m", memory: "1024Mi" } },
      livenessProbe: { httpGet: { port: 80 } },
      volumeMounts: [{ name: "data", mountPath: "/data", readOnly: false }],
    },
  ),
  object("apps/v1", "StatefulSet", "db", {
    spec: {
      serviceName: "db",
      selector: { matchLabels: { app: "web" } },
      template: template(),
      volumeClaimTemplates: [
        {
          metadata: { name: "data" },
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
        },
      ],
    },
  }),
  object("apps/v1", "DaemonSet", "agent", {
    spec: {
      selector: { matchLabels: { app: "web" } },
      template: template({}, { volumes: [{ name: "c", configMap: { name: "settings" } }] }),
    },
  }),
  object("apps/v1", "ReplicaSet", "rs", {
    spec: { selector: { matchLabels: { app: "web" } }, template: template() },
  }),
  object("batch/v1", "Job", "once", {
    spec: { template: { spec: { restartPolicy: "Never", containers: [{ name: "a", image: "a" }] } } },
  }),
  object("batch/v1", "CronJob", "nightly", {
    spec: {
      schedule: "0 0 * * *",
      jobTemplate: {
        spec: { template: { spec: { restartPolicy: "Never", containers: [{ name: "a", image: "a" }] } } },
      },
    },
  }),
  service({}),
  service({
    type: "NodePort",
    ports: [
      { name: "http", port: 80 },
      { name: "dns", port: 53, protocol: "UDP" },
    ],
  }),
  service({ clusterIP: "None" }),
  object("networking.k8s.io/v1", "Ingress", "web", {
    spec: {
      rules: [
        {
          host: "a.example",
          http: {
            paths: [
              { path: "/", pathType: "Prefix", backend: { service: { name: "web", port: { number: 80 } } } },
            ],
          },
        },
      ],
    },
  }),
  object("networking.k8s.io/v1", "NetworkPolicy", "deny", {
    spec: { podSelector: {}, egress: [{ ports: [{ port: 53 }] }] },
  }),
  object("rbac.authorization.k8s.io/v1", "Role", "reader", {
    rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }],
  }),
  object("rbac.authorization.k8s.io/v1", "RoleBinding", "reader", {
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "reader" },
    subjects: [{ kind: "ServiceAccount", name: "default", namespace: "default" }],
  }),
  object("v1", "ServiceAccount", "runner", {}),
  object("v1", "PersistentVolumeClaim", "data", {
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1024Mi" } } },
  }),
  object("policy/v1", "PodDisruptionBudget", "web", {
    spec: { minAvailable: 1, selector: { matchLabels: { app: "web" } } },
  }),
  object("autoscaling/v2", "HorizontalPodAutoscaler", "web", {
    spec: {
      maxReplicas: 3,
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
      metrics: [
        {
          type: "Resource",
          resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 60 } },
        },
      ],
    },
  }),
  object("coordination.k8s.io/v1", "Lease", "leader", {
    spec: { holderIdentity: "a", leaseDurationSeconds: 15 },
  }),
  object("v1", "LimitRange", "limits", { spec: { limits: [{ type: "Container", max: { cpu: "2000m" } }] } }),
  object("v1", "ResourceQuota", "quota", { spec: { hard: { pods: "10", "requests.cpu": "1000m" } } }),
  object("discovery.k8s.io/v1", "EndpointSlice", "web", {
    addressType: "IPv4",
    endpoints: [{ addresses: ["10.0.0.1"] }],
    ports: [{ port: 80 }],
  }),
];

const GLOBAL: readonly Sent[] = [
  object("rbac.authorization.k8s.io/v1", "ClusterRole", "reader", {
    rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }],
  }),
  object("rbac.authorization.k8s.io/v1", "ClusterRole", "nothing", { rules: [] }),
  object("scheduling.k8s.io/v1", "PriorityClass", "high", { value: 1000, globalDefault: false }),
  object("storage.k8s.io/v1", "StorageClass", "fast", { provisioner: "example.com/fast" }),
  object("networking.k8s.io/v1", "IngressClass", "web", { spec: { controller: "example.com/web" } }),
  object("v1", "Namespace", "made", {}),
  object("v1", "PersistentVolume", "disk", {
    spec: {
      capacity: { storage: "1Gi" },
      accessModes: ["ReadWriteOnce"],
      hostPath: { path: "/data" },
    },
  }),
  object("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", "check", {
    webhooks: [
      {
        name: "a.example.com",
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
        clientConfig: { url: "https://a.example.com/" },
        rules: [
          {
            apiGroups: ["none.example"],
            apiVersions: ["v1"],
            operations: ["CREATE"],
            resources: ["nothings"],
          },
        ],
      },
    ],
  }),
];

const KNOWN: Readonly<Record<string, NonNullable<Row["differs"]>>> = {
  "DaemonSet agent": {
    why: "an annotation that the server writes for clients of a version that is gone counts the template's changes",
    at: [/annotations|f:metadata/],
  },
  "Job once": {
    why: "the server shows labels that it stores at the first update only",
    at: [/^2.moved$/],
  },
  "ClusterRole nothing": {
    why: "an empty list and none are told apart by ownership, not by facts; so another's apply of it is a conflict",
    at: [/managedFields/, /^[45].(object|moved|generations|error)$/],
  },
  "PersistentVolumeClaim data": {
    why: "the server stores a claim anew at its first update, though nothing in it is another",
    at: [/^2.moved$/],
  },
  "Namespace made": {
    why: "a namespace stays until a controller has emptied it; in memory none runs, and it goes at once",
    at: [/^6.object$/],
  },
};

function rowOf(stated: Sent, isGlobal: boolean, index: number): Row {
  const name = `${stated.kind} ${stated.metadata?.name} (${index}): created, written again unchanged, applied by another`;
  const known = KNOWN[`${stated.kind} ${stated.metadata?.name}`];
  return {
    name,
    ...(known !== undefined && { differs: known }),
    run: async (tape) => {
      const metadata = stated.metadata ?? {};
      const sent = isGlobal
        ? ({ ...stated, metadata: { ...metadata, name: tape.global(String(metadata.name)) } } as Sent)
        : stated;
      await tape.create(sent, { fieldManager: "maker" });
      await tape.replace(await tape.read(sent), { fieldManager: "writer" });
      await tape.merge(sent, { metadata: { labels: { more: "x" } } }, { fieldManager: "labeller" });
      await tape.apply(sent, "applier");
      await tape.apply(sent, "applier");
      await tape.delete(sent);
    },
  };
}

export const creates: readonly Row[] = [
  ...NAMESPACED.map((each, index) => rowOf(each, false, index)),
  ...GLOBAL.map((each, index) => rowOf(each, true, index)),
];
