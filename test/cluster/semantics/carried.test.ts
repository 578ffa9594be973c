// What the server carries over, what a PUT must not leave out, and what goes where desired is silent.
import { expect } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import { GONE } from "./differences.js";
import { configMap, deployment, object, podSpec, service } from "./objects.js";
import { table } from "./table.js";
import { applies, edits } from "./writes.js";

const ALL = ["replace", "apply", "merge"] as const;

const ports = (...list: JsonObject[]): JsonObject => ({ selector: { app: "demo" }, ports: list });
const nodePorts = (...list: JsonObject[]) => service({ type: "NodePort", ...ports(...list) });
const balanced = (spec: JsonObject) => service({ type: "LoadBalancer", ...ports({ port: 80 }), ...spec });
const configured = (spec: JsonObject = {}) =>
  object("v1", "Node", {
    spec: {
      ...spec,
      configSource: { configMap: { namespace: "demo", name: "demo", kubeletConfigKey: "kubelet" } },
    },
  });
const ALLOCATED = expect.any(Number);

// Dropped by the server.
table([
  {
    name: "where a Node's configuration comes from",
    modes: ["replace", "merge"],
    first: object("v1", "Node", {}),
    desired: ({ spec }) => configured(spec as JsonObject),
    server: "unchanged",
    gate: { passed: ["spec.configSource kept-from-live"] },
  },
  {
    name: "where a Node's configuration comes from, which an apply owns",
    modes: ["apply"],
    first: object("v1", "Node", {}),
    desired: configured(),
    server: "own",
    gate: { passed: ["spec.configSource kept-from-live"] },
  },
]);

// Carried by the server.
table([
  {
    name: "clusterIP, clusterIPs, ipFamilies and ipFamilyPolicy are carried over",
    modes: ALL,
    first: service(ports({ port: 80 })),
    server: "unchanged",
    gate: {
      passed: ["spec.clusterIP computed", "spec.clusterIPs computed", "spec.ipFamilies computed"],
    },
  },
  {
    name: "a live ipFamilyPolicy that is no default is carried over",
    modes: ["replace"],
    first: service(ports({ port: 80 })),
    meanwhile: [edits("other", { spec: { ipFamilyPolicy: "PreferDualStack" } })],
    server: "own",
    gate: { is: "skip" },
  },
  {
    name: "a live ipFamilyPolicy that is no default stays",
    modes: ["apply", "merge"],
    first: service(ports({ port: 80 })),
    meanwhile: [edits("other", { spec: { ipFamilyPolicy: "PreferDualStack" } })],
    server: "unchanged",
  },
  {
    name: "a node port is carried over",
    modes: ALL,
    first: nodePorts({ name: "http", port: 80 }),
    server: "unchanged",
  },
  {
    name: "a node port stays with its port's name, whatever the number",
    modes: ["replace", "merge"],
    first: nodePorts({ name: "http", port: 80 }),
    desired: nodePorts({ name: "http", port: 81, targetPort: 80 }),
    server: { changed: { "spec.ports[0].port": 81 } },
  },
  {
    name: "a node port stays with its port's name, whatever the protocol",
    modes: ["replace", "merge"],
    first: nodePorts({ name: "http", port: 80 }),
    desired: nodePorts({ name: "http", port: 80, protocol: "UDP" }),
    server: { changed: { "spec.ports[0].protocol": "UDP" } },
  },
  {
    name: "a node port stays with the only port, unnamed, whatever the number",
    modes: ["replace", "merge"],
    first: nodePorts({ port: 80 }),
    desired: nodePorts({ port: 81, targetPort: 80 }),
    server: { changed: { "spec.ports[0].port": 81 } },
  },
  {
    name: "a node port goes with another name",
    modes: ["replace", "merge"],
    first: nodePorts({ name: "http", port: 80 }),
    desired: nodePorts({ name: "web", port: 80 }),
    server: { changed: { "spec.ports[0].name": "web", "spec.ports[0].nodePort": ALLOCATED } },
  },
  {
    name: "a node port goes with a first name",
    modes: ["replace", "merge"],
    first: nodePorts({ port: 80 }),
    desired: nodePorts({ name: "web", port: 80 }),
    server: { changed: { "spec.ports[0].name": "web", "spec.ports[0].nodePort": ALLOCATED } },
  },
  {
    name: "a node port goes with the name under apply",
    modes: ["apply"],
    first: nodePorts({ name: "http", port: 80 }),
    desired: nodePorts({ name: "web", port: 80 }),
    server: { changed: { "spec.ports[0].name": "web" } },
  },
  {
    name: "an explicit node port is removed where load balancers get none",
    modes: ["replace", "apply"],
    first: balanced({ allocateLoadBalancerNodePorts: false, ...ports({ port: 80, nodePort: 31999 }) }),
    desired: balanced({ allocateLoadBalancerNodePorts: false }),
    server: { changed: { "spec.ports[0].nodePort": GONE } },
  },
  {
    name: "healthCheckNodePort is carried over while the policy is Local",
    modes: ALL,
    first: balanced({ externalTrafficPolicy: "Local" }),
    server: "unchanged",
    gate: { passed: ["spec.healthCheckNodePort computed"] },
  },
  {
    name: "healthCheckNodePort goes with the policy",
    modes: ALL,
    first: balanced({ externalTrafficPolicy: "Local" }),
    desired: balanced({ externalTrafficPolicy: "Cluster" }),
    server: {
      changed: { "spec.externalTrafficPolicy": "Cluster", "spec.healthCheckNodePort": GONE },
    },
  },
  {
    name: "healthCheckNodePort goes with the type",
    modes: ["replace"],
    first: balanced({ externalTrafficPolicy: "Local" }),
    desired: service(ports({ port: 80 })),
    server: {
      changed: {
        "spec.type": "ClusterIP",
        "spec.externalTrafficPolicy": GONE,
        "spec.healthCheckNodePort": GONE,
        "spec.allocateLoadBalancerNodePorts": GONE,
        "spec.ports[0].nodePort": GONE,
      },
    },
  },
  {
    name: "all goes with type ExternalName",
    modes: ["replace"],
    first: nodePorts({ port: 80 }),
    desired: service({ type: "ExternalName", externalName: "x.example.com" }),
    server: {
      changed: {
        "spec.type": "ExternalName",
        "spec.externalName": "x.example.com",
        "spec.clusterIP": GONE,
        "spec.clusterIPs": GONE,
        "spec.ipFamilies": GONE,
        "spec.ipFamilyPolicy": GONE,
        "spec.externalTrafficPolicy": GONE,
        "spec.internalTrafficPolicy": GONE,
        "spec.ports": GONE,
        "spec.selector": GONE,
      },
    },
  },
  {
    name: "node ports go with type ClusterIP",
    modes: ALL,
    first: nodePorts({ port: 80 }),
    desired: service({ type: "ClusterIP", ...ports({ port: 80 }) }),
    server: {
      changed: {
        "spec.type": "ClusterIP",
        "spec.externalTrafficPolicy": GONE,
        "spec.ports[0].nodePort": GONE,
      },
    },
  },
  {
    name: "a stated clusterIP: None does not go by being left out",
    modes: ["replace"],
    first: service({ clusterIP: "None", ...ports({ port: 80 }) }),
    desired: service(ports({ port: 80 })),
    server: "own",
    gate: { is: "skip", passed: ["spec.clusterIP computed"] },
  },
  {
    name: "a stated node port does not go by being left out",
    modes: ["replace"],
    first: nodePorts({ port: 80, nodePort: 31998 }),
    desired: nodePorts({ port: 80 }),
    server: "own",
    gate: { is: "skip", passed: ["spec.ports[port=80,protocol=TCP].nodePort computed"] },
  },
  {
    name: "nor by being left out of an apply",
    modes: ["apply"],
    first: nodePorts({ port: 80, nodePort: 31997 }),
    desired: nodePorts({ port: 80 }),
    server: "own",
    gate: { is: "skip" },
  },
]);

// To be kept from live, since a PUT without them is refused.
const claim = (spec: JsonObject) =>
  object("v1", "PersistentVolumeClaim", {
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } }, ...spec },
  });
const job = (spec: JsonObject = {}, pod: JsonObject = {}, container: JsonObject = {}) =>
  object("batch/v1", "Job", {
    spec: { template: { spec: podSpec({ restartPolicy: "Never", ...pod }, container) }, ...spec },
  });
table([
  {
    name: "a claim's volumeName, which the binder has put in",
    modes: ["replace"],
    first: claim({ storageClassName: "s" }),
    meanwhile: [edits("binder", { spec: { volumeName: "pv" } })],
    server: { refused: 422, says: "spec is immutable after creation" },
    gate: { is: "skip", passed: ["spec.volumeName kept-from-live"] },
  },
  {
    name: "a claim's volumeName stays in the payload of another change",
    modes: ["replace"],
    first: claim({ storageClassName: "s" }),
    meanwhile: [edits("binder", { spec: { volumeName: "pv" } })],
    desired: { ...claim({ storageClassName: "s" }), metadata: { labels: { a: "1" } } },
    server: { refused: 422, says: "spec is immutable after creation" },
    gate: { is: "write", paths: ["metadata.labels.a"], lands: { "metadata.labels": { a: "1" } } },
  },
  {
    name: "a claim's volumeName, left out of a patch or an apply",
    modes: ["apply", "merge"],
    first: claim({ storageClassName: "s" }),
    meanwhile: [edits("binder", { spec: { volumeName: "pv" } })],
    server: "unchanged",
  },
  {
    name: "a claim's storageClassName, which came later",
    modes: ["replace"],
    first: claim({}),
    meanwhile: [edits("other", { spec: { storageClassName: "s" } })],
    server: { refused: 422, says: "spec is immutable after creation" },
    gate: { is: "skip" },
  },
  {
    name: "a Service's loadBalancerClass",
    modes: ["replace"],
    first: balanced({ loadBalancerClass: "example.com/lb" }),
    desired: balanced({}),
    server: { refused: 422, says: "loadBalancerClass" },
    gate: { is: "skip", passed: ["spec.loadBalancerClass kept-from-live"] },
  },
  {
    name: "a Job's selector and the labels that were generated for it",
    modes: ["replace"],
    first: job(),
    server: { refused: 422, says: "spec.selector: Required value" },
    gate: { is: "skip", passed: ["spec.selector kept-from-live"] },
  },
  {
    name: "a Job's selector and generated labels, left out of a patch or an apply",
    modes: ["apply", "merge"],
    first: job(),
    server: "unchanged",
  },
  {
    name: "a Job's selector and generated labels stay in the payload of another change",
    modes: ["replace"],
    first: job(),
    desired: job({ activeDeadlineSeconds: 60 }),
    server: { refused: 422, says: "spec.selector: Required value" },
    gate: { is: "write", paths: ["spec.activeDeadlineSeconds"], lands: { "spec.activeDeadlineSeconds": 60 } },
  },
  {
    name: "a Job's completions",
    modes: ["replace"],
    first: job({ completions: 3 }),
    desired: job({}),
    server: { refused: 422, says: "spec.completions" },
    gate: { is: "skip" },
  },
]);

// What admission puts in when a Pod is created, and not again.
const pod = (container: JsonObject = {}) => object("v1", "Pod", { spec: podSpec({}, container) });
const LIMITS = object("v1", "LimitRange", {
  spec: { limits: [{ type: "Container", default: { cpu: "1" } }] },
});
table(
  [
    {
      name: "a Pod's limits, which admission has put in",
      modes: ["replace", "merge"],
      first: pod(),
      server: { refused: 422, says: "pod updates may not change fields" },
      gate: { is: "skip" },
    },
    {
      name: "a Pod's limits, left out of an apply",
      modes: ["apply"],
      first: pod(),
      server: "unchanged",
    },
    {
      name: "what admission has put into a Pod stays in the payload of another change",
      modes: ["replace", "merge"],
      first: pod(),
      desired: pod({ image: "demo:1.1" }),
      server: { refused: 422, says: "pod updates may not change fields" },
      gate: {
        is: "write",
        paths: ["spec.containers[name=web].image"],
        lands: { "spec.containers[0].image": "demo:1.1" },
      },
    },
  ],
  { around: [LIMITS] },
);

// Reset by the server.
const ANY_REPLICAS = edits("other", { spec: { replicas: 5 } });
const SET_BY_OTHERS = edits("other", {
  spec: {
    revisionHistoryLimit: 3,
    strategy: { rollingUpdate: { maxSurge: 2 } },
    template: { spec: { terminationGracePeriodSeconds: 5, dnsPolicy: "Default" } },
  },
});
table([
  {
    name: "replicas that a PUT leaves out are 1",
    modes: ["replace"],
    first: deployment(),
    meanwhile: [ANY_REPLICAS],
    server: { changed: { "spec.replicas": 1 } },
  },
  {
    name: "replicas that a patch or an apply leaves out stay",
    modes: ["apply", "merge"],
    first: deployment(),
    meanwhile: [ANY_REPLICAS],
    server: "unchanged",
  },
  {
    name: "replicas that a rule ignores stay in the payload",
    modes: ["replace"],
    first: deployment(),
    meanwhile: [ANY_REPLICAS],
    desired: deployment({ minReadySeconds: 7 }),
    server: { changed: { "spec.replicas": 1, "spec.minReadySeconds": 7 } },
    rule: { extends: true, ignore: [{ path: "spec.replicas", why: "scaled by an autoscaler" }] },
    gate: { lands: { "spec.minReadySeconds": 7 } },
  },
  {
    name: "every defaulted field that a PUT leaves out is reset",
    modes: ["replace"],
    first: deployment(),
    meanwhile: [SET_BY_OTHERS],
    server: {
      changed: {
        "spec.revisionHistoryLimit": 10,
        "spec.strategy.rollingUpdate.maxSurge": "25%",
        "spec.template.spec.terminationGracePeriodSeconds": 30,
        "spec.template.spec.dnsPolicy": "ClusterFirst",
      },
    },
  },
  {
    name: "defaulted fields that a patch or an apply leaves out stay",
    modes: ["apply", "merge"],
    first: deployment(),
    meanwhile: [SET_BY_OTHERS],
    server: "unchanged",
  },
]);

// Labels and annotations: the object's own are merged, a template's are data.
const RESTARTED = "kubectl.kubernetes.io/restartedAt";
const annotated = edits("kubectl", {
  metadata: { annotations: { [RESTARTED]: "now" } },
  spec: { template: { metadata: { annotations: { [RESTARTED]: "now" } } } },
});
table([
  {
    name: "a PUT of a template without a foreign annotation removes it, and only there",
    modes: ["replace"],
    first: deployment(),
    meanwhile: [annotated],
    server: { changed: { "spec.template.metadata.annotations": GONE } },
  },
  {
    name: "a patch or an apply without a foreign annotation leaves it",
    modes: ["apply", "merge"],
    first: deployment(),
    meanwhile: [annotated],
    server: "unchanged",
  },
  {
    name: "an annotation of a template that a rule ignores stays in the payload",
    modes: ["replace"],
    first: deployment(),
    meanwhile: [annotated],
    desired: deployment({ minReadySeconds: 7 }),
    server: { changed: { "spec.template.metadata.annotations": GONE, "spec.minReadySeconds": 7 } },
    rule: {
      extends: true,
      ignore: [{ path: `spec.template.metadata.annotations[${RESTARTED}]`, why: "kubectl rollout restart" }],
    },
    gate: { lands: { "spec.minReadySeconds": 7 } },
  },
]);

// Removing our own field by apply.
const edited = (container: JsonObject, pod: JsonObject = {}) =>
  edits("other", deployment({}, pod, container));
const PROBE = { httpGet: { path: "/", port: 80 }, periodSeconds: 7 };
const probed = (livenessProbe: JsonObject) => deployment({}, {}, { livenessProbe });
const WEB = "spec.template.spec.containers[0]";
table([
  {
    name: "our field is refilled by its default while its parent stays",
    modes: ["apply"],
    first: probed(PROBE),
    desired: probed({ httpGet: PROBE.httpGet }),
    server: { changed: { [`${WEB}.livenessProbe.periodSeconds`]: 10 } },
  },
  {
    name: "our field that has its default's value is refilled with the same",
    modes: ["apply"],
    first: probed({ ...PROBE, periodSeconds: 10 }),
    desired: probed({ httpGet: PROBE.httpGet }),
    server: "own",
    gate: { is: "skip" },
  },
  {
    name: "a struct that is ours goes with the defaults in it",
    modes: ["apply"],
    first: probed(PROBE),
    desired: deployment(),
    server: { changed: { [`${WEB}.livenessProbe`]: GONE } },
  },
  {
    name: "an item that is ours goes with the defaults in it",
    modes: ["apply"],
    first: deployment({}, { volumes: [{ name: "v", configMap: { name: "c" } }] }),
    desired: deployment(),
    server: { changed: { "spec.template.spec.volumes": GONE } },
  },
  {
    name: "a struct in which another manager owns a part leaves that part",
    modes: ["apply"],
    first: deployment({}, { securityContext: { runAsUser: 7 } }),
    meanwhile: [applies("other", deployment({}, { securityContext: { runAsGroup: 8 } }))],
    desired: deployment(),
    server: { changed: { "spec.template.spec.securityContext.runAsUser": GONE } },
  },
  {
    name: "a struct of which no more than another manager's part is left may be refused",
    modes: ["apply"],
    first: probed(PROBE),
    meanwhile: [edited({ livenessProbe: { ...PROBE, timeoutSeconds: 9 } })],
    desired: deployment(),
    server: { refused: 422, says: "must specify a handler type" },
    gate: { is: "write", refused: 422 },
  },
  {
    name: "an item that another manager applied too leaves that part with its keys, and may be refused",
    modes: ["apply"],
    first: deployment({}, { initContainers: [{ name: "i", image: "demo:1.0" }] }),
    meanwhile: [applies("other", deployment({}, { initContainers: [{ name: "i", command: ["x"] }] }))],
    desired: deployment(),
    server: { refused: 422, says: "initContainers[0].image: Required value" },
    gate: { is: "write", refused: 422 },
  },
  {
    name: "an item in which another manager has updated a part goes as a whole",
    modes: ["apply"],
    first: deployment({}, { initContainers: [{ name: "i", image: "demo:1.0" }] }),
    meanwhile: [edited({}, { initContainers: [{ name: "i", image: "demo:1.0", command: ["x"] }] })],
    desired: deployment(),
    server: { changed: { "spec.template.spec.initContainers": GONE } },
  },
  {
    name: "a field that another manager applied too stays",
    modes: ["apply"],
    first: configMap({ data: { a: "1", b: "2" } }),
    meanwhile: [applies("other", configMap({ data: { b: "2" } }))],
    desired: configMap({ data: { a: "1" } }),
    server: "own",
    gate: { is: "skip" },
  },
  {
    name: "a field that another manager has updated since is theirs",
    modes: ["apply"],
    first: configMap({ data: { a: "1", b: "2" } }),
    meanwhile: [edits("other", { data: { b: "3" } })],
    desired: configMap({ data: { a: "1" } }),
    server: "unchanged",
  },
]);
