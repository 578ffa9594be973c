import type { KubeConfig } from "@kubernetes/client-node";
import type { ClusterPort, Ensurer, KubeObject } from "churngate";
import { Counter, Gauge, type Registry } from "prom-client";
import { CACHE } from "./cache.js";
import { CHILD_KINDS } from "./children/index.js";
import { MANAGED_SELECTOR, ownerOf } from "./children/owner.js";
import { CacheController } from "./controller.js";
import { Informers } from "./informers.js";
import { Leadership } from "./leader.js";
import { type Log, messageOf } from "./log.js";
import { WorkQueue } from "./queue.js";

export interface OperatorOptions {
  readonly kubeConfig: KubeConfig;
  readonly port: ClusterPort;
  readonly ensurer: Ensurer;
  readonly registry: Registry;
  readonly log: Log;
  readonly lease: { readonly namespace: string; readonly identity: string; readonly seconds: number };
  /** Every instance is reconciled again this often, events or none. */
  readonly resyncSeconds: number;
}

const KINDS = [
  { ...CACHE, plural: "caches" },
  ...CHILD_KINDS.map((kind) => ({ ...kind, labelSelector: MANAGED_SELECTOR })),
];

/** One replica: its informers are warm before it leads, so that it goes on at once where another left off. */
export class Operator {
  readonly #options: OperatorOptions;
  readonly #informers: Informers;
  readonly #queue: WorkQueue;
  readonly #leadership: Leadership;
  readonly #stopping = new AbortController();
  /** Ends what is under way where the lease is lost: another replica may be at it already. */
  readonly #lost = new AbortController();
  readonly #leads: Gauge;

  constructor(options: OperatorOptions) {
    const { kubeConfig, port, ensurer, registry, lease, log } = options;
    this.#options = options;
    this.#informers = new Informers(kubeConfig, KINDS);
    this.#leadership = new Leadership({ port, name: "cache-operator", ...lease });
    const registers = [registry];
    const outcomes = new Counter({
      name: "cache_operator_reconciles_total",
      help: "Passes over an instance.",
      labelNames: ["outcome"],
      registers,
    });
    this.#leads = new Gauge({
      name: "cache_operator_leader",
      help: "1 where this replica leads.",
      registers,
    });
    const controller = new CacheController(ensurer, this.#informers);
    this.#queue = new WorkQueue({
      work: async (key) => {
        await controller.reconcile(key, this.#lost.signal);
        outcomes.inc({ outcome: "done" });
      },
      onError: (key, error, waitMs) => {
        outcomes.inc({ outcome: "failed" });
        log(`${key}: ${messageOf(error)}; again in ${waitMs} ms`);
      },
    });
    const queue = this.#queue;
    new Gauge({
      name: "cache_operator_queue_depth",
      help: "Instances that wait or are under way.",
      registers,
      collect() {
        this.set(queue.depth);
      },
    });
  }

  /** Resolves when it has stopped: after stop(), or, to `lost`, because its lease is gone. */
  async run(): Promise<"stopped" | "lost"> {
    const { log, resyncSeconds } = this.#options;
    const { signal } = this.#stopping;
    const report = (error: unknown) => log(`lease: ${messageOf(error)}`);
    const listed = this.#informers.start(
      (object) => this.#onChange(object),
      (kind, error, waitMs) => log(`informer of ${kind}: ${whyNot(error)}; again in ${waitMs} ms`),
    );
    await until(listed, signal);
    if (!signal.aborted) log("waits for the lease");
    const before = await this.#leadership.acquire(signal, report).catch(() => undefined);
    if (signal.aborted) return this.#end("stopped");
    log(`leads: ${before ? `${before} has not renewed the lease in time` : "the lease was free"}`);
    this.#leads.set(1);
    this.#queue.start();
    const resync = setInterval(() => this.resync(), resyncSeconds * 1000);
    // It goes on renewing while the last passes finish.
    const held = new AbortController();
    const lost = this.#leadership
      .lost(held.signal, report)
      .then(() => held.signal.aborted || this.#lost.abort());
    await until(lost, signal);
    clearInterval(resync);
    await this.#queue.stop();
    held.abort();
    await lost;
    return this.#end(signal.aborted ? "stopped" : "lost");
  }

  /** Finishes what is under way, and gives the lease up. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Every instance is to be reconciled again. */
  resync(): void {
    for (const key of this.#informers.keys(CACHE.kind)) this.#queue.add(key);
  }

  async #end<Why extends "stopped" | "lost">(why: Why): Promise<Why> {
    this.#options.log(why === "lost" ? "has lost the lease, and ends" : "ends");
    this.#leads.set(0);
    this.#informers.stop();
    await this.#leadership.release().catch(() => {});
    return why;
  }

  #onChange(object: KubeObject): void {
    const { namespace, name } = object.metadata ?? {};
    const instance = object.kind === CACHE.kind ? name : ownerOf(object)?.name;
    if (instance !== undefined) this.#queue.add(`${namespace}/${instance}`);
  }
}

function until(work: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  const aborted = new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  return Promise.race([work, aborted]);
}

/** A kind whose definition was only just created is answered for by 404, then by 429, for a second or two. */
function whyNot(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === 404 || code === 429 ? `the server does not serve it yet (${code})` : messageOf(error);
}
