import { request } from "node:http";
import { KubeConfig } from "@kubernetes/client-node";
import { type CompletePort, clientNodePort } from "../../../src/adapter/client-node/index.js";
import { startCluster } from "../../../tools/cluster/start.mjs";
import type { Cluster } from "../../../tools/cluster/types.d.ts";

export interface OwnCluster extends Cluster {
  /** A port for its administrator, or whose token it is; through another address of the server, too. */
  portOf(change?: { readonly server?: string; readonly token?: string }): CompletePort;
  /** etcd forgets what was before a resourceVersion. */
  compact(resourceVersion: string): Promise<void>;
}

/** A cluster of a test's own, which it may treat badly. */
export async function ownCluster(apiServerFlags: readonly string[] = []): Promise<OwnCluster> {
  const version = process.env.CHURNGATE_KUBERNETES || undefined;
  const cluster = await startCluster({ version, apiServerFlags });
  return {
    ...cluster,
    portOf: ({ server = cluster.server, token = cluster.token } = {}) => {
      const kubeConfig = new KubeConfig();
      const caData = Buffer.from(cluster.ca).toString("base64");
      kubeConfig.loadFromClusterAndUser(
        { name: "own", server, caData, skipTLSVerify: false },
        { name: "own", token },
      );
      return clientNodePort(kubeConfig);
    },
    // etcd's API as JSON (its gRPC gateway), at the same socket.
    compact: (revision) =>
      new Promise((resolve, reject) => {
        const socketPath = `${cluster.folder}/etcd.sock`;
        const asked = request({
          socketPath,
          path: "/v3/kv/compaction",
          method: "POST",
          headers: { host: "etcd" },
        });
        asked.on("error", reject).on("response", ({ statusCode }) => {
          if (statusCode === 200) resolve();
          else reject(new Error(`etcd answered ${statusCode}`));
        });
        asked.end(JSON.stringify({ revision, physical: true }));
      }),
  };
}

/** A ConfigMap's own JSON. */
export const configMap = (
  name: string,
  data: Record<string, string> = {},
  labels: Record<string, string> = {},
) => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name, namespace: "default", labels },
  data,
});
