// A kind that is watched at a real server, over connections that break.
import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, vi } from "vitest";
import { clientNodePort } from "../../../src/adapter/client-node/index.js";
import type { KubeObject } from "../../../src/index.js";
import { definitionOf } from "../../custom-resource-definition.js";
import { clusterTest, freshNamespace, given, sharedClient, sharedCluster } from "../helper.js";
import { kubeConfigOf } from "../ports/kube-config.js";
import { follow } from "./follow.js";
import { startWire } from "./wire.js";

const client = given ? sharedClient() : undefined;
afterAll(() => client?.close());

const MAPS = { apiVersion: "v1", kind: "ConfigMap" };

/** A namespace with ConfigMaps of the test's own. */
async function place() {
  if (client === undefined) throw new Error("no cluster");
  const namespace = await freshNamespace(client);
  const port = clientNodePort(kubeConfigOf());
  const map = (name: string, more: object = {}, labels = {}): KubeObject =>
    ({ ...MAPS, metadata: { name, namespace, labels }, ...more }) as KubeObject;
  const ref = (name: string) => ({ ...MAPS, namespace, name });
  return { port, namespace, map, ref, kind: { ...MAPS, namespace } };
}

describe("events", () => {
  clusterTest("what is there, comes, changes and goes; what a write leaves as it was", async () => {
    const { port, map, ref, kind } = await place();
    await port.create(map("a"));
    const followed = follow(port, kind);
    await followed.untilWatching();
    await port.create(map("b"));
    await port.merge(ref("a"), { data: { k: "1" } });
    await port.merge(ref("a"), { data: { k: "1" } });
    const changed = await port.merge(ref("a"), { data: { k: "2" } });
    await port.delete(ref("b"));
    const events = ["first a", "added b", "modified a", "modified a", "deleted b"];
    await followed.until(() => expect(followed.events).toEqual(events));
    expect(followed.told[3]?.object).toEqual(changed);
    await followed.stop();
    await port.delete(ref("a"));
    expect(followed.events).toEqual(events);
  });

  clusterTest("of a selection: what comes into it and leaves it", async () => {
    const { port, map, ref, kind } = await place();
    await port.create(map("in", {}, { app: "x" }));
    await port.create(map("out"));
    const followed = follow(port, { ...kind, labelSelector: "app=x" });
    await followed.untilWatching();
    await port.merge(ref("out"), { metadata: { labels: { app: "x" } } });
    await port.merge(ref("in"), { metadata: { labels: { app: "y" } } });
    await port.merge(ref("in"), { data: { a: "1" } });
    await port.merge(ref("out"), { data: { a: "1" } });
    await followed.until(() =>
      expect(followed.events).toEqual(["first in", "added out", "deleted in", "modified out"]),
    );
    await followed.stop();
  });

  clusterTest("of 1,250 objects in pages, each once", async () => {
    const { port, map, kind } = await place();
    const names = Array.from({ length: 1_250 }, (_, index) => `a${index}`);
    for (let at = 0; at < names.length; at += 50)
      await Promise.all(names.slice(at, at + 50).map((name) => port.create(map(name))));
    for (const pageSize of [100, 500]) {
      const followed = follow(port, kind, { pageSize });
      await followed.untilWatching();
      expect([...followed.events].sort()).toEqual(names.map((name) => `first ${name}`).sort());
      expect(followed.states.at(-1)).toMatchObject({ type: "watching", objects: names.length });
      await followed.stop();
    }
  });
});

describe("connections", () => {
  clusterTest("that are cut while objects are written: no write is missed, none told twice", async () => {
    const { port, map, ref, kind } = await place();
    const wire = await startWire(sharedCluster().server);
    const through = clientNodePort(kubeConfigOf({ cluster: { server: wire.server } }));
    await port.create(map("a"));
    const followed = follow(through, kind, { backoffMs: 5, maxBackoffMs: 20 });
    await followed.untilWatching();
    const versions: unknown[] = [];
    for (let write = 1; write <= 200; write++) {
      const written = await port.merge(ref("a"), { data: { write: String(write) } });
      versions.push(written.metadata?.resourceVersion);
      if (write % 20 === 0) wire.cut();
    }
    const told = () => followed.told.map(({ object }) => object.metadata?.resourceVersion);
    await followed.until(() => expect(told().at(-1)).toBe(versions.at(-1)));
    expect(told().slice(1)).toEqual(versions);
    expect(followed.states.filter(({ type }) => type === "listing")).toHaveLength(1);
    expect(followed.states.filter(({ type }) => type === "waiting").length).toBeGreaterThan(2);
    await followed.stop();
    await wire.close();
  });

  clusterTest("that stay open and bring nothing more", async () => {
    const { port, map, kind } = await place();
    const wire = await startWire(sharedCluster().server);
    const through = clientNodePort(kubeConfigOf({ cluster: { server: wire.server } }));
    const followed = follow(through, kind, { silenceMs: 2_000 });
    await followed.untilWatching();
    wire.stall();
    await port.create(map("a"));
    await followed.until(() => expect(followed.events).toEqual(["added a"]));
    expect(followed.states).toContainEqual(
      expect.objectContaining({ type: "waiting", error: expect.objectContaining({ code: "silent" }) }),
    );
    await followed.stop();
    await wire.close();
  });

  clusterTest("that the server ends when their time is over", async () => {
    const { port, map, kind } = await place();
    const followed = follow(port, kind, { timeoutSeconds: 2 });
    await followed.untilWatching(3);
    await port.create(map("a"));
    await followed.until(() => expect(followed.events).toEqual(["added a"]));
    expect(followed.states.map(({ type }) => type).filter((type) => type === "waiting")).toEqual([]);
    await followed.stop();
  });

  clusterTest("of thirty kinds at once, all ended by one signal", async () => {
    const { port, map, kind } = await place();
    const warned: unknown[] = [];
    const warn = (warning: unknown) => warned.push(warning);
    process.on("warning", warn);
    const all = Array.from({ length: 30 }, () => follow(port, kind));
    await Promise.all(all.map(({ untilWatching }) => untilWatching()));
    await port.create(map("a"));
    for (const { until, events } of all) await until(() => expect(events).toEqual(["added a"]));
    await Promise.all(all.map(({ stop }) => stop()));
    process.off("warning", warn);
    expect(warned).toEqual([]);
  });
});

describe("who may not, and what is not there", () => {
  clusterTest("a token that is none: 401", async () => {
    const port = clientNodePort(kubeConfigOf({ user: { token: "nobody" } }));
    await expect(follow(port, MAPS).ended).rejects.toMatchObject({ name: "ApiError", status: 401 });
  });

  clusterTest("a kind that may not be read: 403", async () => {
    const port = clientNodePort(kubeConfigOf({ user: { impersonateUser: "nobody" } }));
    await expect(follow(port, MAPS).ended).rejects.toMatchObject({ name: "ApiError", status: 403 });
  });

  clusterTest("a kind that is not served: 404", async () => {
    const port = clientNodePort(kubeConfigOf());
    const ended = follow(port, { apiVersion: "example.com/v9", kind: "Nothing" }).ended;
    await expect(ended).rejects.toMatchObject({ status: 404, details: { reason: "KindNotServed" } });
  });

  clusterTest("a selector that is none: 400", async () => {
    const port = clientNodePort(kubeConfigOf());
    const ended = follow(port, { ...MAPS, labelSelector: "a in (" }).ended;
    await expect(ended).rejects.toMatchObject({ name: "ApiError", status: 400 });
  });

  clusterTest("a definition that comes, and goes while its kind is watched", async () => {
    const port = clientNodePort(kubeConfigOf());
    const plural = `w${randomUUID().slice(0, 8)}`;
    const kind = plural[0]?.toUpperCase() + plural.slice(1);
    const schema = { "x-kubernetes-preserve-unknown-fields": true };
    const definition = definitionOf({ group: "example.com", kind, plural, schema });
    const watched = { apiVersion: "example.com/v1", kind };
    await port.create(definition);
    await vi.waitFor(() => port.page(watched), { timeout: 60_000, interval: 20 });
    const followed = follow(port, watched);
    await followed.untilWatching();
    await port.create({ ...watched, metadata: { name: "a", namespace: "default" } });
    await followed.until(() => expect(followed.events).toEqual(["added a"]));
    const { apiVersion, kind: of } = definition as { apiVersion: string; kind: string };
    await port.delete({ apiVersion, kind: of, name: `${plural}.example.com` });
    await expect(followed.ended).rejects.toMatchObject({ status: 404, details: { reason: "KindNotServed" } });
    expect(followed.events).toEqual(["added a", "deleted a"]);
  });
});
