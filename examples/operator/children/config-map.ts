import { createHash } from "node:crypto";
import type { Cache } from "../cache.js";
import { metadataOf } from "./common.js";

export function configMap(cache: Cache) {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: metadataOf(cache),
    data: { "cache.conf": configOf(cache) },
  };
}

/** Sorted, since the order of keys must not make another file. */
function configOf({ spec }: Cache): string {
  const lines = Object.entries(spec.config).map(([name, value]) => `${name} ${value}\n`);
  return lines.sort().join("");
}

/** Stands in the pod template, so that another configuration starts the pods anew. */
export function configDigest(cache: Cache): string {
  return createHash("sha256").update(configOf(cache)).digest("hex").slice(0, 16);
}
