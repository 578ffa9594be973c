// @ts-check
// Objects that grow in one place: by containers, keys, items.

/** @typedef {import("./churngate.mjs").KubeObject} KubeObject */

/**
 * One object of n parts, and what becomes of it.
 * @typedef {object} Shape
 * @property {string} name
 * @property {readonly number[]} sizes
 * @property {(parts: readonly any[]) => any} desired
 * @property {(index: number) => any} part as it is stated
 * @property {(part: any) => any} other the part with another value
 * @property {import("../../../src/index.js").RuleLiteral["lists"]} [lists] of the kind's rule
 * @property {true} [anyOrder] the order of the parts is no reason to write
 */

/** Three sizes a decade. @param {number} from @param {number} to @returns {number[]} */
function sizes(from, to) {
  const all = [];
  for (let size = from; size <= to; size *= 10) all.push(size, ...(size * 3 <= to ? [size * 3] : []));
  return all;
}

const metadata = Object.freeze({ name: "wide", namespace: "bench" });
const labels = { "app.kubernetes.io/name": "wide" };

/** @param {readonly unknown[]} containers */
const deployment = (containers) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { ...metadata, labels },
  spec: {
    replicas: 3,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { serviceAccountName: "wide", containers } },
  },
});

/** @param {number} index */
const container = (index) => ({
  name: `container-${index}`,
  image: `registry.example.com/part-${index}:1.${index}`,
  args: ["--listen", `:${8000 + index}`],
  ports: [{ name: "http", containerPort: 8000 + index }],
  resources: { requests: { cpu: "100m", memory: "128Mi" }, limits: { memory: "256Mi" } },
  readinessProbe: { httpGet: { path: "/ready", port: "http" }, periodSeconds: 5 },
});

const CUSTOM = Object.freeze({ apiVersion: "bench.example.com/v1", kind: "Wide" });

/** @param {string} field @returns {(parts: readonly unknown[]) => KubeObject} */
const custom = (field) => (parts) => ({ ...CUSTOM, metadata, spec: { [field]: parts } });

/**
 * What is known of the custom kind: a list with keys, a set, and lists that are one value to the server.
 * @type {import("../../../src/index.js").FactData}
 */
export const FACTS = {
  kinds: [
    {
      group: "bench.example.com",
      version: "v1",
      kind: "Wide",
      type: "bench/v1.Wide",
      namespaced: true,
      statusSubresource: false,
    },
  ],
  types: {
    "bench/v1.Wide": { fields: { spec: { type: "struct", ref: "bench/v1.WideSpec" } } },
    "bench/v1.WideSpec": {
      fields: {
        keyed: {
          type: "list",
          list: "keyed",
          keys: ["name"],
          of: { type: "struct", ref: "bench/v1.WideItem" },
        },
        names: { type: "list", list: "set", of: { type: "string" } },
        items: { type: "list", of: { type: "struct", ref: "bench/v1.WideItem" } },
        texts: { type: "list", of: { type: "string" } },
      },
    },
    "bench/v1.WideItem": {
      fields: {
        name: { type: "string" },
        value: { type: "string" },
        enabled: { type: "boolean", default: true },
      },
    },
  },
};

/** @param {number} index */
const item = (index) => ({ name: `item-${index}`, value: `value-${index}` });

/** @param {{ readonly value: string }} part */
const otherValue = (part) => ({ ...part, value: "other" });

/** @param {string} text */
const otherText = (text) => `${text}-other`;

/** @type {readonly Shape[]} */
export const SHAPES = [
  {
    name: "Deployment, containers",
    sizes: sizes(1, 1000),
    desired: deployment,
    part: container,
    other: (part) => ({ ...part, image: "registry.example.com/other:1" }),
  },
  {
    name: "container, environment variables",
    sizes: sizes(10, 10_000),
    desired: (env) => deployment([{ ...container(0), env }]),
    part: (index) => ({ name: `VARIABLE_${index}`, value: `value ${index}` }),
    other: otherValue,
  },
  {
    name: "ConfigMap, keys",
    sizes: sizes(10, 100_000),
    desired: (entries) => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata,
      data: Object.fromEntries(entries),
    }),
    part: (index) => [`key-${index}`, `value ${index}`],
    other: ([key]) => [key, "other"],
  },
  {
    name: "Service, ports",
    sizes: sizes(10, 10_000),
    desired: (ports) => ({ apiVersion: "v1", kind: "Service", metadata, spec: { selector: labels, ports } }),
    part: (index) => ({ name: `port-${index}`, port: 1 + index }),
    other: (part) => ({ ...part, targetPort: "other" }),
  },
  {
    name: "NodePort Service, ports",
    sizes: sizes(10, 10_000),
    desired: (ports) => ({
      apiVersion: "v1",
      kind: "Service",
      metadata,
      spec: { type: "NodePort", selector: labels, ports },
    }),
    part: (index) => ({ name: `port-${index}`, port: 1 + index }),
    other: (part) => ({ ...part, targetPort: "other" }),
  },
  {
    name: "custom kind, list with keys",
    sizes: sizes(10, 10_000),
    desired: custom("keyed"),
    part: item,
    other: otherValue,
  },
  {
    name: "custom kind, set",
    sizes: sizes(10, 10_000),
    desired: custom("names"),
    part: (index) => `name-${index}`,
    other: otherText,
  },
  {
    name: "list that a rule pairs by keys",
    sizes: sizes(10, 10_000),
    desired: custom("items"),
    part: item,
    other: otherValue,
    lists: [{ path: "spec.items", keys: ["name"] }],
    anyOrder: true,
  },
  {
    name: "texts that a rule takes for a set",
    sizes: sizes(10, 10_000),
    desired: custom("texts"),
    part: (index) => `text-${index}`,
    other: otherText,
    lists: [{ path: "spec.texts", set: true }],
    anyOrder: true,
  },
  {
    name: "objects that a rule takes for a set",
    sizes: sizes(10, 3_000),
    desired: custom("items"),
    part: item,
    other: otherValue,
    lists: [{ path: "spec.items", set: true }],
    anyOrder: true,
  },
];
