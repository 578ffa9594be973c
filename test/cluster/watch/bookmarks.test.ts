// A selection in which nothing happens, of a kind that is written all the time: the server keeps the events of a kind for a while, and
// knows nothing of who waits for which. Takes as long as a server keeps them at least, 75 seconds (DefaultEventFreshDuration).
import { expect, vi } from "vitest";
import type { ClusterPort } from "../../../src/adapter/port/port.js";
import { clusterTest } from "../helper.js";
import { follow } from "./follow.js";
import { configMap, ownCluster } from "./own-cluster.js";

const MAPS = { apiVersion: "v1", kind: "ConfigMap", namespace: "default" };

clusterTest(
  "a quiet watch goes on from its last bookmark where its first version is long gone",
  async () => {
    const cluster = await ownCluster();
    try {
      const port = cluster.portOf();
      const quiet = { ...MAPS, labelSelector: "test=quiet" };
      await port.create(configMap("quiet", {}, { test: "quiet" }));
      await port.create(configMap("busy"));
      const from: string[] = [];
      const noting: ClusterPort = {
        ...port,
        watch: (query, options) => {
          from.push(options.resourceVersion);
          return port.watch(query, options);
        },
      };
      // A bookmark comes two seconds before the end, too.
      const followed = follow(noting, quiet, { timeoutSeconds: 5 });
      await followed.untilWatching();
      const first = from[0] ?? "";
      /** Of a watch from the version that the quiet one began at. */
      const statusNow = async (): Promise<number> => {
        try {
          for await (const _ of port.watch(quiet, { resourceVersion: first, timeoutSeconds: 1 }));
          return 200;
        } catch (error) {
          return (error as { readonly status: number }).status;
        }
      };
      let writes = 0;
      await vi.waitFor(
        async () => {
          for (let index = 0; index < 50; index++)
            await port.merge({ ...MAPS, name: "busy" }, { data: { writes: String(++writes) } });
          expect(await statusNow()).toBe(410);
        },
        { timeout: 240_000, interval: 500 },
      );
      const then = from.length;
      await followed.untilWatching(then + 2);
      expect(from.length).toBeGreaterThan(then);
      expect(Number(from.at(-1))).toBeGreaterThan(Number(first) + 100);
      await port.merge({ ...MAPS, name: "quiet" }, { data: { a: "1" } });
      await followed.until(() => expect(followed.events).toEqual(["first quiet", "modified quiet"]));
      expect(followed.states.filter(({ type }) => type === "listing")).toHaveLength(1);
      await followed.stop();
    } finally {
      await cluster.stop();
    }
  },
  400_000,
);
