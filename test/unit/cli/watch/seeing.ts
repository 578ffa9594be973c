import type { WatchOptions } from "../../../../src/adapter/port/port.js";
import type { ClusterFactory } from "../../../../src/cli/cluster/cluster.js";
import { connect } from "../../../../src/cli/cluster/connect.js";
import type { Settings } from "../../../../src/cli/settings.js";
import type { Shell } from "../../../../src/cli/shell.js";

/** Reaches a cluster as the program does, and knows what its watches have come to. */
export class Seeing {
  /** Watches that the server has begun to answer. */
  opened = 0;
  private readonly versions = new Set<string>();
  private waiting: (() => void)[] = [];

  readonly connect = async (settings: Settings, shell: Shell): ReturnType<ClusterFactory> => {
    const cluster = await connect(settings, shell);
    const port = new Proxy(cluster.port, {
      get: (target, name) => {
        if (name === "watch") return this.watch.bind(this, target);
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    return { ...cluster, port };
  };

  /** Resolves once that many watches are answered. */
  async isOpen(watches: number): Promise<void> {
    await this.until(() => this.opened >= watches);
  }

  /** Resolves once an object of this kind and name was taken at this version. */
  async has(kind: string, name: string, version: string): Promise<void> {
    await this.until(() => this.versions.has(`${kind}/${name}@${version}`));
  }

  private async until(holds: () => boolean): Promise<void> {
    while (!holds()) await new Promise<void>((done) => this.waiting.push(done));
  }

  private tell(): void {
    for (const done of this.waiting.splice(0)) done();
  }

  private async *watch(
    target: Awaited<ReturnType<ClusterFactory>>["port"],
    query: Parameters<NonNullable<typeof target.watch>>[0],
    options: WatchOptions,
  ) {
    const onOpen = (): void => {
      this.opened++;
      options.onOpen?.();
      this.tell();
    };
    for await (const event of target.watch?.(query, { ...options, onOpen }) ?? []) {
      yield event;
      // Asked for the next: this one is taken.
      const { kind, metadata } = event.object;
      this.versions.add(`${kind}/${metadata?.name}@${metadata?.resourceVersion}`);
      this.tell();
    }
  }
}
