import { expect, vi } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import type { Client, KubeObject } from "../../../tools/cluster/types.d.ts";
import { definitionOf } from "../../custom-resource-definition.js";

/** A Deployment of two containers, with a namespace if one is given. */
export function deployment(name: string, namespace?: string): JsonObject & { kind: string } {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name, labels: { app: name }, ...(namespace !== undefined && { namespace }) },
    spec: {
      replicas: 2,
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: {
          containers: [
            {
              name: "web",
              image: "web:1",
              resources: { limits: { cpu: "1", memory: "1Gi" } },
              env: [
                { name: "A", value: "1" },
                { name: "B", value: "2" },
              ],
            },
            {
              name: "other",
              image: "other:1",
              imagePullPolicy: "IfNotPresent",
              ports: [{ containerPort: 80 }],
            },
          ],
        },
      },
    },
  };
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
