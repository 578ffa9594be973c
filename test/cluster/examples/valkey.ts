import type { KubeObject } from "../../../src/core/json.js";
import { learnRules } from "../../../src/rules/learn/learn.js";
import type { FactData } from "../../../src/rules/set.js";

/** A custom kind of the Valkey operator's own, defaults included. */
const definition = {
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "valkeys.valkey.example.com", labels: { "app.kubernetes.io/name": "valkey-operator" } },
  spec: {
    group: "valkey.example.com",
    scope: "Namespaced",
    names: { kind: "Valkey", plural: "valkeys" },
    versions: [
      {
        name: "v1",
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: "object",
            properties: {
              spec: {
                type: "object",
                required: ["shards"],
                properties: {
                  shards: { type: "integer" },
                  replicas: { type: "integer", default: 1 },
                  metrics: {
                    type: "object",
                    properties: {
                      enabled: { type: "boolean" },
                      interval: { type: "string", default: "30s" },
                    },
                  },
                  config: { type: "object", additionalProperties: { type: "string" } },
                  users: { type: "array", items: { type: "string" } },
                },
              },
              status: { type: "object", properties: { ready: { type: "integer" } } },
            },
          },
        },
      },
    ],
  },
};

/** Its definition, and one of it that leaves defaults and empty values to the server. */
export function customObjects(namespace: string): readonly KubeObject[] {
  const instance = {
    apiVersion: "valkey.example.com/v1",
    kind: "Valkey",
    metadata: { name: "demo", namespace, labels: { "app.kubernetes.io/name": "valkey" } },
    spec: { shards: 3, metrics: { enabled: true }, config: { "maxmemory-policy": "noeviction" }, users: [] },
  };
  return [definition, instance];
}

/** What is known of the kind: read from its definition. */
export const customFacts: FactData = learnRules([definition]).facts;
