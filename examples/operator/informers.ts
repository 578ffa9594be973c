import { CoreV1Api, CustomObjectsApi, type KubeConfig, ListWatch, Watch } from "@kubernetes/client-node";
import type { KubeObject, ObjectRef } from "churngate";
import { toWire } from "churngate/client-node";

export interface WatchedKind {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly labelSelector?: string;
}

/** An item of an informer: a class instance after a list, wire JSON after an event. toWire makes both the same. */
type Item = { metadata?: { name?: string; namespace?: string; uid?: string } };
type Items = { items: Item[]; metadata?: { resourceVersion?: string } };

/** Told of an informer that failed, and of the milliseconds until it is started again. */
type OnError = (kind: string, error: unknown, waitMs: number) => void;

/** Milliseconds before an informer that failed is started again, doubled each time, up to the second. */
const BACKOFF = [500, 30_000] as const;

/** The objects of some kinds, as the server's watches last told of them. */
export class Informers {
  readonly #byKind = new Map<string, ListWatch<Item>>();
  readonly #kubeConfig: KubeConfig;
  readonly #kinds: readonly WatchedKind[];
  #stopped = false;

  constructor(kubeConfig: KubeConfig, kinds: readonly WatchedKind[]) {
    this.#kubeConfig = kubeConfig;
    this.#kinds = kinds;
  }

  /** Resolves when each kind was listed once. `onChange` is told of each object that came, changed or went. */
  async start(onChange: (object: KubeObject) => void, onError: OnError) {
    await Promise.all(this.#kinds.map((kind) => this.#startOne(kind, onChange, onError)));
  }

  stop(): void {
    this.#stopped = true;
    for (const informer of this.#byKind.values()) void informer.stop();
  }

  /** As it is cached. Never changed, as it is the informer's own. */
  get({ kind, namespace, name }: Omit<ObjectRef, "apiVersion">): KubeObject | undefined {
    const item = this.#byKind.get(kind)?.get(name, namespace);
    return (
      item &&
      toWire(
        item,
        this.#kinds.find((each) => each.kind === kind),
      )
    );
  }

  /** The keys, `namespace/name`, of all of a kind. */
  keys(kind: string): readonly string[] {
    const items = this.#byKind.get(kind)?.list() ?? [];
    return items.map(({ metadata }) => `${metadata?.namespace}/${metadata?.name}`);
  }

  /** An informer of client-node ends at any error but 410: it is started again, after a wait. */
  #startOne(kind: WatchedKind, onChange: (object: KubeObject) => void, onError: OnError): Promise<void> {
    const { labelSelector } = kind;
    const watch = new Watch(this.#kubeConfig);
    const list = () => this.#list(kind);
    const informer = new ListWatch<Item>(pathOf(kind), watch, list, false, labelSelector);
    this.#byKind.set(kind.kind, informer);
    informer.on("change", (item) => onChange(toWire(item, kind)));
    return new Promise((resolve) => {
      let failures = 0;
      let failed = false;
      const run = async () => {
        if (this.#stopped) return;
        failed = false;
        await informer.start();
        if (failed) return;
        failures = 0;
        resolve();
      };
      informer.on("error", (error) => {
        if (this.#stopped || failed) return;
        failed = true;
        const [first, longest] = BACKOFF;
        const waitMs = Math.min(longest, first * 2 ** failures++);
        onError(kind.kind, error, waitMs);
        setTimeout(run, waitMs);
      });
      void run();
    });
  }

  /** By the client of custom objects where it can be: it hands on what the server says, and the models of built-in kinds do not. */
  #list({ apiVersion, kind, plural, labelSelector }: WatchedKind): Promise<Items> {
    const [group = "", version = ""] = apiVersion.split("/");
    const selected = labelSelector === undefined ? {} : { labelSelector };
    if (apiVersion !== "v1") {
      const custom = this.#kubeConfig.makeApiClient(CustomObjectsApi);
      return custom.listClusterCustomObject({ group, version, plural, ...selected });
    }
    const core = this.#kubeConfig.makeApiClient(CoreV1Api);
    switch (kind) {
      case "Service":
        return core.listServiceForAllNamespaces(selected);
      case "ConfigMap":
        return core.listConfigMapForAllNamespaces(selected);
      default:
        throw new Error(`no list is known for ${kind}`);
    }
  }
}

function pathOf({ apiVersion, plural }: WatchedKind): string {
  return `/${apiVersion.includes("/") ? "apis" : "api"}/${apiVersion}/${plural}`;
}
