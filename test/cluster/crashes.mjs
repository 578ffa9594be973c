// @ts-check
// Starts a cluster, says which, and waits to be killed: node test/cluster/crashes.mjs [VERSION]
import { startCluster } from "../../tools/cluster/start.mjs";

const { pid, folder } = await startCluster({ version: process.argv[2] });
console.log(JSON.stringify({ pid, folder }));
setInterval(() => {}, 60_000);
