// @ts-check
// The test cluster, for tests and tools: docs/cluster.md.
export { clusterAvailable } from "./binaries.mjs";
export { createClient } from "./client.mjs";
export { startCluster } from "./start.mjs";
