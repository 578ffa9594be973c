import type { JsonObject } from "../../../../src/core/json.js";

/** An entry of managedFields. */
export function entry(
  manager: string,
  second: number,
  fieldsV1: JsonObject,
  more: JsonObject = {},
): JsonObject {
  const time = `2026-01-01T00:00:${String(second).padStart(2, "0")}Z`;
  return { manager, operation: "Update", apiVersion: "v1", time, fieldsType: "FieldsV1", fieldsV1, ...more };
}

export function configMap(
  data: JsonObject,
  managedFields: readonly JsonObject[] = [],
  metadata: JsonObject = {},
): JsonObject {
  const version = String(Math.random());
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "a", namespace: "n", resourceVersion: version, managedFields, ...metadata },
    data,
  };
}

export function policy(generation: number, managedFields: readonly JsonObject[] = []): JsonObject {
  return {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: { name: "a", namespace: "n", resourceVersion: String(generation), generation, managedFields },
    spec: { podSelector: {}, policyTypes: ["Ingress"] },
  };
}

export function service(ports: readonly JsonObject[], metadata: JsonObject = {}): JsonObject {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "a", namespace: "n", ...metadata },
    spec: { ports, type: "ClusterIP" },
  };
}
