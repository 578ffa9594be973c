// Versions that etcd has compacted away, at a server that asks etcd for every watch and list.
import { afterAll, beforeAll, describe, expect } from "vitest";
import type { CompletePort } from "../../../src/adapter/client-node/index.js";
import type { ClusterPort } from "../../../src/adapter/port/port.js";
import { clusterTest, given } from "../helper.js";
import { follow } from "./follow.js";
import { configMap, type OwnCluster, ownCluster } from "./own-cluster.js";
import { startWire, type Wire } from "./wire.js";

let cluster: OwnCluster;
let wire: Wire;
let port: CompletePort;
/** The same, over a wire that can be cut. */
let through: CompletePort;
beforeAll(async () => {
  if (!given) return;
  cluster = await ownCluster(["--watch-cache=false"]);
  wire = await startWire(cluster.server);
  port = cluster.portOf();
  through = cluster.portOf({ server: wire.server });
});
afterAll(async () => {
  await wire?.close();
  await cluster?.stop();
});

const MAPS = { apiVersion: "v1", kind: "ConfigMap", namespace: "default" };
const ref = (name: string) => ({ ...MAPS, name });

const now = async (): Promise<string> => (await port.page({ ...MAPS, limit: 1 })).resourceVersion;

describe("a port says so", () => {
  clusterTest("of a watch", async () => {
    const old = await now();
    // What was the last before it is what a watch begins with.
    for (const name of ["e1", "e2"]) await port.create(configMap(name));
    await cluster.compact(await now());
    const read = async (): Promise<void> => {
      for await (const _ of port.watch(MAPS, { resourceVersion: old }));
    };
    await expect(read()).rejects.toMatchObject({
      name: "ApiError",
      status: 410,
      details: { reason: "Expired" },
    });
  });

  clusterTest("of a further page", async () => {
    for (const name of ["p1", "p2", "p3"]) await port.create(configMap(name));
    const { next } = await port.page({ ...MAPS, limit: 1 });
    await port.create(configMap("p4"));
    await cluster.compact(await now());
    await expect(port.page({ ...MAPS, limit: 1 }, { from: next })).rejects.toMatchObject({ status: 410 });
  });
});

clusterTest("a watch that was away too long tells what has become of each object", async () => {
  const labels = { test: "away" };
  const watched = { ...MAPS, labelSelector: "test=away" };
  for (const name of ["same", "changed", "gone", "anew"]) await port.create(configMap(name, {}, labels));
  // It is cut off while the version that it would go on from is compacted away.
  let away: Promise<void> | undefined;
  const held: ClusterPort = {
    ...through,
    watch: async function* (query, options) {
      await away;
      yield* through.watch(query, options);
    },
  };
  const followed = follow(held, watched);
  await followed.untilWatching();
  const before = followed.events.length;
  let back = (): void => {};
  away = new Promise((resolve) => {
    back = resolve;
  });
  wire.cut();
  await port.merge(ref("changed"), { data: { a: "1" } });
  await port.merge(ref("changed"), { data: { a: "2" } });
  await port.delete(ref("gone"));
  await port.delete(ref("anew"));
  const anew = await port.create(configMap("anew", {}, labels));
  await port.create(configMap("new", {}, labels));
  await cluster.compact(await now());
  back();
  // The server takes the watch from the old version, and only then says that it has it no more.
  await followed.untilWatching(3);
  expect(followed.events.slice(before).sort()).toEqual([
    "added new",
    "deleted gone",
    "relisted anew",
    "relisted changed",
  ]);
  const objects = new Map(followed.told.slice(before).map(({ object }) => [object.metadata?.name, object]));
  expect(objects.get("anew")).toEqual(anew);
  expect(objects.get("gone")).toEqual({
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "gone", namespace: "default", resourceVersion: expect.any(String) },
  });
  expect(followed.states).toContainEqual({ type: "listing", why: "expired" });
  await port.merge(ref("same"), { data: { a: "1" } });
  await followed.until(() => expect(followed.events.at(-1)).toBe("modified same"));
  await followed.stop();
});

clusterTest("pages whose moment etcd forgets are read as one", async () => {
  const labels = { test: "pages" };
  for (let index = 0; index < 30; index++) await port.create(configMap(`page-${index}`, {}, labels));
  let pages = 0;
  const forgetting: ClusterPort = {
    ...port,
    page: async (query, options) => {
      const page = await port.page(query, options);
      if (++pages === 1) {
        await port.merge(ref("page-29"), { data: { a: "1" } });
        await cluster.compact(await now());
      }
      return page;
    },
  };
  const followed = follow(forgetting, { ...MAPS, labelSelector: "test=pages" }, { pageSize: 10 });
  await followed.untilWatching();
  expect(new Set(followed.events).size).toBe(30);
  expect(followed.events).toHaveLength(30);
  expect(pages).toBe(2);
  await followed.stop();
});
