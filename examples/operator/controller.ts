import { EnsureError, type Ensurer, type KubeObject } from "churngate";
import { CACHE, type Cache } from "./cache.js";
import { CHILD_KINDS, childrenOf } from "./children/index.js";
import { MANAGED_SELECTOR, ownerOf } from "./children/owner.js";
import type { Informers } from "./informers.js";
import { withStatus } from "./status.js";

const FINALIZER = "cache.example.com/children";

/** Brings an instance's objects to what its spec wants. What need not be written costs no request: live is what the informers have. */
export class CacheController {
  readonly #ensurer: Ensurer;
  readonly #informers: Informers;

  constructor(ensurer: Ensurer, informers: Informers) {
    this.#ensurer = ensurer;
    this.#informers = informers;
  }

  /** @param key `namespace/name` of an instance @throws what makes it worth another try */
  async reconcile(key: string, signal: AbortSignal): Promise<void> {
    const [namespace = "", name = ""] = key.split("/");
    const cache = this.#informers.get({ ...CACHE, namespace, name }) as Cache | undefined;
    if (cache === undefined) return;
    try {
      await (cache.metadata.deletionTimestamp === undefined
        ? this.#converge(cache, signal)
        : this.#finalize(cache, signal));
    } catch (error) {
      // It went meanwhile; the informer is behind.
      if (!(error instanceof EnsureError && error.code === "not-found")) throw error;
    }
  }

  async #converge(cache: Cache, signal: AbortSignal): Promise<void> {
    const { object } = await this.#finalizers(cache, [FINALIZER], signal);
    const desired = childrenOf(cache);
    const results = await this.#ensurer.ensureAll(desired, {
      live: ({ kind = "" }) => this.#informers.get({ ...cache.metadata, kind }),
      signal,
    });
    await this.#prune(cache, desired, signal);
    await this.#ensurer.ensureStatus<KubeObject>(withStatus(cache, results), { live: object, signal });
    for (const each of results) if (each.result === "failed") throw each.error;
  }

  /** The instance goes when its children have gone: each of them that does is an event, and so another pass. */
  async #finalize(cache: Cache, signal: AbortSignal): Promise<void> {
    const left = await this.#prune(cache, [], signal);
    if (!left) await this.#finalizers(cache, [], signal);
  }

  #finalizers(cache: Cache, finalizers: string[], signal: AbortSignal) {
    const { name, namespace } = cache.metadata;
    const desired = { ...CACHE, metadata: { name, namespace, finalizers } };
    return this.#ensurer.ensure<KubeObject>(desired, { live: cache, create: false, signal });
  }

  /**
   * Deletes children that are no longer wanted, and says whether there were any. They are named as their instance is, so the informers
   * know; only where they do is the server asked.
   */
  async #prune(cache: Cache, desired: readonly KubeObject[], signal: AbortSignal): Promise<boolean> {
    const { name, namespace, uid } = cache.metadata;
    const kinds = CHILD_KINDS.filter(({ kind }) => {
      const child = this.#informers.get({ kind, namespace, name });
      return ownerOf(child)?.uid === uid && !desired.some((each) => each.kind === kind);
    });
    if (kinds.length === 0) return false;
    const options = { kinds, namespace, labelSelector: MANAGED_SELECTOR, owner: uid, signal };
    for (const each of await this.#ensurer.prune(desired, options))
      if (each.result === "failed") throw each.error;
    return true;
  }
}
