import type { EnsureEvent } from "../../../src/adapter/ensure/events.js";
import type { Ensurer, EnsurerOptions } from "../../../src/adapter/ensure/types.js";
import { createEnsurer } from "../../../src/adapter/ensurer.js";
import type { ClusterPort, ObjectRef } from "../../../src/adapter/port/port.js";
import type { Mode } from "../../../src/core/decision.js";
import type { KubeObject } from "../../../src/core/json.js";
import { createGate } from "../../../src/rules/gate.js";
import { freshNamespace, sharedClient, sharedCluster } from "../helper.js";
import { clusterPort } from "../port.js";
import { type FaultyProxy, type Plan, startProxy } from "./proxy.js";
import { STACKS, type Stack } from "./stacks.js";

/** Waits are short, bounds are wide: the machine may be busy. */
export const RETRY = { tries: 6, backoffMs: 5, maxBackoffMs: 50, requestMs: 2000, deadlineMs: 20_000 };

export interface Stage {
  readonly namespace: string;
  readonly ensurer: Ensurer;
  /** Through the proxy. */
  readonly port: ClusterPort;
  readonly proxy: FaultyProxy;
  readonly events: EnsureEvent[];
  /** Somebody else, past the proxy. */
  readonly other: ClusterPort;
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
      ref: (name = "a") => ({ apiVersion: "v1", kind: "ConfigMap", namespace, name }),
    });
  } finally {
    close();
    client.close();
    await proxy.close();
  }
}

export interface ConfigMap extends KubeObject {
  readonly data?: Readonly<Record<string, string>>;
}

export function configMap(
  { namespace, name }: ObjectRef,
  data: Record<string, string>,
  metadata: object = {},
): ConfigMap {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, namespace, ...metadata },
    data,
  } as ConfigMap;
}
