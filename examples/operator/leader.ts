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
  #held: Lease | undefined;
  #renewedAt = 0;
  #seen: { readonly version: string | undefined; readonly at: number } | undefined;

  constructor(options: LeaseOptions) {
    this.#options = { seconds: 15, ...options };
  }

  /** Resolves when it is held. Rejects where the signal ends it. */
  async acquire(signal: AbortSignal, onError: (error: unknown) => void): Promise<void> {
    while (!(await this.#try(signal, onError)))
      await wait(this.#options.seconds * 200, undefined, { signal });
  }

  /** Renews it; resolves when that was not possible for two thirds of its duration, so before others take it. */
  async lost(signal: AbortSignal, onError: (error: unknown) => void): Promise<void> {
    const { seconds } = this.#options;
    while (!signal.aborted) {
      await wait(seconds * 200, undefined, { signal }).catch(() => {});
      if (signal.aborted || (await this.#try(signal, onError))) continue;
      if (this.#held === undefined || performance.now() - this.#renewedAt > (seconds * 2000) / 3) return;
    }
  }

  /** Lets others have it at once. */
  async release(): Promise<void> {
    const lease = this.#held;
    this.#held = undefined;
    if (lease === undefined) return;
    await this.#put({
      ...lease,
      spec: { ...lease.spec, holderIdentity: "", leaseDurationSeconds: 1, renewTime: now() },
    });
  }

  async #try(signal: AbortSignal, onError: (error: unknown) => void): Promise<boolean> {
    const { port, namespace, name, identity, seconds } = this.#options;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(seconds * 500)]);
    const at = performance.now();
    try {
      const ref = { apiVersion: "coordination.k8s.io/v1", kind: "Lease", namespace, name };
      const lease = (await port.read(ref, { signal: limit })) as Lease | undefined;
      if (lease !== undefined && !this.#isFree(lease)) return false;
      const mine = lease?.spec.holderIdentity === identity;
      const spec = {
        holderIdentity: identity,
        leaseDurationSeconds: seconds,
        acquireTime: (mine && lease?.spec.acquireTime) || now(),
        renewTime: now(),
        leaseTransitions: (lease?.spec.leaseTransitions ?? -1) + (mine ? 0 : 1),
      };
      const { namespace: _, ...kind } = ref;
      this.#held = await (lease === undefined
        ? (port.create({ ...kind, metadata: { name, namespace }, spec } as Lease, {
            signal: limit,
          }) as Promise<Lease>)
        : this.#put({ ...lease, spec }, limit));
      this.#renewedAt = at;
      return true;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 409) && !signal.aborted) onError(error);
      return false;
    }
  }

  #isFree({ metadata, spec }: Lease): boolean {
    const { holderIdentity = "", leaseDurationSeconds = 0 } = spec;
    if (holderIdentity === "" || holderIdentity === this.#options.identity) return true;
    this.#held = undefined;
    const { resourceVersion: version } = metadata;
    if (this.#seen?.version !== version) this.#seen = { version, at: performance.now() };
    return performance.now() - (this.#seen?.at ?? 0) > leaseDurationSeconds * 1000;
  }

  #put(lease: Lease, signal?: AbortSignal): Promise<Lease> {
    const { replace } = this.#options.port;
    if (replace === undefined) throw new Error("the port cannot replace");
    return replace.call(this.#options.port, lease, { signal }) as Promise<Lease>;
  }
}

/** A MicroTime. */
function now(): string {
  return new Date().toISOString().replace("Z", "000Z");
}
