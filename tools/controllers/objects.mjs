// @ts-check

/** @typedef {import("./types.d.ts").Stated} Stated @typedef {import("./types.d.ts").Loose} Loose */

/** Labels that name who an object belongs to. @param {string} name @param {string} manager */
const labelsOf = (name, manager) => ({
  "app.kubernetes.io/name": name,
  "app.kubernetes.io/managed-by": manager,
});

/** @param {string} apiVersion @param {string} kind @param {string} namespace @param {string} name @param {Loose} [rest] @returns {Stated} */
export function object(apiVersion, kind, namespace, name, { metadata, ...rest } = {}) {
  return { apiVersion, kind, metadata: { name, namespace, ...metadata }, ...rest };
}

/**
 * A Deployment as a builder states it.
 * @param {string} namespace @param {string} name @param {string} manager
 * @param {{ image: string, level?: string, replicas?: number | undefined }} wanted
 */
export function deployment(namespace, name, manager, { image, level = "info", replicas }) {
  return object("apps/v1", "Deployment", namespace, name, {
    metadata: { labels: labelsOf(name, manager) },
    spec: {
      ...(replicas === undefined ? {} : { replicas }),
      selector: { matchLabels: { app: name } },
      template: {
        metadata: { labels: { app: name } },
        spec: {
          containers: [
            {
              name: "main",
              image,
              env: [{ name: "LEVEL", value: level }],
              ports: [{ name: "http", containerPort: 8080 }],
              resources: {
                requests: { cpu: "250m", memory: "128Mi" },
                limits: { cpu: "1", memory: "512Mi" },
              },
              readinessProbe: { httpGet: { path: "/ready", port: "http" } },
            },
          ],
        },
      },
    },
  });
}

/** @param {string} namespace @param {string} name @param {string} manager @param {readonly Loose[]} ports */
export function service(namespace, name, manager, ports) {
  const metadata = { labels: labelsOf(name, manager) };
  return object("v1", "Service", namespace, name, { metadata, spec: { selector: { app: name }, ports } });
}

/** @param {string} namespace @param {string} name @param {string} manager @param {Readonly<Record<string, string>>} data */
export function configMap(namespace, name, manager, data) {
  return object("v1", "ConfigMap", namespace, name, { metadata: { labels: labelsOf(name, manager) }, data });
}

/** @param {string} namespace @param {string} name @param {string} manager @param {Loose} spec */
export function networkPolicy(namespace, name, manager, spec) {
  const metadata = { labels: labelsOf(name, manager) };
  return object("networking.k8s.io/v1", "NetworkPolicy", namespace, name, {
    metadata,
    spec: { podSelector: { matchLabels: { app: name } }, ...spec },
  });
}

/** Only what says which object it is. @param {Stated} whole @returns {Stated} */
export function reference({ apiVersion, kind, metadata }) {
  return { apiVersion, kind, metadata: { name: metadata?.name ?? "", namespace: metadata?.namespace ?? "" } };
}

/** Whole seconds, as the server writes times. */
export const now = () => `${new Date().toISOString().slice(0, 19)}Z`;

/** Names that count up. @param {string} prefix @param {number} count */
export const names = (prefix, count) => Array.from({ length: count }, (_, index) => `${prefix}-${index}`);
