// Does a write that changes nothing move resourceVersion? Each one is sent for real.
import type { JsonObject } from "../../../src/core/json.js";
import { configMap, deployment, object, podSpec, secret, service } from "./objects.js";
import { table } from "./table.js";
import type { Body } from "./writes.js";

const statefulSet = (container: JsonObject = {}) =>
  object("apps/v1", "StatefulSet", {
    spec: {
      serviceName: "demo",
      selector: { matchLabels: { app: "demo" } },
      template: { metadata: { labels: { app: "demo" } }, spec: podSpec({}, container) },
    },
  });
const limited = (limits: JsonObject) => statefulSet({ resources: { limits } });
const PROBE = { httpGet: { path: "/", port: 80 } };
const still: readonly (readonly [what: string, object: Body])[] = [
  ["a canonical StatefulSet", statefulSet()],
  ["a canonical Deployment", deployment()],
  ["cpu: 1000m", limited({ cpu: "1000m" })],
  ["cpu: the number 1", limited({ cpu: 1 })],
  ["memory: 1024Mi", limited({ memory: "1024Mi" })],
  ["memory: 0.5Gi", limited({ memory: "0.5Gi" })],
  ["env: []", statefulSet({ env: [] })],
  ["env: null", statefulSet({ env: null })],
  ["resources: {}", statefulSet({ resources: {} })],
  ["initialDelaySeconds: 0", statefulSet({ livenessProbe: { ...PROBE, initialDelaySeconds: 0 } })],
  ["an empty environment variable", statefulSet({ env: [{ name: "A", value: "" }] })],
  ["creationTimestamp: null", configMap({ data: { a: "1" } }, { creationTimestamp: null })],
  ["stringData", secret({ stringData: { a: "1" } })],
  ["data: {}", configMap({ data: {} })],
  ["annotations: {}", configMap({ data: { a: "1" } }, { annotations: {} })],
  ["a Service", service({ selector: { app: "demo" }, ports: [{ port: 80 }] })],
  [
    "a PodDisruptionBudget",
    object("policy/v1", "PodDisruptionBudget", {
      spec: { minAvailable: 1, selector: { matchLabels: { app: "demo" } } },
    }),
  ],
  [
    "a CronJob",
    object("batch/v1", "CronJob", {
      spec: {
        schedule: "* * * * *",
        jobTemplate: { spec: { template: { spec: podSpec({ restartPolicy: "Never" }) } } },
      },
    }),
  ],
];

table([
  ...still.map(([what, first]) => ({
    name: what,
    modes: ["replace", "apply"] as const,
    first,
    server: "unchanged" as const,
    moves: false,
  })),
  {
    name: "a NetworkPolicy with ingress: [] comes back the same, and is written each time",
    modes: ["replace", "apply"],
    first: object("networking.k8s.io/v1", "NetworkPolicy", {
      spec: { podSelector: {}, policyTypes: ["Ingress"], ingress: [] },
    }),
    server: "unchanged",
    moves: true,
  },
]);
