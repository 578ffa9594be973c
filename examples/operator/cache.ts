import type { KubeObject } from "churngate";

/** The operator's own kind, as crds/caches.yaml has it; the server fills its defaults in. */
export interface Cache extends KubeObject {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly generation: number;
    readonly deletionTimestamp?: string;
  };
  readonly spec: CacheSpec;
}

export interface CacheSpec {
  readonly image: string;
  readonly replicas: number;
  readonly storage: string;
  /** Lines of the configuration file, by name. */
  readonly config: Readonly<Record<string, string>>;
  /** Who may connect, by the label `app.kubernetes.io/name`. */
  readonly clients: readonly string[];
  readonly metrics: boolean;
  /** A cron schedule; without one there are no backups. */
  readonly backup?: string;
}

export const CACHE = { apiVersion: "cache.example.com/v1alpha1", kind: "Cache" } as const;
