// The API server is killed, and starts anew on the same data, while a kind is watched.
import { expect, vi } from "vitest";
import { clusterTest } from "../helper.js";
import { follow } from "./follow.js";
import { configMap, ownCluster } from "./own-cluster.js";

const MAPS = { apiVersion: "v1", kind: "ConfigMap", namespace: "default" };

clusterTest(
  "who watches as an administrator, and as one whom RBAC lets, goes on",
  async () => {
    const cluster = await ownCluster();
    try {
      const { client } = cluster;
      const reader = { kind: "ServiceAccount", name: "reader", namespace: "default" };
      await client.create({ apiVersion: "v1", kind: "ServiceAccount", metadata: reader });
      await client.create({
        apiVersion: "rbac.authorization.k8s.io/v1",
        kind: "ClusterRoleBinding",
        metadata: { name: "reader" },
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
        subjects: [reader],
      });
      const { body } = await client.request(
        "POST",
        "/api/v1/namespaces/default/serviceaccounts/reader/token",
        {
          body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} },
        },
      );
      const { token } = (body as { readonly status: { readonly token: string } }).status;
      const port = cluster.portOf();
      await port.create(configMap("a"));
      const reading = cluster.portOf({ token });
      // The server sees the binding a moment later.
      await vi.waitFor(() => reading.page(MAPS), { timeout: 30_000, interval: 20 });
      const all = [follow(port, MAPS), follow(reading, MAPS)];
      for (const followed of all) await followed.untilWatching();
      for (let round = 1; round <= 3; round++) {
        const killed = all.map(({ states }) => states.length);
        cluster.restart();
        for (const [index, followed] of all.entries())
          await followed.until(() => {
            const since = followed.states.slice(killed[index]).map(({ type }) => type);
            expect(since).toContain("waiting");
            expect(since.at(-1)).toBe("watching");
          });
        const { metadata } = await port.merge({ ...MAPS, name: "a" }, { data: { round: String(round) } });
        for (const followed of all)
          await followed.until(() =>
            expect(followed.told.at(-1)).toMatchObject({
              type: "modified",
              object: { metadata: { name: "a", resourceVersion: metadata?.resourceVersion } },
            }),
          );
      }
      for (const followed of all) await followed.stop();
    } finally {
      await cluster.stop();
    }
  },
  300_000,
);
