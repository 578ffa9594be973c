import { expect } from "vitest";
import { createClient } from "../../tools/cluster/client.mjs";
import { clusterTest, freshNamespace, sharedClient, sharedCluster } from "./helper.js";

/** A ConfigMap in a namespace of its own. */
async function fresh() {
  const client = sharedClient();
  const namespace = await freshNamespace(client);
  const object = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "settings", namespace },
    data: { a: "1" },
  };
  return { client, object };
}

clusterTest("creates, reads, replaces and deletes", async () => {
  const { client, object } = await fresh();
  expect((await client.get(object)).body).toMatchObject({ kind: "Status", reason: "NotFound" });
  expect(await client.create(object)).toMatchObject({ code: 201, body: { data: { a: "1" } } });
  expect(await client.create(object)).toMatchObject({ code: 409, body: { reason: "AlreadyExists" } });
  const replaced = await client.replace({ ...object, data: { b: "2" } });
  expect([replaced.code, replaced.body.data]).toEqual([200, { b: "2" }]);
  const read = await client.get(object);
  expect(read).toEqual({ code: 200, body: replaced.body });
  expect((await client.delete(object)).code).toBe(200);
  expect((await client.get(object)).code).toBe(404);
});

clusterTest("applies as a field manager, and by force on request", async () => {
  const { client, object } = await fresh();
  expect((await client.apply(object, { fieldManager: "one" })).code).toBe(201);
  const other = { ...object, data: { a: "2" } };
  const refused = await client.apply(other, { fieldManager: "two" });
  expect(refused).toMatchObject({
    code: 409,
    body: { reason: "Conflict" },
  });
  const forced = await client.apply(other, { fieldManager: "two", force: true });
  expect(forced).toMatchObject({ code: 200, body: { data: { a: "2" } } });
  expect(forced.body.metadata.managedFields).toEqual([
    expect.objectContaining({ manager: "two", operation: "Apply" }),
  ]);
});

clusterTest("merges a patch as JSON, lists as wholes, as a field manager", async () => {
  const { client, object } = await fresh();
  const metadata = { ...object.metadata, finalizers: ["test.example/a"] };
  await client.create({ ...object, metadata, data: { a: "1", b: "2" } });
  const patch = { metadata: { finalizers: ["test.example/b"] }, data: { a: null, c: "3" } };
  const { code, body } = await client.merge(object, patch, { fieldManager: "merger" });
  expect([code, body.data, body.metadata.finalizers]).toEqual([200, { b: "2", c: "3" }, ["test.example/b"]]);
  expect(body.metadata.managedFields).toContainEqual(expect.objectContaining({ manager: "merger" }));
});

clusterTest("a dry run answers as the write would, and writes nothing", async () => {
  const { client, object } = await fresh();
  expect((await client.create(object, { dryRun: true })).code).toBe(201);
  expect((await client.apply(object, { dryRun: true, fieldManager: "one" })).code).toBe(201);
  expect((await client.get(object)).code).toBe(404);
  const { body: stored } = await client.create(object);
  const changed = { ...object, data: { a: "2" } };
  const answers = [
    await client.replace(changed, { dryRun: true }),
    await client.apply(changed, { dryRun: true, fieldManager: "one", force: true }),
    await client.merge(object, { data: { a: "2" } }, { dryRun: true }),
  ];
  expect(answers.map(({ code, body }) => [code, body.data])).toEqual(Array(3).fill([200, { a: "2" }]));
  expect((await client.delete(object, { dryRun: true })).code).toBe(200);
  expect(await client.get(object)).toEqual({ code: 200, body: stored });
});

clusterTest("writes a subresource and nothing beside it", async () => {
  const client = sharedClient();
  const namespace = await freshNamespace(client);
  const template = {
    metadata: { labels: { app: "a" } },
    spec: { containers: [{ name: "a", image: "a" }] },
  };
  const object = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { name: "web", namespace },
    spec: { selector: { matchLabels: { app: "a" } }, template },
  };
  await client.create(object);
  const status = { ...object, spec: { ...object.spec, paused: true }, status: { replicas: 3 } };
  const replaced = await client.replace(status, { subresource: "status" });
  expect(replaced).toMatchObject({ code: 200, body: { status: { replicas: 3 } } });
  expect(replaced.body.spec).not.toHaveProperty("paused");
  const scaled = await client.merge(object, { spec: { replicas: 5 } }, { subresource: "scale" });
  expect(scaled).toMatchObject({ code: 200, body: { kind: "Scale" } });
  expect((await client.get(object)).body).toMatchObject({ spec: { replicas: 5 }, status: { replicas: 3 } });
});

clusterTest("finds a kind's resource by asking, and says what is not served", async () => {
  const client = sharedClient();
  expect(await client.resource("apps/v1", "Deployment")).toMatchObject({
    prefix: "/apis/apps/v1",
    plural: "deployments",
    namespaced: true,
    subresources: ["scale", "status"],
    verbs: expect.arrayContaining(["create", "patch"]),
  });
  expect(await client.resource("v1", "Namespace")).toMatchObject({ prefix: "/api/v1", namespaced: false });
  expect(await client.resource("apps/v1", "Nothing")).toBeUndefined();
  const unknown = { apiVersion: "none.example/v1", kind: "Nothing", metadata: { name: "x" } };
  expect(await client.create(unknown)).toMatchObject({ code: 404, body: { kind: "Status" } });
});

/** A cluster-wide kind whose objects have one integer. */
function definition(name: string) {
  const kind = name[0]?.toUpperCase() + name.slice(1);
  const spec = { type: "object", properties: { big: { type: "integer", format: "int64" } } };
  return {
    kind,
    crd: {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: `${name}s.test.example` },
      spec: {
        group: "test.example",
        scope: "Cluster",
        names: { kind, plural: `${name}s`, singular: name },
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: "object", properties: { spec } } },
          },
        ],
      },
    },
  };
}

clusterTest("sees a custom kind once it has forgotten, and keeps its integers exact", async () => {
  const client = sharedClient();
  const { kind, crd } = definition("exact");
  expect(await client.resource("test.example/v1", kind)).toBeUndefined();
  expect((await client.create(crd)).code).toBe(201);
  await expect
    .poll(
      async () => {
        client.forget();
        return client.resource("test.example/v1", kind);
      },
      { timeout: 30_000 },
    )
    .toBeDefined();
  const spec = { big: 9007199254740993n };
  const made = await client.create({ apiVersion: "test.example/v1", kind, metadata: { name: "x" }, spec });
  expect([made.code, made.body.spec]).toEqual([201, spec]);
});

clusterTest("has no more requests under way than it was told", async () => {
  const connections = () =>
    process.getActiveResourcesInfo().filter((name) => name === "TCPSocketWrap").length;
  const client = createClient({ ...sharedCluster(), parallel: 2 });
  const before = connections();
  const counts: number[] = [];
  const counting = setInterval(() => counts.push(connections() - before), 1);
  const answers = await Promise.all(Array.from({ length: 200 }, () => client.request("GET", "/version")));
  clearInterval(counting);
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]));
  expect(Math.max(...counts)).toBe(2);
});

clusterTest("throws for no HTTP error, but where an object has no name to write to", async () => {
  const { client, object } = await fresh();
  expect((await client.replace(object)).code).toBe(404);
  expect((await client.apply(object)).body.message).toContain("fieldManager: Required value");
  await expect(client.delete({ ...object, metadata: {} })).rejects.toThrow("no metadata.name");
});
