import type { CompletePort } from "../../adapter/client-node/api-port.js";
import type { ClusterPort } from "../../adapter/port/port.js";
import type { Settings } from "../settings.js";

/** The cluster that a command talks to. */
export interface Cluster {
  readonly port: ClusterPort & Pick<CompletePort, "isNamespaced" | "document">;
  /** The address of its API server. */
  readonly server: string;
  /** The context's namespace. */
  readonly namespace: string | undefined;
}

/**
 * Reaches the cluster that a run's settings name; sends nothing yet.
 * @throws CommandError
 */
export type ClusterFactory = (settings: Settings) => Promise<Cluster>;
