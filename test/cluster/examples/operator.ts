import { vi } from "vitest";
import type { EnsureResult, Ensurer } from "../../../src/adapter/ensure/types.js";
import { createEnsurer } from "../../../src/adapter/ensurer.js";
import { metadataOf, refOf } from "../../../src/adapter/port/object.js";
import type { ClusterPort } from "../../../src/adapter/port/port.js";
import type { JsonObject, KubeObject } from "../../../src/core/json.js";
import { mergePatch } from "../../../src/core/merge/patch.js";
import type { Gate } from "../../../src/rules/gate.js";
import type { Client } from "../../../tools/cluster/types.d.ts";
import { type Account, accountIn } from "../account.js";
import { freshNamespace } from "../helper.js";
import { clusterPort } from "../port.js";
import { Cache } from "./cache.js";

/** What a pass came to, and what the server was asked in it. */
export interface Pass {
  /** `Service updated`, in the order of desired. */
  readonly results: readonly string[];
  /** As the server noted them, sorted: `update services`. */
  readonly requests: readonly string[];
}

/** An operator that ensures a set of objects on each pass, live from its cache. */
export class Operator {
  private ensurer: Ensurer;

  private constructor(
    /** Whoever else is at work in the cluster; what it asks is not counted. */
    readonly other: ClusterPort,
    readonly namespace: string,
    readonly cache: Cache,
    private readonly account: Account,
    readonly gate: Gate,
    /** What the next pass ensures. */
    public desired: readonly KubeObject[],
  ) {
    this.ensurer = this.ensurerOf(gate);
  }

  /** In a namespace that nobody else writes to. */
  static async of(
    admin: Client,
    gate: Gate,
    objects: (namespace: string) => Promise<readonly KubeObject[]>,
  ): Promise<Operator> {
    const namespace = await freshNamespace(admin);
    const account = await accountIn(namespace, admin);
    const other = clusterPort(admin);
    return new Operator(
      other,
      namespace,
      new Cache(other, namespace),
      account,
      gate,
      await objects(namespace),
    );
  }

  /** Its cache is as new as the server; `reading`: it has none, and reads. */
  async pass({ reading = false, gate }: { reading?: boolean; gate?: Gate } = {}): Promise<Pass> {
    const ensurer = gate === undefined ? this.ensurer : this.ensurerOf(gate);
    await this.cache.fill(this.desired);
    this.account.take();
    const live = (object: KubeObject): KubeObject | undefined => this.cache.get(object);
    const results = await ensurer.ensureAll(this.desired, reading ? {} : { live });
    for (const each of results) if (each.result === "failed") throw each.error;
    return {
      results: results.map(({ ref, result }) => `${ref.kind} ${result}`),
      requests: [...this.account.take()].sort(),
    };
  }

  /** One object of the set alone, as when an event names it: the result, and the requests that it took. */
  async ensure(desired: KubeObject): Promise<EnsureResult & { readonly requests: readonly string[] }> {
    await this.cache.fill([desired]);
    this.account.take();
    const done = await this.ensurer.ensure(desired, { live: this.cache.get(desired) });
    return { ...done, requests: this.account.take() };
  }

  /** From now on another process, which remembers nothing. */
  restart(): void {
    this.ensurer = this.ensurerOf(this.gate);
  }

  of(kind: string): KubeObject {
    const found = this.desired.find((each) => each.kind === kind);
    if (found === undefined) throw new Error(`no ${kind} is desired`);
    return found;
  }

  /** From now on another object of this kind is desired: a merge patch of it. */
  state(kind: string, patch: object): void {
    const changed = mergePatch(this.of(kind) as JsonObject, patch as JsonObject) as KubeObject;
    this.desired = this.desired.map((each) => (each.kind === kind ? changed : each));
  }

  /** What a pass gives in which the same is done of each object. */
  each(result: string): readonly string[] {
    return this.desired.map(({ kind }) => `${kind} ${result}`);
  }

  /** What the server holds; what it takes to find out is not counted. */
  async live(object: KubeObject): Promise<KubeObject> {
    await this.cache.fill([object]);
    const live = this.cache.get(object);
    if (live === undefined) throw new Error(`there is no ${object.kind}`);
    return live;
  }

  /** What a write that changes something moves. */
  async versions(): Promise<readonly unknown[]> {
    await this.cache.fill(this.desired);
    return this.desired.map((object) => {
      const { resourceVersion, generation } = metadataOf(this.cache.get(object));
      return [object.kind, resourceVersion, generation];
    });
  }

  /** Deletes what is in no namespace, and waits until it is gone, so that another operator can be made. */
  async end(): Promise<void> {
    for (const object of this.desired) {
      const ref = refOf(object);
      if (ref.namespace !== undefined || ref.kind === "Namespace") continue;
      await this.other.delete?.(ref);
      const isGone = async () => (await this.other.read(ref)) === undefined;
      await vi.waitUntil(isGone, { timeout: 30_000, interval: 20 });
    }
    this.account.client.close();
  }

  private ensurerOf(gate: Gate): Ensurer {
    return createEnsurer({ port: clusterPort(this.account.client), gate });
  }
}
