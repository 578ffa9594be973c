import type { JsonObject } from "../../core/json.js";

/** A cluster to talk to, and as whom: one context's part of a kubeconfig, its file names absolute. */
export interface Target {
  readonly server: string;
  /** Its name; undefined in a pod that has no kubeconfig. */
  readonly context: string | undefined;
  readonly namespace: string | undefined;
  readonly cluster: JsonObject;
  readonly user: JsonObject;
}
