import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { FieldFacts, KindFacts, TypeFacts, ValueFacts } from "../../src/core/facts.js";
import type { Json } from "../../src/core/json.js";
import { type Path, parsePath } from "../../src/core/path.js";
import { KINDS, TYPES } from "../../src/generated/facts.js";
import { bundledFacts } from "../../src/rules/facts.js";

const kinds: readonly KindFacts[] = bundledFacts
  .kinds()
  .map(({ group, version, kind }) => bundledFacts.kind(group, version, kind) as KindFacts);

const types: ReadonlyMap<string, TypeFacts> = new Map(
  TYPES.flatMap(([groupVersion, texts]) =>
    Object.entries(texts).map(([name, text]): [string, TypeFacts] => [
      `${groupVersion}.${name}`,
      JSON.parse(text) as TypeFacts,
    ]),
  ),
);

/** Every default that depends on its neighbours: each needs a function in src/core/computed. */
const COMPUTED = [
  "allocatable",
  "clusterIP",
  "clusterIPs",
  "crdListKind",
  "crdSingular",
  "daemonSetRollingUpdate",
  "dataSource",
  "dataSourceRef",
  "deviceAllocationMode",
  "deviceCount",
  "dropped",
  "emptyDirWithoutSource",
  "externalTrafficPolicy",
  "healthCheckNodePort",
  "hostPort",
  "imagePullPolicy",
  "imageVolumePullPolicy",
  "ingressIPMode",
  "internalTrafficPolicy",
  "ipFamilies",
  "ipFamilyPolicy",
  "jobBackoffLimit",
  "jobCompletions",
  "jobPodReplacementPolicy",
  "labelSelectorFromTemplateLabels",
  "labelsFromTemplate",
  "limitRangeDefault",
  "limitRangeDefaultRequest",
  "namespaceLabels",
  "nodePort",
  "now",
  "podCIDR",
  "podCIDRs",
  "podIP",
  "podIPs",
  "podLimits",
  "podRequests",
  "podTolerations",
  "policyTypes",
  "requestsFromLimits",
  "selectorFromTemplateLabels",
  "serviceAccount",
  "serviceAccountName",
  "sessionAffinityConfig",
  "statefulSetRollingUpdate",
  "targetPort",
];

/** The value at a path's end, or a sentence that says where the path leaves the types. */
function resolve(kind: KindFacts, path: Path): ValueFacts | string {
  let value: ValueFacts = { type: "struct", ref: kind.type };
  for (const step of path) {
    if (value.type === "struct" && step.kind === "key") {
      const fields: TypeFacts["fields"] = bundledFacts.type(value.ref)?.fields ?? {};
      const field = Object.hasOwn(fields, step.key) ? fields[step.key] : undefined;
      if (field === undefined) return `${value.ref} has no ${step.key}`;
      value = field;
    } else if (value.type === "list" && (step.kind === "each" || step.kind === "item")) value = value.of;
    else if (value.type === "map" && (step.kind === "key" || step.kind === "prefix")) value = value.of;
    else return `${step.kind} in a ${value.type}`;
  }
  return value;
}

function field(ref: string, name: string): FieldFacts | undefined {
  return bundledFacts.type(ref)?.fields[name];
}

type ListFacts = FieldFacts & { readonly type: "list" };

function isList(facts: FieldFacts): facts is ListFacts {
  return facts.type === "list";
}

function nameOf(kind: KindFacts): string {
  return `${kind.group}/${kind.version} ${kind.kind}`;
}

test.each<[type: string, field: string, unique: NonNullable<ListFacts["unique"]>]>([
  ["core/v1.ServiceSpec", "ports", [{ fields: ["name"], alone: true }, { fields: ["nodePort", "protocol"] }]],
  ["core/v1.Container", "ports", [{ fields: ["hostPort", "hostIP", "protocol"] }, { fields: ["name"] }]],
  ["core/v1.Container", "volumeDevices", [{ fields: ["name"] }]],
])("%s %s: what no two items share", (type, name, unique) => {
  expect(field(type, name)).toMatchObject({ list: "keyed", unique });
});

test("what no two items share are fields of theirs, and not first their keys", () => {
  const lists = [...types.values()].flatMap(({ fields }) => Object.values(fields)).filter(isList);
  const wrong = lists.flatMap(({ of, keys = [], unique = [] }) =>
    unique.flatMap(({ fields: [first = "", ...rest] }) => {
      const known = of.type === "struct" ? Object.keys(bundledFacts.type(of.ref)?.fields ?? {}) : [];
      return keys.includes(first) ? [first] : [first, ...rest].filter((each) => !known.includes(each));
    }),
  );
  expect(wrong).toEqual([]);
});

describe("defaults", () => {
  test.each<[type: string, field: string, value: Json]>([
    ["apps/v1.DeploymentSpec", "replicas", 1],
    ["apps/v1.DeploymentSpec", "progressDeadlineSeconds", 600],
    ["apps/v1.DeploymentSpec", "revisionHistoryLimit", 10],
    ["apps/v1.DeploymentStrategy", "type", "RollingUpdate"],
    ["apps/v1.DaemonSetUpdateStrategy", "type", "RollingUpdate"],
    ["apps/v1.RollingUpdateDaemonSet", "maxSurge", 0],
    ["apps/v1.StatefulSetSpec", "podManagementPolicy", "OrderedReady"],
    [
      "apps/v1.StatefulSetSpec",
      "persistentVolumeClaimRetentionPolicy",
      { whenDeleted: "Retain", whenScaled: "Retain" },
    ],
    ["core/v1.PodSpec", "dnsPolicy", "ClusterFirst"],
    ["core/v1.PodSpec", "restartPolicy", "Always"],
    ["core/v1.PodSpec", "schedulerName", "default-scheduler"],
    ["core/v1.PodSpec", "securityContext", {}],
    ["core/v1.PodSpec", "terminationGracePeriodSeconds", 30],
    ["core/v1.Container", "terminationMessagePath", "/dev/termination-log"],
    ["core/v1.Container", "terminationMessagePolicy", "File"],
    ["core/v1.ContainerPort", "protocol", "TCP"],
    ["core/v1.ObjectFieldSelector", "apiVersion", "v1"],
    ["core/v1.Probe", "failureThreshold", 3],
    ["core/v1.Probe", "periodSeconds", 10],
    ["core/v1.Probe", "successThreshold", 1],
    ["core/v1.Probe", "timeoutSeconds", 1],
    ["core/v1.HTTPGetAction", "path", "/"],
    ["core/v1.HTTPGetAction", "scheme", "HTTP"],
    ["core/v1.GRPCAction", "service", ""],
    ["core/v1.ConfigMapVolumeSource", "defaultMode", 420],
    ["core/v1.SecretVolumeSource", "defaultMode", 420],
    ["core/v1.ProjectedVolumeSource", "defaultMode", 420],
    ["core/v1.DownwardAPIVolumeSource", "defaultMode", 420],
    ["core/v1.HostPathVolumeSource", "type", ""],
    ["core/v1.ServiceAccountTokenProjection", "expirationSeconds", 3600],
    ["core/v1.AzureDiskVolumeSource", "cachingMode", "ReadWrite"],
    ["core/v1.ISCSIVolumeSource", "iscsiInterface", "default"],
    ["core/v1.RBDVolumeSource", "keyring", "/etc/ceph/keyring"],
    ["core/v1.PersistentVolumeClaimSpec", "volumeMode", "Filesystem"],
    ["core/v1.ServiceSpec", "type", "ClusterIP"],
    ["core/v1.ServiceSpec", "sessionAffinity", "None"],
    ["core/v1.ServicePort", "protocol", "TCP"],
    ["core/v1.Secret", "type", "Opaque"],
    ["networking/v1.NetworkPolicyPort", "protocol", "TCP"],
    ["admissionregistration/v1.ValidatingWebhook", "matchPolicy", "Equivalent"],
    ["admissionregistration/v1.ValidatingWebhook", "namespaceSelector", {}],
    ["admissionregistration/v1.ValidatingWebhook", "objectSelector", {}],
    ["admissionregistration/v1.ValidatingWebhook", "timeoutSeconds", 10],
    ["admissionregistration/v1.MutatingWebhook", "reinvocationPolicy", "Never"],
    ["admissionregistration/v1.RuleWithOperations", "scope", "*"],
    ["admissionregistration/v1.ServiceReference", "port", 443],
    ["apiregistration/v1.ServiceReference", "port", 443],
    ["apiextensions/v1.CustomResourceDefinitionSpec", "conversion", { strategy: "None" }],
    ["storage/v1.StorageClass", "reclaimPolicy", "Delete"],
    ["storage/v1.StorageClass", "volumeBindingMode", "Immediate"],
    ["autoscaling/v2.HorizontalPodAutoscalerSpec", "minReplicas", 1],
    ["autoscaling/v1.HorizontalPodAutoscalerSpec", "targetCPUUtilizationPercentage", 80],
    ["batch/v1.CronJobSpec", "concurrencyPolicy", "Allow"],
    ["batch/v1.CronJobSpec", "successfulJobsHistoryLimit", 3],
    ["rbac/v1.RoleRef", "apiGroup", "rbac.authorization.k8s.io"],
  ])("%s %s", (type, name, value) => {
    expect(field(type, name)?.default).toEqual(value);
    expect(field(type, name)).not.toHaveProperty("when");
  });

  test.each<[type: string, field: string, sibling: string, values: Json[], value: Json]>([
    [
      "apps/v1.DeploymentStrategy",
      "rollingUpdate",
      "type",
      ["RollingUpdate"],
      { maxSurge: "25%", maxUnavailable: "25%" },
    ],
    ["core/v1.ServiceSpec", "allocateLoadBalancerNodePorts", "type", ["LoadBalancer"], true],
    ["rbac/v1.Subject", "apiGroup", "kind", ["Group", "User"], "rbac.authorization.k8s.io"],
    ["resource/v1.ExactDeviceRequest", "count", "allocationMode", ["ExactCount"], 1],
  ])("%s %s, while %s is %j", (type, name, sibling, values, value) => {
    expect(field(type, name)?.default).toEqual(value);
    expect(new Set(field(type, name)?.when?.[sibling])).toEqual(new Set(values));
  });

  test.each<[group: string, kind: string, path: string, value: Json]>([
    ["", "Pod", "spec.enableServiceLinks", true],
    ["", "PersistentVolume", "spec.persistentVolumeReclaimPolicy", "Retain"],
    ["", "PersistentVolume", "spec.volumeMode", "Filesystem"],
    ["batch", "Job", "spec.parallelism", 1],
    ["batch", "Job", "spec.completionMode", "NonIndexed"],
    ["batch", "Job", "spec.suspend", false],
  ])("only in %s %s: %s", (group, kind, path, value) => {
    expect(bundledFacts.kind(group, "v1", kind)?.fields?.[path]?.default).toEqual(value);
  });

  test.each<[type: string, field: string, name: string]>([
    ["core/v1.Container", "imagePullPolicy", "imagePullPolicy"],
    ["core/v1.ServicePort", "targetPort", "targetPort"],
    ["core/v1.ServicePort", "nodePort", "nodePort"],
    ["core/v1.Volume", "emptyDir", "emptyDirWithoutSource"],
    ["networking/v1.NetworkPolicySpec", "policyTypes", "policyTypes"],
    ["apps/v1.StatefulSetUpdateStrategy", "rollingUpdate", "statefulSetRollingUpdate"],
  ])("%s %s is worked out", (type, name, computed) => {
    expect(field(type, name)?.computed).toBe(computed);
  });
});

describe("types", () => {
  test.each<[type: string, field: string, facts: object]>([
    ["core/v1.PodSpec", "containers", { type: "list", list: "keyed", keys: ["name"] }],
    ["core/v1.ServiceSpec", "ports", { type: "list", list: "keyed", keys: ["port", "protocol"] }],
    ["core/v1.ServiceSpec", "selector", { type: "map", atomic: true }],
    ["core/v1.ObjectReference", "name", { type: "string" }],
    ["apps/v1.DeploymentSpec", "selector", { ref: "meta/v1.LabelSelector", atomic: true, pointer: true }],
    ["apps/v1.DeploymentSpec", "strategy", { type: "struct", ref: "apps/v1.DeploymentStrategy" }],
    ["core/v1.ResourceRequirements", "limits", { of: { type: "quantity", milli: true } }],
    ["node/v1.Overhead", "podFixed", { of: { type: "quantity" } }],
    ["core/v1.EmptyDirVolumeSource", "sizeLimit", { type: "quantity", pointer: true }],
    ["core/v1.ServicePort", "targetPort", { type: "intOrString" }],
    ["core/v1.Secret", "data", { type: "map", of: { type: "bytes" } }],
    ["coordination/v1.LeaseSpec", "renewTime", { type: "microTime", pointer: true }],
    ["apps/v1.ControllerRevision", "data", { type: "any" }],
    ["meta/v1.ObjectMeta", "finalizers", { type: "list", list: "set" }],
  ])("%s %s", (type, name, facts) => {
    expect(field(type, name)).toMatchObject(facts);
  });

  test("a value has only what the contract says of its kind", () => {
    expect(field("apps/v1.DeploymentSpec", "strategy")).not.toHaveProperty("pointer");
    expect(field("core/v1.Container", "args")).not.toHaveProperty("list");
  });

  test("every struct that a type names is there", () => {
    const missing: string[] = [];
    const visit = (value: ValueFacts, from: string): void => {
      if ("ref" in value && value.ref !== undefined && bundledFacts.type(value.ref) === undefined) {
        missing.push(`${from}: ${value.ref}`);
      }
      if ("of" in value) visit(value.of, from);
    };
    for (const [name, type] of types) {
      for (const [key, facts] of Object.entries(type.fields)) visit(facts, `${name}.${key}`);
    }
    expect(missing).toEqual([]);
  });

  test("a condition names a sibling", () => {
    for (const [name, type] of types) {
      for (const facts of Object.values(type.fields)) {
        for (const sibling of Object.keys(facts.when ?? {})) {
          expect(Object.hasOwn(type.fields, sibling), `${name}: ${sibling}`).toBe(true);
        }
      }
    }
  });

  test("every computed default is known by name, and none is left over", () => {
    const used = new Set<string>();
    const all = [...types.values(), ...kinds].flatMap(({ fields }) => Object.values(fields ?? {}));
    for (const { computed } of all) if (computed !== undefined) used.add(computed);
    expect([...used].sort()).toEqual(COMPUTED);
  });
});

describe("kinds", () => {
  test.each(kinds.map((kind) => [nameOf(kind), kind] as const))(
    "%s: its type and paths resolve",
    (_, kind) => {
      expect(bundledFacts.type(kind.type)).toBeDefined();
      const listed = [
        ...(kind.immutable ?? []),
        ...(kind.mutable ?? []),
        ...(kind.keepFromLive ?? []),
        ...(kind.ignoredOnUpdate ?? []),
      ];
      const conditions = listed.flatMap(({ when = [] }) => [when].flat().map(({ path }) => path));
      const paths = [
        ...Object.keys(kind.fields ?? {}),
        ...(kind.sensitive ?? []),
        ...Object.entries(kind.writeOnly ?? {}).flatMap(([from, { into }]) => [from, into]),
        ...listed.map(({ path }) => path),
        ...conditions.filter((path) => !path.startsWith("status.")),
      ];
      for (const path of paths) expect(resolve(kind, parsePath(path)), path).toBeTypeOf("object");
    },
  );

  test.each<[group: string, version: string, kind: string, namespaced: boolean, status: boolean]>([
    ["", "v1", "Namespace", false, true],
    ["", "v1", "ConfigMap", true, false],
    ["apps", "v1", "Deployment", true, true],
    ["apps", "v1beta1", "Deployment", true, true],
    ["apiextensions.k8s.io", "v1", "CustomResourceDefinition", false, true],
    ["apiregistration.k8s.io", "v1", "APIService", false, true],
    ["networking.k8s.io", "v1beta1", "Ingress", true, true],
    ["extensions", "v1beta1", "Ingress", true, true],
    ["coordination.k8s.io", "v1", "Lease", true, false],
    ["rbac.authorization.k8s.io", "v1", "ClusterRole", false, false],
  ])(
    "%s/%s %s: namespaced %j, status subresource %j",
    (group, version, kind, namespaced, statusSubresource) => {
      expect(bundledFacts.kind(group, version, kind)).toMatchObject({ namespaced, statusSubresource });
    },
  );

  test.each(["List", "Review", "Options", "Scale", "Eviction"])("no kind ends in %s", (ending) => {
    expect(kinds.filter(({ kind }) => kind.endsWith(ending)).map(nameOf)).toEqual([]);
  });

  test("a Secret's values are sensitive, its stringData is folded into data", () => {
    expect(bundledFacts.kind("", "v1", "Secret")).toMatchObject({
      sensitive: [
        "data",
        "stringData",
        "metadata.annotations[kubectl.kubernetes.io/last-applied-configuration]",
      ],
      writeOnly: { stringData: { into: "data", encode: "base64" } },
    });
  });
});

describe("the bundled source", () => {
  test("knows neither strange names nor the members of objects", () => {
    for (const name of ["constructor", "__proto__", "toString", "", "."]) {
      expect(bundledFacts.kind("", "v1", name)).toBeUndefined();
      expect(bundledFacts.kind(name, "v1", "Pod")).toBe(
        name === "" ? bundledFacts.kind("", "v1", "Pod") : undefined,
      );
      expect(bundledFacts.type(name)).toBeUndefined();
      expect(bundledFacts.type(`core/v1.${name}`)).toBeUndefined();
    }
  });

  test("embeds every kind file", () => {
    const files = readdirSync("schemas/facts/kinds", { recursive: true }).filter((name) =>
      String(name).endsWith(".json"),
    );
    expect(files).toHaveLength(bundledFacts.kinds().length);
    expect(KINDS.every(([, texts]) => Object.keys(texts).length > 0)).toBe(true);
  });
});
