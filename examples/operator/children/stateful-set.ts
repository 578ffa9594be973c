import type { Cache } from "../cache.js";
import { CLIENT_PORT, labelsOf, METRICS_PORT, metadataOf, selectorOf } from "./common.js";
import { configDigest } from "./config-map.js";

/** States what the operator cares about. What the server fills in need not be repeated: the gate knows it. */
export function statefulSet(cache: Cache) {
  const { name } = cache.metadata;
  const { image, replicas, storage, metrics } = cache.spec;
  return {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: metadataOf(cache),
    spec: {
      serviceName: name,
      replicas,
      podManagementPolicy: "Parallel",
      selector: { matchLabels: selectorOf(cache) },
      template: {
        metadata: {
          labels: labelsOf(cache),
          annotations: { "cache.example.com/config": configDigest(cache) },
        },
        spec: {
          securityContext: { runAsNonRoot: true, runAsUser: 999, fsGroup: 999 },
          containers: metrics ? [server(image), exporter()] : [server(image)],
          volumes: [{ name: "config", configMap: { name } }],
        },
      },
      volumeClaimTemplates: [
        {
          metadata: { name: "data" },
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage } } },
        },
      ],
    },
  };
}

function server(image: string) {
  return {
    name: "server",
    image,
    args: ["/etc/cache/cache.conf"],
    ports: [{ name: "client", containerPort: CLIENT_PORT }],
    readinessProbe: { tcpSocket: { port: "client" } },
    resources: { requests: { cpu: "100m", memory: "128Mi" }, limits: { memory: "256Mi" } },
    volumeMounts: [
      { name: "config", mountPath: "/etc/cache" },
      { name: "data", mountPath: "/data" },
    ],
  };
}

function exporter() {
  return {
    name: "exporter",
    image: "oliver006/redis_exporter:v1.74.0",
    ports: [{ name: "metrics", containerPort: METRICS_PORT }],
    resources: { requests: { cpu: "10m", memory: "32Mi" } },
  };
}
