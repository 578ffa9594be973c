// @ts-check
// What examples/operator wants to be there: seven kinds an instance.

/** @type {typeof import("../../../examples/operator/children/index.js")} */
const operator = await import(
  new URL("../../../examples/operator/dist/children/index.js", import.meta.url).href
);

/** The children of one instance, made anew. @param {number} index @returns {readonly import("./churngate.mjs").KubeObject[]} */
export function childrenOf(index) {
  return operator.childrenOf({
    apiVersion: "cache.example.com/v1alpha1",
    kind: "Cache",
    metadata: {
      name: `cache-${index}`,
      namespace: "bench",
      uid: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
      generation: 1,
    },
    spec: {
      image: "valkey/valkey:8.1",
      replicas: 1 + (index % 3),
      storage: "2Gi",
      config: { maxmemory: "200mb", "maxmemory-policy": "allkeys-lru" },
      clients: ["web", "worker"],
      metrics: true,
      backup: `${index % 60} 3 * * *`,
    },
  });
}
