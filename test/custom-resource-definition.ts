import type { JsonObject, KubeObject } from "../src/core/json.js";

/** A custom kind, as far as a test cares. */
export interface Defined {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope?: "Namespaced" | "Cluster";
  /** An object's, without `type: object`. */
  readonly schema: JsonObject;
  readonly subresources?: object;
}

/** The CustomResourceDefinition of a kind with one version, v1. */
export function definitionOf({
  group,
  kind,
  plural,
  scope = "Namespaced",
  schema,
  subresources = {},
}: Defined): KubeObject & JsonObject {
  const version = { name: "v1", served: true, storage: true };
  const openAPIV3Schema = { type: "object", ...schema };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      names: { plural, kind },
      scope,
      versions: [{ ...version, schema: { openAPIV3Schema }, subresources }],
    },
  } as KubeObject & JsonObject;
}
