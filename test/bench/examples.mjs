// @ts-check
// The objects of examples/: what their tables state, and what the operator's builders build. Live is what the server in memory makes of them.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { createMemoryPort, MANAGER } from "./engine.mjs";

/** @typedef {import("../../src/index.js").KubeObject} KubeObject */

const EXAMPLES = fileURLToPath(new URL("../../examples/", import.meta.url));

/** Live as our apply of desired leaves it. @param {KubeObject} desired @returns {Promise<KubeObject>} */
async function applied(desired) {
  return createMemoryPort().apply(desired, { fieldManager: MANAGER, force: true });
}

/** @returns {Promise<readonly import("./types.js").Pair[]>} */
export async function examplePairs() {
  const tables = readdirSync(EXAMPLES, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".cases.json"))
    .sort();
  const stated = tables.map((file) => ({ id: file, desired: baseOf(file) }));
  const { childrenOf, cache } = await operator();
  const built = childrenOf(cache(0)).map((desired) => ({ id: `operator ${desired.kind}`, desired }));
  const same = await Promise.all(
    [...stated, ...built].map(async (pair) => ({ ...pair, live: await applied(pair.desired), first: true })),
  );
  return same.flatMap((pair) => [
    pair,
    { ...pair, id: `${pair.id}, labelled`, desired: relabelled(pair.desired) },
  ]);
}

/** @param {string} file @returns {KubeObject} */
function baseOf(file) {
  return JSON.parse(readFileSync(`${EXAMPLES}${file}`, "utf8")).base;
}

/** The least that makes a write of any kind. @param {KubeObject} desired @returns {KubeObject} */
function relabelled(desired) {
  const { metadata } = desired;
  const labels = {
    .../** @type {{ labels?: object } | undefined} */ (metadata)?.labels,
    "bench.example.com/new": "label",
  };
  return { ...desired, metadata: /** @type {KubeObject["metadata"]} */ ({ ...metadata, labels }) };
}

/**
 * The builders of examples/operator, as a controller calls them: object literals and spreads.
 * @returns {Promise<{ childrenOf: (cache: object) => readonly KubeObject[], cache: (index: number) => object }>}
 */
export async function operator() {
  const { outputFiles } = await build({
    entryPoints: [`${EXAMPLES}operator/children/index.ts`],
    bundle: true,
    format: "esm",
    platform: "node",
    external: ["churngate"],
    write: false,
  });
  const text = outputFiles[0]?.text ?? "";
  const { childrenOf } = await import(`data:text/javascript,${encodeURIComponent(text)}`);
  return { childrenOf, cache };
}

/** An instance that wants all seven kinds of children. @param {number} index */
function cache(index) {
  return {
    apiVersion: "cache.example.com/v1alpha1",
    kind: "Cache",
    metadata: {
      name: `cache-${index}`,
      namespace: "fleet",
      uid: "6f4a1f0e-0b1c-4f0e-8d57-2f0c7f1f3f11",
      generation: 1,
    },
    spec: {
      image: "valkey/valkey:8.1",
      replicas: 3,
      storage: "2Gi",
      config: { maxmemory: "200mb", "maxmemory-policy": "allkeys-lru" },
      clients: ["web", "worker"],
      metrics: true,
      backup: "0 3 * * *",
    },
  };
}

/**
 * The children of so many instances: what builds one anew, the same as text, and live as text.
 * @param {number} count
 * @returns {Promise<readonly { build: () => KubeObject, desired: string, live: string }[]>}
 */
export async function fleet(count) {
  const { childrenOf, cache: instance } = await operator();
  const lives = await Promise.all(childrenOf(instance(0)).map(applied));
  const texts = lives.map((live) => JSON.stringify(live));
  return Array.from({ length: count }, (_, index) =>
    texts.map((text, child) => {
      const build = () => /** @type {KubeObject} */ (childrenOf(instance(index))[child]);
      return {
        build,
        desired: JSON.stringify(build()),
        live: text.replaceAll("cache-0", `cache-${index}`),
      };
    }),
  ).flat();
}
