import { vi } from "vitest";
import { connect } from "../../src/cli/cluster/connect.js";
import { loadEngine } from "../../src/cli/load-engine.js";
import type { WatchDocument } from "../../src/cli/watch/document.js";
import type { AnswerBody } from "../../tools/cluster/types.d.ts";
import { cli, folder, type Outcome } from "../unit/cli/helper.js";
import { kubeconfig } from "./command/helper.js";

/** A `churngate watch` at work. */
export interface Watching {
  /** Resolves once it has seen this version of the object. */
  seen(object: AnswerBody): Promise<void>;
  /** Interrupts it, as Ctrl-C does. */
  end(): Promise<Outcome>;
  /** The same, with what it printed. */
  document(): Promise<WatchDocument>;
}

/** Starts it; resolves once that many kinds are watched. */
export async function startWatch(words: readonly string[], kinds: number): Promise<Watching> {
  const interruption = new AbortController();
  const cwd = folder({ "home/.kube/config": kubeconfig() });
  const versions = new Set<string>();
  let opened = 0;
  const outcome = cli(["watch", ...words], {
    cwd,
    env: { HOME: `${cwd}/home` },
    signal: interruption.signal,
    factory: loadEngine,
    async cluster(settings, shell) {
      const cluster = await connect(settings, shell);
      const port = new Proxy(cluster.port, {
        get(target, name) {
          if (name === "watch") {
            return async function* (query: never, options: { onOpen?: () => void }) {
              const onOpen = (): void => {
                opened++;
                options.onOpen?.();
              };
              for await (const event of target.watch?.(query, { ...options, onOpen } as never) ?? []) {
                yield event;
                // Asked for the next: this one is taken.
                versions.add(keyOf(event.object as unknown as AnswerBody));
              }
            };
          }
          const value: unknown = Reflect.get(target, name);
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
      return { ...cluster, port };
    },
  });
  const ended = outcome.then(({ code, err }) => {
    if (opened < kinds) throw new Error(`it ended with ${code}: ${err}`);
  });
  await Promise.race([vi.waitFor(() => assert(opened >= kinds), { timeout: 20_000, interval: 20 }), ended]);
  const end = async (): Promise<Outcome> => {
    interruption.abort(new Error("Ctrl-C"));
    return outcome;
  };
  return {
    seen: (object) =>
      vi.waitFor(() => assert(versions.has(keyOf(object))), { timeout: 10_000, interval: 10 }),
    end,
    async document() {
      const { out } = await end();
      return JSON.parse(out) as WatchDocument;
    },
  };
}

function keyOf({ kind, metadata: { name, resourceVersion } }: AnswerBody): string {
  return `${kind}/${name}@${resourceVersion}`;
}

function assert(holds: boolean): void {
  if (!holds) throw new Error("not yet");
}
