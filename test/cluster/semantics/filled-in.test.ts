// What the server fills in, changes and drops; the same object written again changes nothing.
import { expect } from "vitest";
import { isList, isObject, type Json, type JsonObject } from "../../../src/core/json.js";
import { type Differences, GONE } from "./differences.js";
import { configMap, deployment, object, podSpec, secret, service } from "./objects.js";
import type { Row } from "./row.js";
import { table } from "./table.js";
import { type Body, waitsFor } from "./writes.js";

/** All differences of what is stored from what was stated. */
const made = (
  name: string,
  first: Body,
  stored: Differences,
  modes: Row["modes"] = ["replace", "apply", "merge"],
): Row => ({ name, modes, first, stored, server: "unchanged" });

/** Differences below a path. */
const under = (path: string, differences: Differences): Differences =>
  Object.fromEntries(Object.entries(differences).map(([key, value]) => [`${path}.${key}`, value]));

const CONTAINER = {
  imagePullPolicy: "IfNotPresent",
  terminationMessagePath: "/dev/termination-log",
  terminationMessagePolicy: "File",
};
const POD = {
  dnsPolicy: "ClusterFirst",
  restartPolicy: "Always",
  schedulerName: "default-scheduler",
  securityContext: {},
  terminationGracePeriodSeconds: 30,
};
const TEMPLATE = {
  ...under("spec.template.spec", POD),
  ...under("spec.template.spec.containers[0]", { ...CONTAINER, resources: {} }),
};
const ROLLING = { type: "RollingUpdate", rollingUpdate: { maxUnavailable: "25%", maxSurge: "25%" } };
const DEPLOYMENT = {
  ...TEMPLATE,
  "spec.replicas": 1,
  "spec.strategy": ROLLING,
  "spec.revisionHistoryLimit": 10,
  "spec.progressDeadlineSeconds": 600,
};
const without = (differences: Differences, ...paths: string[]): Differences =>
  Object.fromEntries(Object.entries(differences).filter(([path]) => !paths.includes(path)));

const WEB = "spec.template.spec.containers[0]";
const inContainer = (name: string, container: JsonObject, stored: Differences) =>
  made(name, deployment({}, {}, container), { ...DEPLOYMENT, ...under(WEB, stored) });
const inPod = (name: string, pod: JsonObject, stored: Differences) =>
  made(name, deployment({}, pod), { ...DEPLOYMENT, ...under("spec.template.spec", stored) });

// Containers.
const THRESHOLDS = { failureThreshold: 3, periodSeconds: 10, successThreshold: 1, timeoutSeconds: 1 };
table([
  inContainer("an image without a tag", { image: "demo" }, { imagePullPolicy: "Always" }),
  inContainer("an image of the tag latest", { image: "demo:latest" }, { imagePullPolicy: "Always" }),
  inContainer("an image with a digest", { image: `demo@sha256:${"0".repeat(64)}` }, {}),
  inContainer("a port", { ports: [{ containerPort: 80 }] }, { "ports[0].protocol": "TCP" }),
  inContainer(
    "an environment variable of a field",
    { env: [{ name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }] },
    { "env[0].valueFrom.fieldRef.apiVersion": "v1" },
  ),
  inContainer(
    "a probe by HTTP",
    { livenessProbe: { httpGet: { port: 80 } } },
    under("livenessProbe", { ...THRESHOLDS, "httpGet.path": "/", "httpGet.scheme": "HTTP" }),
  ),
  inContainer(
    "a probe by gRPC",
    { readinessProbe: { grpc: { port: 80 } } },
    under("readinessProbe", { ...THRESHOLDS, "grpc.service": "" }),
  ),
  inContainer(
    "a probe by TCP, with a zero",
    { startupProbe: { tcpSocket: { port: 80 }, initialDelaySeconds: 0 } },
    under("startupProbe", { ...THRESHOLDS, initialDelaySeconds: GONE }),
  ),
  inContainer(
    "a hook by HTTP",
    { lifecycle: { preStop: { httpGet: { port: 80 } } } },
    under("lifecycle.preStop.httpGet", { path: "/", scheme: "HTTP" }),
  ),
  inPod(
    "an init container",
    { initContainers: [{ name: "i", image: "demo:1.0" }] },
    {
      ...under("initContainers[0]", { ...CONTAINER, resources: {} }),
    },
  ),
]);

// Quantities.
const resources = (name: string, limits: JsonObject, stored: JsonObject): Row =>
  made(name, deployment({}, {}, { resources: { limits } }), {
    ...without(DEPLOYMENT, `${WEB}.resources`),
    ...under(`${WEB}.resources.limits`, stored),
  });
table([
  resources("cpu: 1000m", { cpu: "1000m" }, { cpu: "1" }),
  resources("cpu: .5", { cpu: ".5" }, { cpu: "500m" }),
  resources("cpu: the number 0.3", { cpu: 0.3 }, { cpu: "300m" }),
  resources("memory: 1024Mi", { memory: "1024Mi" }, { memory: "1Gi" }),
  resources("memory: 0.5Gi", { memory: "0.5Gi" }, { memory: "512Mi" }),
]);

// Pods and their templates.
const claimSpec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };
const nameFile = { path: "n", fieldRef: { fieldPath: "metadata.name" } };
const volume = (what: string, source: JsonObject, stored: Differences) =>
  inPod(`a volume: ${what}`, { volumes: [{ name: "v", ...source }] }, under("volumes[0]", stored));
table([
  inPod("serviceAccountName", { serviceAccountName: "s" }, { serviceAccount: "s" }),
  inPod("serviceAccount", { serviceAccount: "s" }, { serviceAccountName: "s" }),
  volume("nothing", {}, { emptyDir: {} }),
  volume("configMap", { configMap: { name: "c" } }, { "configMap.defaultMode": 420 }),
  volume("secret", { secret: { secretName: "s" } }, { "secret.defaultMode": 420 }),
  volume(
    "downwardAPI",
    { downwardAPI: { items: [nameFile] } },
    { "downwardAPI.defaultMode": 420, "downwardAPI.items[0].fieldRef.apiVersion": "v1" },
  ),
  volume(
    "projected",
    {
      projected: {
        sources: [{ serviceAccountToken: { path: "t" } }, { downwardAPI: { items: [nameFile] } }],
      },
    },
    {
      "projected.defaultMode": 420,
      "projected.sources[0].serviceAccountToken.expirationSeconds": 3600,
      "projected.sources[1].downwardAPI.items[0].fieldRef.apiVersion": "v1",
    },
  ),
  volume("hostPath", { hostPath: { path: "/x" } }, { "hostPath.type": "" }),
  volume(
    "azureDisk",
    { azureDisk: { diskName: "d", diskURI: "https://d.example.com" } },
    under("azureDisk", { cachingMode: "ReadWrite", fsType: "ext4", readOnly: false, kind: "Shared" }),
  ),
  volume(
    "iscsi",
    { iscsi: { targetPortal: "192.0.2.1", iqn: "iqn.2001-04.com.example:x", lun: 0 } },
    { "iscsi.iscsiInterface": "default" },
  ),
  volume(
    "rbd",
    { rbd: { monitors: ["m"], image: "i" } },
    under("rbd", { pool: "rbd", user: "admin", keyring: "/etc/ceph/keyring" }),
  ),
  volume(
    "scaleIO",
    { scaleIO: { gateway: "g", system: "s", secretRef: { name: "s" }, volumeName: "v" } },
    under("scaleIO", { storageMode: "ThinProvisioned", fsType: "xfs" }),
  ),
  volume(
    "ephemeral",
    { ephemeral: { volumeClaimTemplate: { spec: claimSpec } } },
    under("ephemeral.volumeClaimTemplate", { metadata: {}, "spec.volumeMode": "Filesystem" }),
  ),
  volume(
    "readOnly: false",
    { persistentVolumeClaim: { claimName: "c", readOnly: false } },
    {
      "persistentVolumeClaim.readOnly": GONE,
    },
  ),
]);

// What is dropped.
table([
  inContainer("env: []", { env: [] }, { env: GONE }),
  inContainer("an empty value", { env: [{ name: "A", value: "" }] }, { "env[0].value": GONE }),
  made(
    "a mount's readOnly: false",
    deployment(
      {},
      { volumes: [{ name: "v", emptyDir: {} }] },
      { volumeMounts: [{ name: "v", mountPath: "/v", readOnly: false }] },
    ),
    { ...DEPLOYMENT, [`${WEB}.volumeMounts[0].readOnly`]: GONE },
  ),
  inPod("nodeSelector: {}", { nodeSelector: {} }, { nodeSelector: GONE }),
  inPod("tolerations: []", { tolerations: [] }, { tolerations: GONE }),
  made("minReadySeconds: 0", deployment({ minReadySeconds: 0 }), {
    ...DEPLOYMENT,
    "spec.minReadySeconds": GONE,
  }),
  made("a ConfigMap's data: {}", configMap({ data: {} }), { data: GONE }),
  made("a ConfigMap's data: null", configMap({ data: null }), { data: GONE }),
  made("stringData", secret({ stringData: { a: "1" } }), {
    stringData: GONE,
    data: { a: "MQ==" },
    type: "Opaque",
  }),
]);

// Workloads.
const template = { metadata: { labels: { app: "demo" } }, spec: podSpec() };
const selector = { matchLabels: { app: "demo" } };
const toleration = (key: string) => ({
  key,
  operator: "Exists",
  effect: "NoExecute",
  tolerationSeconds: 300,
});
const NO_TEMPLATE_RESTART = without(
  under("spec.jobTemplate", TEMPLATE),
  "spec.jobTemplate.spec.template.spec.restartPolicy",
);
table([
  made("a Pod", object("v1", "Pod", { spec: podSpec({}, { resources: { limits: { cpu: "1" } } }) }), {
    ...under("spec", POD),
    ...under("spec.containers[0]", { ...CONTAINER, "resources.requests": { cpu: "1" } }),
    "spec.enableServiceLinks": true,
    "spec.priority": 0,
    "spec.preemptionPolicy": "PreemptLowerPriority",
    "spec.tolerations": [
      toleration("node.kubernetes.io/not-ready"),
      toleration("node.kubernetes.io/unreachable"),
    ],
  }),
  made("a ReplicationController", object("v1", "ReplicationController", { spec: { template } }), {
    ...TEMPLATE,
    "spec.replicas": 1,
    "spec.selector": { app: "demo" },
    "metadata.labels": { app: "demo" },
  }),
  made("a Deployment", deployment(), DEPLOYMENT),
  made("a Deployment with its strategy", deployment({ strategy: { type: "RollingUpdate" } }), {
    ...without(DEPLOYMENT, "spec.strategy"),
    "spec.strategy.rollingUpdate": ROLLING.rollingUpdate,
  }),
  made("a ReplicaSet", object("apps/v1", "ReplicaSet", { spec: { selector, template } }), {
    ...TEMPLATE,
    "spec.replicas": 1,
  }),
  made(
    "a StatefulSet",
    object("apps/v1", "StatefulSet", {
      spec: {
        serviceName: "demo",
        selector,
        template,
        volumeClaimTemplates: [{ metadata: { name: "c" }, spec: claimSpec }],
      },
    }),
    {
      ...TEMPLATE,
      "spec.replicas": 1,
      "spec.podManagementPolicy": "OrderedReady",
      "spec.updateStrategy": { type: "RollingUpdate", rollingUpdate: { partition: 0 } },
      "spec.revisionHistoryLimit": 10,
      "spec.persistentVolumeClaimRetentionPolicy": { whenDeleted: "Retain", whenScaled: "Retain" },
      ...under("spec.volumeClaimTemplates[0]", {
        apiVersion: "v1",
        kind: "PersistentVolumeClaim",
        "spec.volumeMode": "Filesystem",
        status: { phase: "Pending" },
      }),
    },
  ),
  made("a DaemonSet", object("apps/v1", "DaemonSet", { spec: { selector, template } }), {
    ...TEMPLATE,
    "spec.updateStrategy": { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
    "spec.revisionHistoryLimit": 10,
    "metadata.annotations": { "deprecated.daemonset.template.generation": "1" },
  }),
  made(
    "a CronJob",
    object("batch/v1", "CronJob", {
      spec: {
        schedule: "* * * * *",
        jobTemplate: { spec: { template: { spec: podSpec({ restartPolicy: "Never" }) } } },
      },
    }),
    {
      ...NO_TEMPLATE_RESTART,
      "spec.jobTemplate.metadata": {},
      "spec.jobTemplate.spec.template.metadata": {},
      "spec.concurrencyPolicy": "Allow",
      "spec.suspend": false,
      "spec.successfulJobsHistoryLimit": 3,
      "spec.failedJobsHistoryLimit": 1,
    },
  ),
]);

// Services and network policies.
const ADDRESS = expect.stringMatching(/^10\./);
const NODE_PORT = expect.any(Number);
const SERVICE = {
  "spec.clusterIP": ADDRESS,
  "spec.clusterIPs": [ADDRESS],
  "spec.ipFamilies": ["IPv4"],
  "spec.ipFamilyPolicy": "SingleStack",
  "spec.internalTrafficPolicy": "Cluster",
  "spec.sessionAffinity": "None",
  "spec.ports[0].protocol": "TCP",
  "spec.ports[0].targetPort": 80,
};
const serving = (spec: JsonObject, nodePort?: Json) =>
  service({
    selector: { app: "demo" },
    ports: [{ port: 80, ...(nodePort !== undefined && { nodePort }) }],
    ...spec,
  });
const policy = (spec: JsonObject) =>
  object("networking.k8s.io/v1", "NetworkPolicy", { spec: { podSelector: {}, ...spec } });
table([
  made("a Service", serving({}), { ...SERVICE, "spec.type": "ClusterIP" }),
  made("a Service of type NodePort, with nodePort: 0", serving({ type: "NodePort" }, 0), {
    ...SERVICE,
    "spec.externalTrafficPolicy": "Cluster",
    "spec.ports[0].nodePort": NODE_PORT,
  }),
  made("a Service of type NodePort, with nodePort: null", serving({ type: "NodePort" }, null), {
    ...SERVICE,
    "spec.externalTrafficPolicy": "Cluster",
    "spec.ports[0].nodePort": NODE_PORT,
  }),
  made("nodePort: 0 of a Service without node ports", serving({}, 0), {
    ...SERVICE,
    "spec.type": "ClusterIP",
    "spec.ports[0].nodePort": GONE,
  }),
  made(
    "a Service of type LoadBalancer",
    serving({ type: "LoadBalancer", externalTrafficPolicy: "Local", sessionAffinity: "ClientIP" }),
    {
      ...without(SERVICE, "spec.sessionAffinity"),
      "spec.sessionAffinityConfig": { clientIP: { timeoutSeconds: 10800 } },
      "spec.allocateLoadBalancerNodePorts": true,
      "spec.healthCheckNodePort": NODE_PORT,
      "spec.ports[0].nodePort": NODE_PORT,
    },
  ),
  made("a headless Service", serving({ clusterIP: "None" }), {
    ...without(SERVICE, "spec.clusterIP"),
    "spec.type": "ClusterIP",
    "spec.clusterIPs": ["None"],
  }),
  made("a headless Service without a selector", service({ clusterIP: "None", ports: [{ port: 80 }] }), {
    ...without(SERVICE, "spec.clusterIP"),
    "spec.type": "ClusterIP",
    "spec.clusterIPs": ["None"],
    "spec.ipFamilies": ["IPv4", "IPv6"],
    "spec.ipFamilyPolicy": "RequireDualStack",
  }),
  made("a NetworkPolicy", policy({ ingress: [{ ports: [{ port: 80 }] }] }), {
    "spec.ingress[0].ports[0].protocol": "TCP",
    "spec.policyTypes": ["Ingress"],
  }),
  made("a NetworkPolicy with egress", policy({ egress: [{}] }), {
    "spec.policyTypes": ["Ingress", "Egress"],
  }),
]);

// Webhooks: of a kind that nobody writes, since they would be called.
const RULE = {
  apiGroups: ["none.example"],
  apiVersions: ["*"],
  operations: ["CREATE"],
  resources: ["nothing"],
};
const webhook = (kind: string, clientConfig: JsonObject) =>
  object("admissionregistration.k8s.io/v1", kind, {
    webhooks: [
      {
        name: "w.example.com",
        clientConfig,
        rules: [RULE],
        sideEffects: "None",
        admissionReviewVersions: ["v1"],
      },
    ],
  });
const WEBHOOK = under("webhooks[0]", {
  "rules[0].scope": "*",
  failurePolicy: "Fail",
  matchPolicy: "Equivalent",
  namespaceSelector: {},
  objectSelector: {},
  timeoutSeconds: 10,
});
table([
  made(
    "a ValidatingWebhookConfiguration",
    webhook("ValidatingWebhookConfiguration", { service: { name: "s", namespace: "default" } }),
    { ...WEBHOOK, "webhooks[0].clientConfig.service.port": 443 },
  ),
  made(
    "a MutatingWebhookConfiguration",
    webhook("MutatingWebhookConfiguration", { url: "https://w.example.com" }),
    { ...WEBHOOK, "webhooks[0].reinvocationPolicy": "Never" },
  ),
]);

// Storage.
const source = { kind: "PersistentVolumeClaim", name: "other" };
table([
  made(
    "a PersistentVolumeClaim",
    object("v1", "PersistentVolumeClaim", { spec: { ...claimSpec, dataSource: source } }),
    {
      "spec.volumeMode": "Filesystem",
      "spec.dataSource.apiGroup": null,
      "spec.dataSourceRef": { apiGroup: null, ...source },
      "metadata.finalizers": ["kubernetes.io/pvc-protection"],
    },
  ),
  made(
    "a PersistentVolume",
    object("v1", "PersistentVolume", {
      spec: {
        capacity: { storage: "1Gi" },
        accessModes: ["ReadWriteOnce"],
        hostPath: { path: "/x" },
        mountOptions: null,
      },
    }),
    {
      "spec.hostPath.type": "",
      "spec.mountOptions": GONE,
      "spec.persistentVolumeReclaimPolicy": "Retain",
      "spec.volumeMode": "Filesystem",
      "metadata.finalizers": ["kubernetes.io/pv-protection"],
    },
  ),
  made(
    "a StorageClass",
    object("storage.k8s.io/v1", "StorageClass", { provisioner: "example.com/p", mountOptions: null }),
    { mountOptions: GONE, reclaimPolicy: "Delete", volumeBindingMode: "Immediate" },
  ),
]);

// Others.
const scaled = (spec: JsonObject) =>
  object("autoscaling/v2", "HorizontalPodAutoscaler", {
    spec: {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "demo" },
      maxReplicas: 5,
      ...spec,
    },
  });
const LABELLED = { labels: { app: "demo" } };
const percent = { type: "Percent", value: 100, periodSeconds: 15 };
const pods = (averageValue: Json) => ({
  type: "Pods",
  pods: { metric: { name: "m" }, target: { type: "AverageValue", averageValue } },
});
table([
  made("a HorizontalPodAutoscaler", scaled({}), {
    "spec.minReplicas": 1,
    "spec.metrics": [
      {
        type: "Resource",
        resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 80 } },
      },
    ],
  }),
  made(
    "a HorizontalPodAutoscaler with a behaviour, and a target as a number",
    scaled({ metrics: [pods(20)], behavior: { scaleDown: { stabilizationWindowSeconds: 60 } } }),
    {
      "spec.minReplicas": 1,
      "spec.metrics[0].pods.target.averageValue": "20",
      "spec.behavior.scaleDown.selectPolicy": "Max",
      "spec.behavior.scaleDown.policies": [percent],
      "spec.behavior.scaleUp": {
        stabilizationWindowSeconds: 0,
        selectPolicy: "Max",
        policies: [{ type: "Pods", value: 4, periodSeconds: 15 }, percent],
      },
    },
  ),
  {
    ...made(
      "an APIService",
      object(
        "apiregistration.k8s.io/v1",
        "APIService",
        {
          spec: {
            group: "none.example",
            version: "v1",
            groupPriorityMinimum: 1000,
            versionPriority: 10,
            insecureSkipTLSVerify: true,
            service: { name: "s", namespace: "default" },
          },
        },
        { name: "v1.none.example" },
      ),
      { "spec.service.port": 443 },
    ),
    // The server itself looks for the service, and says in the status that there is none.
    meanwhile: [waitsFor(({ status }) => isObject(status) && isList(status.conditions))],
  },
  made("a Namespace", object("v1", "Namespace", {}, LABELLED), {
    "metadata.labels[kubernetes.io/metadata.name]": expect.any(String),
    spec: { finalizers: ["kubernetes"] },
  }),
  made("a Node", object("v1", "Node", {}, LABELLED), {
    spec: { taints: [{ key: "node.kubernetes.io/not-ready", effect: "NoSchedule" }] },
  }),
  made("a ClusterRole's rules: []", object("rbac.authorization.k8s.io/v1", "ClusterRole", { rules: [] }), {
    rules: null,
  }),
  made(
    "a PriorityClass",
    object("scheduling.k8s.io/v1", "PriorityClass", { value: 7, globalDefault: false }),
    {
      globalDefault: GONE,
      preemptionPolicy: "PreemptLowerPriority",
    },
  ),
]);
