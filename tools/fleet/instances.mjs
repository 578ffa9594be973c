// @ts-check
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { parseAllDocuments } from "yaml";
import { childKinds } from "./child-kinds.mjs";

/** @typedef {import("../cluster/types.d.ts").Client} Client @typedef {import("../cluster/types.d.ts").KubeObject} KubeObject */

const CRDS = new URL("../../examples/operator/crds/", import.meta.url);
const NAMESPACE = "fleet";
const CACHES = `/apis/cache.example.com/v1alpha1/namespaces/${NAMESPACE}/caches`;

/** Instances whose namespace and name the server is asked for at once. */
const PAGE = 500;

/** The operator's kinds, and the instances' namespace. @param {Client} client */
export async function prepare(client) {
  await created(client, { apiVersion: "v1", kind: "Namespace", metadata: { name: NAMESPACE } });
  await installKinds(client);
}

/** The operator's own kind and its stand-in for another. @param {Client} client */
export async function installKinds(client) {
  const definitions = readdirSync(CRDS).flatMap((file) =>
    parseAllDocuments(readFileSync(new URL(file, CRDS), "utf8")).map((document) => document.toJS()),
  );
  for (const definition of definitions) await created(client, definition);
  for (const { spec } of definitions)
    await untilServed(client, `/apis/${spec.group}/${spec.versions[0].name}/${spec.names.plural}`);
}

/** A server answers 404 before it serves a kind, and 429 while it sets its storage up. @param {Client} client @param {string} path */
async function untilServed(client, path) {
  while ((await client.request("GET", path)).code !== 200) await wait(100);
  client.forget();
}

/** @param {Client} client @param {number} count @param {(done: number) => void} onDone */
export async function createInstances(client, count, onDone) {
  let next = 0;
  let done = 0;
  const work = async () => {
    while (next < count) {
      await created(client, instance(next++));
      onDone(++done);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

/** All seven kinds of children are wanted. @param {number} index @returns {KubeObject} */
function instance(index) {
  return {
    apiVersion: "cache.example.com/v1alpha1",
    kind: "Cache",
    metadata: { name: `cache-${index}`, namespace: NAMESPACE },
    spec: {
      replicas: 1 + (index % 3),
      config: { maxmemory: "200mb", "maxmemory-policy": "allkeys-lru" },
      clients: ["web", "worker"],
      metrics: true,
      backup: `${index % 60} 3 * * *`,
    },
  };
}

/** How many instances say themselves that all of their objects are there. @param {Client} client */
export async function countConverged(client) {
  let converged = 0;
  let token;
  do {
    const { body } = await client.request("GET", CACHES, { query: { limit: String(PAGE), continue: token } });
    const { items, metadata } = /** @type {any} */ (body);
    converged += items.filter(isConverged).length;
    token = metadata.continue || undefined;
  } while (token !== undefined);
  return converged;
}

/** @param {any} cache */
function isConverged({ metadata, status }) {
  return (
    status?.observedGeneration === metadata.generation &&
    status.conditions.some((/** @type {any} */ each) => each.type === "Applied" && each.status === "True")
  );
}

/** How many children there are. @param {Client} client */
export async function countChildren(client) {
  let count = 0;
  for (const { apiVersion, plural } of await childKinds()) {
    const path = apiVersion.includes("/") ? `/apis/${apiVersion}/${plural}` : `/api/${apiVersion}/${plural}`;
    const query = { labelSelector: "app.kubernetes.io/managed-by=cache-operator" };
    const { body } = await client.request("GET", path, { query });
    count += /** @type {any} */ (body).items.length;
  }
  return count;
}

/** @param {Client} client @param {KubeObject} object */
async function created(client, object) {
  const { code, body } = await client.create(object);
  if (code !== 201) throw new Error(`${object.kind} ${object.metadata?.name}: ${body.message}`);
}
