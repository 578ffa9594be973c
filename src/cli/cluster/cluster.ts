import type { ClusterPort } from "../../adapter/port/port.js";
import type { Settings } from "../settings.js";

/** The cluster that a command talks to. */
export interface Cluster {
  readonly port: ClusterPort;
  /** The address of its API server. */
  readonly server: string;
  /** The context's namespace. */
  readonly namespace: string | undefined;
  /**
   * Has a kind namespaces? undefined where the server does not serve it.
   * @throws ApiError, or any error of the connection
   */
  isNamespaced(apiVersion: string, kind: string, signal: AbortSignal): Promise<boolean | undefined>;
}

/**
 * Reaches the cluster that a run's settings name; sends nothing yet.
 * @throws CommandError
 */
export type ClusterFactory = (settings: Settings) => Promise<Cluster>;
