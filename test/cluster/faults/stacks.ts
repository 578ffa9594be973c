import { KubeConfig } from "@kubernetes/client-node";
import { clientNodePort } from "../../../src/adapter/client-node/index.js";
import type { ClusterPort } from "../../../src/adapter/port/port.js";
import { MODES, type Mode } from "../../../src/core/decision.js";
import { createClient } from "../../../tools/cluster/client.mjs";
import type { Connection } from "../../../tools/cluster/types.d.ts";
import { clusterPort } from "../port.js";
import type { Task } from "./rows.js";

/** What speaks HTTP to the server. */
export interface Stack {
  readonly name: string;
  /** What it is tried with: all that there is, or what tells whether the port holds to the contract. */
  readonly modes: readonly Mode[];
  readonly tasks: readonly Task[];
  open(connection: Connection): { readonly port: ClusterPort; close(): void };
}

export const STACKS: readonly Stack[] = [
  {
    name: "test client",
    modes: ["replace"],
    tasks: ["update"],
    open: (connection) => {
      const client = createClient(connection);
      return { port: clusterPort(client), close: () => client.close() };
    },
  },
  {
    name: "client-node port",
    modes: MODES,
    tasks: ["create", "update", "status"],
    open: ({ server, token }) => {
      const kubeConfig = new KubeConfig();
      kubeConfig.loadFromClusterAndUser({ name: "a", server, skipTLSVerify: true }, { name: "a", token });
      return { port: clientNodePort(kubeConfig), close: () => {} };
    },
  },
];
