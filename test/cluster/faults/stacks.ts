import { KubeConfig } from "@kubernetes/client-node";
import { clientNodePort } from "../../../src/adapter/client-node/index.js";
import type { ClusterPort } from "../../../src/adapter/port/port.js";
import { createClient } from "../../../tools/cluster/client.mjs";
import type { Connection } from "../../../tools/cluster/types.d.ts";
import { clusterPort } from "../port.js";

/** What speaks HTTP to the server. */
export interface Stack {
  readonly name: string;
  open(connection: Connection): { readonly port: ClusterPort; close(): void };
}

export const STACKS: readonly Stack[] = [
  {
    name: "test client",
    open: (connection) => {
      const client = createClient(connection);
      return { port: clusterPort(client), close: () => client.close() };
    },
  },
  {
    name: "client-node port",
    open: ({ server, token }) => {
      const kubeConfig = new KubeConfig();
      kubeConfig.loadFromClusterAndUser({ name: "a", server, skipTLSVerify: true }, { name: "a", token });
      return { port: clientNodePort(kubeConfig), close: () => {} };
    },
  },
];
