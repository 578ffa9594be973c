import type { Cache } from "../cache.js";
import { CLIENT_PORT, METRICS_PORT, metadataOf, selectorOf } from "./common.js";

/** Clients reach the client port, and Prometheus the exporter; nobody reaches anything else. */
export function networkPolicy(cache: Cache) {
  const { clients, metrics } = cache.spec;
  const peers = clients.map((name) => ({ podSelector: { matchLabels: { "app.kubernetes.io/name": name } } }));
  return {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: metadataOf(cache),
    spec: {
      podSelector: { matchLabels: selectorOf(cache) },
      policyTypes: ["Ingress"],
      ingress: [
        // Its own pods replicate. An empty list of peers would let everybody in.
        {
          from: [{ podSelector: { matchLabels: selectorOf(cache) } }, ...peers],
          ports: [{ port: CLIENT_PORT }],
        },
        ...(metrics ? [{ from: [{ namespaceSelector: {} }], ports: [{ port: METRICS_PORT }] }] : []),
      ],
    },
  };
}
