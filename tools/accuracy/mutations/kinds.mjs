// @ts-check
// What only some kinds can have: stringData, unions, fields that an update may not change.
import { get, isObject, remove, set, update } from "../edit.mjs";
import { whereOf } from "../sites.mjs";
import { otherValue } from "./values.mjs";

/** @typedef {import("../types.js").Context} Context */

/** By kind: where a change is refused, whole or below. @type {Readonly<Record<string, readonly string[]>>} */
const IMMUTABLE = {
  Deployment: ["spec.selector"],
  DaemonSet: ["spec.selector"],
  ReplicaSet: ["spec.selector"],
  StatefulSet: ["spec.selector", "spec.serviceName", "spec.podManagementPolicy", "spec.volumeClaimTemplates"],
  Job: ["spec.template", "spec.completions", "spec.completionMode", "spec.selector"],
  Pod: ["spec"],
  Service: ["spec.clusterIP", "spec.loadBalancerClass"],
  Secret: ["type"],
  ClusterRoleBinding: ["roleRef"],
  RoleBinding: ["roleRef"],
  PersistentVolumeClaim: ["spec"],
  PersistentVolume: ["spec"],
  StorageClass: ["provisioner", "parameters", "reclaimPolicy", "volumeBindingMode"],
  IngressClass: ["spec.controller"],
  PriorityClass: ["value", "preemptionPolicy"],
  CSIDriver: ["spec"],
  RuntimeClass: ["handler"],
  CustomResourceDefinition: ["spec.group", "spec.scope", "spec.names.plural"],
  VolumeAttributesClass: ["driverName", "parameters"],
  EndpointSlice: ["addressType"],
  ControllerRevision: ["data"],
  Guarded: [
    "spec.fixed",
    "spec.member",
    "spec.maybe",
    "spec.struct",
    "spec.onceSet",
    "spec.value",
    "spec.keyed",
  ],
};

/** @param {Context} context */
function immutable({ desired, sites, random }) {
  const prefixes = IMMUTABLE[desired.kind] ?? [];
  const found = sites.filter(
    ({ path, value }) =>
      !isObject(value) &&
      !Array.isArray(value) &&
      prefixes.some((prefix) => `${path.join(".")}.`.startsWith(`${prefix}.`)),
  );
  return random.some(found, 4).map((site) => ({
    where: whereOf(site.path),
    make: () => set(desired, site.path, otherValue(site, random)),
  }));
}

/** An immutable change beside one that is not. @param {Context} context */
function mixed(context) {
  return immutable(context).map(({ where, make }) => ({
    where,
    make: () => set(make(), ["metadata", "labels", "added"], "yes"),
  }));
}

/** Handlers, sources: one member of a union for another. */
const UNIONS = [
  {
    members: ["httpGet", "tcpSocket", "exec", "grpc"],
    other: { tcpSocket: { port: 8080 } },
    or: { exec: { command: ["true"] } },
  },
  {
    members: ["configMap", "secret", "emptyDir", "hostPath", "persistentVolumeClaim", "projected"],
    other: { emptyDir: {} },
    or: { configMap: { name: "other" } },
  },
  {
    members: ["configMapKeyRef", "secretKeyRef", "fieldRef", "resourceFieldRef"],
    other: { fieldRef: { fieldPath: "metadata.name" } },
    or: { configMapKeyRef: { name: "other", key: "k" } },
  },
];

/** @param {Context} context */
function unions({ desired, sites, random }) {
  const found = sites.flatMap(({ path, value }) =>
    isObject(value)
      ? UNIONS.flatMap(({ members, other, or }) => {
          const stated = members.filter((name) => isObject(value[name]));
          if (stated.length !== 1) return [];
          const added = Object.hasOwn(other, String(stated[0])) ? or : other;
          const rest = Object.fromEntries(Object.entries(value).filter(([name]) => name !== stated[0]));
          return [{ where: whereOf(path), make: () => set(desired, path, { ...rest, ...added }) }];
        })
      : [],
  );
  return random.some(found, 3);
}

/** Env: a literal value for a reference, and back. @param {Context} context */
function env({ desired, sites, random }) {
  const items = sites.filter(({ path }) => path.at(-2) === "env");
  return random.some(items, 2).map(({ path, value }) => ({
    where: whereOf(path),
    make: () =>
      set(
        desired,
        path,
        value?.valueFrom
          ? { name: value.name, value: "plain" }
          : { name: value?.name, valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
      ),
  }));
}

/** @param {Context} context @param {string} name */
function strategy({ desired, root }, name, /** @type {any} */ value) {
  const spec = root.fields.get("spec");
  if (!spec?.fields.has(name) || !isObject(get(desired, ["spec"]))) return [];
  return [{ where: `spec/${name}`, make: () => set(desired, ["spec", name], value) }];
}

/** @param {Context} context */
function stringData({ desired, random }) {
  if (desired.kind !== "Secret") return [];
  const data = get(desired, ["data"]) ?? {};
  const folded = Object.fromEntries(
    Object.entries(data).map(([key, value]) => [key, Buffer.from(String(value), "base64").toString()]),
  );
  const asText = () => set(remove(desired, ["data"]), ["stringData"], folded);
  const key = random.pick(Object.keys(data)) ?? "added";
  return [
    { where: "stringData", make: asText },
    { where: "stringData", make: () => update(asText(), ["stringData", key], () => "changed") },
    { where: "stringData", make: () => set(desired, ["stringData"], { added: "text" }) },
    { where: "stringData", make: () => set(desired, ["stringData"], {}) },
    { where: "stringData", make: () => update(asText(), ["stringData", key], () => undefined) },
    { where: "stringData", make: () => update(asText(), ["stringData", key], () => null) },
  ];
}

/** @param {Context} context @returns {import("../types.js").Edit[]} */
function serviceTypes({ desired }) {
  if (desired.kind !== "Service") return [];
  return ["ClusterIP", "NodePort", "LoadBalancer"]
    .filter((type) => type !== get(desired, ["spec", "type"]))
    .map((type) => ({ where: "spec/type", make: () => set(desired, ["spec", "type"], type) }))
    .concat({
      where: "spec/type",
      make: () =>
        update(desired, ["spec"], (spec) => ({
          ...spec,
          type: "ExternalName",
          externalName: "else.example.com",
        })),
    });
}

/** What the server fills in, given up by desired. @param {Context} context */
function allocated({ desired }) {
  if (desired.kind !== "Service") return [];
  const fields = [
    "clusterIP",
    "externalTrafficPolicy",
    "healthCheckNodePort",
    "loadBalancerClass",
    "ipFamilyPolicy",
    "type",
  ];
  const ports = get(desired, ["spec", "ports"]) ?? [];
  return [
    ...fields.filter((name) => get(desired, ["spec", name]) !== undefined).map((name) => ["spec", name]),
    ...ports.flatMap((/** @type {any} */ port, /** @type {number} */ at) =>
      port?.nodePort === undefined ? [] : [["spec", "ports", at, "nodePort"]],
    ),
  ].map((path) => ({ where: whereOf(path), make: () => remove(desired, path) }));
}

/** @param {Context} context */
function portNames({ desired }) {
  if (desired.kind !== "Service") return [];
  const ports = get(desired, ["spec", "ports"]) ?? [];
  return ports.length === 0
    ? []
    : [
        { where: "spec/ports/0/name", make: () => set(desired, ["spec", "ports", 0, "name"], "renamed") },
        { where: "spec/ports/0/port", make: () => set(desired, ["spec", "ports", 0, "port"], 8123) },
      ];
}

/** @type {import("../types.js").Mutations} */
export const kinds = {
  immutable,
  "immutable-and-more": mixed,
  "union-switch": unions,
  "env-switch": env,
  recreate: (context) => strategy(context, "strategy", { type: "Recreate" }),
  "on-delete": (context) => strategy(context, "updateStrategy", { type: "OnDelete" }),
  "rolling-null": (context) => strategy(context, "strategy", { type: "Recreate", rollingUpdate: null }),
  "string-data": stringData,
  "service-type": serviceTypes,
  "service-allocated": allocated,
  "service-port": portNames,
};
