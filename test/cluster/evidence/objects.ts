import { expect, vi } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import type { Client, KubeObject } from "../../../tools/cluster/types.d.ts";
import { definitionOf } from "../../custom-resource-definition.js";
import { type Hook, mutate as hooked, shows, within } from "../admission.js";
import { deployment as deploymentOf, WEB } from "../deployment.js";

/** A Deployment of two containers, with a namespace if one is given. */
export function deployment(name: string, namespace?: string): ReturnType<typeof deploymentOf> {
  const env = [...(WEB.env as readonly JsonObject[]), { name: "B", value: "2" }];
  const web = { ...WEB, env, resources: { limits: { cpu: "1", memory: "1Gi" } } };
  const ports = [{ containerPort: 80 }];
  const other = { name: "other", image: "other:1", imagePullPolicy: "IfNotPresent", ports };
  return deploymentOf(name, namespace, [web, other]);
}

/** Has admission change objects of a namespace, and label each as `mutated`; returns once the server has taken it up. */
export async function mutate(
  client: Client,
  namespace: string,
  hook: Hook,
  probe: JsonObject,
): Promise<void> {
  const applies = [...(hook.applies ?? []), 'Object{metadata: Object.metadata{labels: {"mutated": "yes"}}}'];
  await hooked(client, { ...hook, applies }, within(namespace));
  const metadata = { ...(probe.metadata as JsonObject), namespace };
  await shows(
    client,
    { ...probe, metadata } as unknown as KubeObject,
    (made) => (made.metadata as { labels?: JsonObject }).labels?.mutated === "yes",
  );
}

/** Defines a kind of a group of its own, with such a spec, and waits until it is served. */
export async function defined(
  client: Client,
  namespace: string,
  kind: string,
  properties: JsonObject,
): Promise<{ apiVersion: string; kind: string }> {
  const group = groupIn(namespace);
  const definition = definitionIn(namespace, kind, properties);
  const { code, body } = await client.create(definition as unknown as KubeObject);
  if (code !== 201) throw new Error(body.message);
  const isServed = async (): Promise<void> => {
    client.forget();
    const served = await client.request("GET", `/apis/${group}/v1/${kind.toLowerCase()}s`);
    expect(served.code).toBe(200);
  };
  await vi.waitFor(isServed, { timeout: 30_000, interval: 50 });
  return { apiVersion: `${group}/v1`, kind };
}

/** Its definition. */
export function definitionIn(namespace: string, kind: string, properties: JsonObject): JsonObject {
  return definitionOf({
    group: groupIn(namespace),
    kind,
    plural: `${kind.toLowerCase()}s`,
    schema: { properties: { spec: { type: "object", properties } } },
  });
}

function groupIn(namespace: string): string {
  return `${namespace}.example.com`;
}
