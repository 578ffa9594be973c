import type { Cache } from "../cache.js";
import { CLIENT_PORT, METRICS_PORT, metadataOf, selectorOf } from "./common.js";

export function service(cache: Cache) {
  const client = { name: "client", port: CLIENT_PORT };
  const metrics = { name: "metrics", port: METRICS_PORT };
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: metadataOf(cache),
    spec: {
      selector: selectorOf(cache),
      ports: cache.spec.metrics ? [client, metrics] : [client],
    },
  };
}
