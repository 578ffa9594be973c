// @ts-check
// The objects that a fleet is made of: each as it is desired, and as the server has it after our apply of it.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { createMemoryPort, MANAGER } from "./churngate.mjs";
import { childrenOf } from "./instances.mjs";

/** @typedef {{ readonly kind: string, readonly desired: any, readonly live: any }} Template */

/** How many of a hundred objects are of a kind: what a namespace of services has. */
export const MIX = Object.freeze({
  Deployment: 15,
  StatefulSet: 5,
  DaemonSet: 2,
  CronJob: 3,
  Service: 18,
  ConfigMap: 15,
  Secret: 15,
  ServiceAccount: 10,
  NetworkPolicy: 5,
  PodDisruptionBudget: 4,
  HorizontalPodAutoscaler: 2,
  Ingress: 2,
  Role: 1,
  RoleBinding: 1,
  ServiceMonitor: 2,
});

/** Kinds of which a rule's table of cases has the object. */
const TABLES = [
  "apps/DaemonSet",
  "core/Secret",
  "core/ServiceAccount",
  "autoscaling/HorizontalPodAutoscaler",
  "networking.k8s.io/Ingress",
  "rbac.authorization.k8s.io/Role",
  "rbac.authorization.k8s.io/RoleBinding",
];

const ROOT = new URL("../../../", import.meta.url);

/** @param {string} file */
const read = (file) => readFileSync(new URL(file, ROOT), "utf8");

/** The server's answer to our apply, in memory; with live's status, where one is given. @param {any} desired @param {any} [status] */
async function applied(desired, status) {
  const live = await createMemoryPort().apply(desired, { fieldManager: MANAGER });
  return { kind: desired.kind, desired, live: status === undefined ? live : { ...live, status } };
}

/** As controllers label what is theirs; an object that states nothing has no apply of its own. @param {any} object */
function labelled({ metadata, ...object }) {
  const labels = {
    "app.kubernetes.io/name": metadata.name,
    "app.kubernetes.io/managed-by": "bench",
    ...metadata.labels,
  };
  return { ...object, metadata: { ...metadata, labels } };
}

/** @returns {Promise<readonly Template[]>} */
async function ownTemplates() {
  const deployments = read("test/bench/deployments.jsonl")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .map(({ desired, live }) => applied(desired, live.status));
  const tables = TABLES.map((table) => applied(labelled(JSON.parse(read(`rules/${table}.cases.json`)).base)));
  const children = childrenOf(0).map((desired) => applied(desired));
  return Promise.all([...deployments, ...tables, ...children]);
}

/** Labelled pairs that nobody changed, where both a PUT and an apply are skipped. @param {string} file @returns {readonly Template[]} */
function pairTemplates(file) {
  const bytes = readFileSync(file);
  const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter(
      ({ mutation, put, ssa, live }) =>
        mutation === "none" && put === "skip" && ssa === "skip" && live.metadata.managedFields !== undefined,
    )
    .map(({ kind, desired, live }) => ({ kind, desired, live: underOurName(live) }));
}

/** What another manager applied, as ours. @param {any} live */
function underOurName({ metadata, ...live }) {
  const managedFields = metadata.managedFields.map((/** @type {any} */ entry) =>
    entry.operation === "Apply" ? { ...entry, manager: MANAGER } : entry,
  );
  return { ...live, metadata: { ...metadata, managedFields } };
}

/**
 * By kind, for the kinds of the mix.
 * @param {readonly string[]} files of labelled pairs
 * @returns {Promise<ReadonlyMap<string, readonly Template[]>>}
 */
export async function templates(files) {
  const all = [...(await ownTemplates()), ...files.flatMap(pairTemplates)];
  return new Map(Object.keys(MIX).map((kind) => [kind, all.filter((each) => each.kind === kind)]));
}
