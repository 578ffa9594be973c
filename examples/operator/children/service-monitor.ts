import type { Cache } from "../cache.js";
import { metadataOf, selectorOf } from "./common.js";

export function serviceMonitor(cache: Cache) {
  return {
    apiVersion: "monitoring.coreos.com/v1",
    kind: "ServiceMonitor",
    metadata: metadataOf(cache),
    spec: {
      selector: { matchLabels: selectorOf(cache) },
      endpoints: [{ port: "metrics", interval: "30s" }],
    },
  };
}
