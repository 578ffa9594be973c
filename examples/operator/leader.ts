import { setTimeout as wait } from "node:timers/promises";
import { ApiError, type ClusterPort, type KubeObject } from "churngate";

export interface LeaseOptions {
  readonly port: ClusterPort;
  readonly namespace: string;
  readonly name: string;
  /** Who holds it; another one for each process. */
  readonly identity: string;
  /** How long others leave it alone without a renewal; 15 seconds unless given. */
  readonly seconds?: number;
}

const LEASE = { apiVersion: "coordination.k8s.io/v1", kind: "Lease" } as const;

interface Lease extends KubeObject {
  readonly metadata: { readonly name: string; readonly namespace: string; readonly resourceVersion?: string };
  readonly spec: {
    readonly holderIdentity?: string;
    readonly leaseDurationSeconds?: number;
    readonly acquireTime?: string;
    readonly renewTime?: string;
    readonly leaseTransitions?: number;
  };
}

/**
 * Leader election by a Lease, as client-go's leaderelection does it: who holds it renews it; others take it over when they have
 * not seen it change for its duration, by their own clock. Each write is a PUT with the resourceVersion that was read, so of two who
 * write at once one gets a 409. These writes are not gated: their only content is that their writer is alive.
 */
export class Leadership {
  readonly #options: Required<LeaseOptions>;
  #held = false;
  #renewedAt = 0;
  #takenFrom: string | undefined;
  /** What others hold, and since when it is seen to be that. */
  #seen: { readonly version: string | undefined; readonly at: number } | undefined;

  constructor(options: LeaseOptions) {
    this.#options = { seconds: 15, ...options };
  }

  /** Resolves when it is held: to whom it was taken from, if anybody held it. Rejects where the signal ends it. */
  async acquire(signal: AbortSignal, onError: (error: unknown) => void): Promise<string | undefined> {
    const { seconds } = this.#options;
    while (!(await this.#try(signal, seconds * 500, onError)))
      await wait(seconds * 200, undefined, { signal });
    return this.#takenFrom;
  }

  /** Renews it; resolves when that was not possible for two thirds of its duration, so before others take it. */
  async lost(signal: AbortSignal, onError: (error: unknown) => void): Promise<void> {
    const { seconds } = this.#options;
    while (this.#held) {
      await wait(seconds * 200, undefined, { signal }).catch(() => {});
      const leftMs = Math.ceil(this.#renewedAt + (seconds * 2000) / 3 - performance.now());
      if (signal.aborted || leftMs <= 0) return;
      await this.#try(signal, leftMs, onError);
    }
  }

  /** Lets others have it at once. */
  async release(): Promise<void> {
    const { identity, seconds } = this.#options;
    if (!this.#held) return;
    this.#held = false;
    const limit = AbortSignal.timeout(seconds * 200);
    const lease = await this.#read(limit);
    if (lease?.spec.holderIdentity !== identity) return;
    const spec = { ...lease.spec, holderIdentity: "", leaseDurationSeconds: 1, renewTime: now() };
    await this.#put({ ...lease, spec }, limit);
  }

  /** Takes or renews it. */
  async #try(signal: AbortSignal, limitMs: number, onError: (error: unknown) => void): Promise<boolean> {
    const { port, namespace, name, identity, seconds } = this.#options;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
    const at = performance.now();
    try {
      const lease = await this.#read(limit);
      if (lease !== undefined && !this.#isFree(lease)) {
        this.#held = false;
        return false;
      }
      const mine = lease?.spec.holderIdentity === identity;
      const spec = {
        holderIdentity: identity,
        leaseDurationSeconds: seconds,
        acquireTime: (mine && lease?.spec.acquireTime) || now(),
        renewTime: now(),
        leaseTransitions: (lease?.spec.leaseTransitions ?? -1) + (mine ? 0 : 1),
      };
      if (lease === undefined)
        await port.create({ ...LEASE, metadata: { name, namespace }, ...{ spec } }, { signal: limit });
      else await this.#put({ ...lease, spec }, limit);
      if (!mine) this.#takenFrom = lease?.spec.holderIdentity || undefined;
      this.#renewedAt = at;
      this.#held = true;
      return true;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409) && !signal.aborted) onError(error);
      return false;
    }
  }

  #isFree({ metadata, spec }: Lease): boolean {
    const { holderIdentity = "", leaseDurationSeconds = 0 } = spec;
    if (holderIdentity === "" || holderIdentity === this.#options.identity) return true;
    const { resourceVersion: version } = metadata;
    if (this.#seen?.version !== version) this.#seen = { version, at: performance.now() };
    return performance.now() - (this.#seen?.at ?? 0) > leaseDurationSeconds * 1000;
  }

  async #read(signal: AbortSignal): Promise<Lease | undefined> {
    const { port, namespace, name } = this.#options;
    return (await port.read({ ...LEASE, namespace, name }, { signal })) as Lease | undefined;
  }

  async #put(lease: Lease, signal: AbortSignal): Promise<void> {
    await this.#options.port.replace?.(lease, { signal });
  }
}

/** A MicroTime. */
function now(): string {
  return new Date().toISOString().replace("Z", "000Z");
}
