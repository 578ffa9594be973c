import type { EnsureEvent } from "../../../src/adapter/ensure/events.js";
import type { Ensurer, EnsurerOptions } from "../../../src/adapter/ensure/types.js";
import { createEnsurer } from "../../../src/adapter/ensurer.js";
import type { ClusterPort, ObjectRef } from "../../../src/adapter/port/port.js";
import type { Mode } from "../../../src/core/decision.js";
import { createGate } from "../../../src/rules/gate.js";
import type { Client } from "../../../tools/cluster/types.d.ts";
import { freshNamespace, sharedClient, sharedCluster } from "../helper.js";
import { clusterPort } from "../port.js";
import { type FaultyProxy, type Plan, startProxy } from "./proxy.js";
import { RETRY } from "./retry.js";
import { STACKS, type Stack } from "./stacks.js";

export interface Stage {
  readonly namespace: string;
  readonly ensurer: Ensurer;
  /** Through the proxy. */
  readonly port: ClusterPort;
  readonly proxy: FaultyProxy;
  readonly events: EnsureEvent[];
  /** Somebody else, past the proxy. */
  readonly other: ClusterPort;
  /** The same one's, for what no port does. */
  readonly client: Client;
  ref(name?: string): ObjectRef;
}

export interface StageOptions extends Partial<EnsurerOptions> {
  readonly mode?: Mode;
  readonly stack?: Stack;
}

/** Calls `use` with an ensurer behind a proxy, in a namespace of its own. */
export async function staged<T>(
  plan: Plan,
  { mode = "replace", stack = STACKS[0] as Stack, ...more }: StageOptions,
  use: (stage: Stage) => Promise<T>,
): Promise<T> {
  const cluster = sharedCluster();
  const client = sharedClient();
  const namespace = await freshNamespace(client);
  const proxy = await startProxy(cluster, plan);
  const { port, close } = stack.open({ ...cluster, server: proxy.server });
  const events: EnsureEvent[] = [];
  const ensurer = createEnsurer({
    port,
    gate: createGate({ mode, fieldManager: "tester" }),
    retry: RETRY,
    onEvent: (event) => events.push(event),
    ...more,
  });
  try {
    return await use({
      namespace,
      ensurer,
      port,
      proxy,
      events,
      other: clusterPort(client),
      client,
      ref: (name = "a") => ({ apiVersion: "v1", kind: "ConfigMap", namespace, name }),
    });
  } finally {
    close();
    client.close();
    await proxy.close();
  }
}
