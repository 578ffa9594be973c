import { describe, expect, test } from "vitest";
import { ApiError } from "../../../src/adapter/port/api-error.js";
import { createMemoryPort } from "../../../src/adapter/testing/index.js";
import type { JsonObject, KubeObject } from "../../../src/core/json.js";
import { compileRules } from "../../../src/rules/compile.js";
import { deepFreeze } from "../core/helper.js";

type Stated = JsonObject & KubeObject;

const stated = (apiVersion: string, kind: string, body: JsonObject, meta: JsonObject = {}): Stated =>
  ({ apiVersion, kind, metadata: { name: "one", namespace: "demo", ...meta }, ...body }) as Stated;

const configMap = (data: JsonObject, meta: JsonObject = {}): Stated =>
  stated("v1", "ConfigMap", { data }, meta);
const REF = { apiVersion: "v1", kind: "ConfigMap", namespace: "demo", name: "one" };
const meta = (object: KubeObject | undefined): JsonObject =>
  (object as Stated).metadata as unknown as JsonObject;

describe("objects are the port's own", () => {
  test("what is sent is neither kept nor changed", async () => {
    const port = createMemoryPort();
    const sent = configMap({ a: "1" });
    const frozen = deepFreeze(structuredClone(sent));
    await port.create(frozen);
    await port.replace(frozen);
    await port.apply(frozen, { fieldManager: "me" });
    const mutable = structuredClone(sent) as { data: Record<string, string> } & Stated;
    await port.replace(mutable);
    mutable.data.a = "changed";
    expect(await port.read(REF)).toMatchObject({ data: { a: "1" } });
  });

  test("what is answered is a copy, and so is what is listed, logged and shown", async () => {
    const port = createMemoryPort();
    const answers = [
      await port.create(configMap({ a: "1" })),
      await port.read(REF),
      ...(await port.list(REF)),
    ];
    const logged = port.requests.flatMap(({ before, after }) => [before, after]);
    for (const each of [...answers, ...logged, ...port.objects()])
      if (each !== undefined) (each as unknown as { data: JsonObject }).data = { a: "changed" };
    expect(await port.read(REF)).toMatchObject({ data: { a: "1" } });
  });

  test("hostile keys are data", async () => {
    const port = createMemoryPort();
    const data = JSON.parse(
      '{"__proto__":"a","constructor":"b","toString":"c","hasOwnProperty":"d"}',
    ) as JsonObject;
    await port.apply(configMap(data), { fieldManager: "me" });
    const moved = meta(await port.apply(configMap(data), { fieldManager: "me" })).resourceVersion;
    const found = (await port.read(REF)) as Stated;
    expect(JSON.stringify(found.data)).toBe(JSON.stringify(data));
    expect(meta(found).resourceVersion).toBe(moved);
    await port.apply(configMap({}), { fieldManager: "me" });
    expect(await port.read(REF)).not.toHaveProperty("data");
  });
});

test("the same requests give the same objects", async () => {
  const run = async () => {
    const port = createMemoryPort();
    await port.create(
      stated("v1", "Pod", { spec: { containers: [] } }, { name: undefined, generateName: "job-" }),
    );
    await port.create(stated("v1", "Service", { spec: { type: "NodePort", ports: [{ port: 80 }] } }));
    await port.apply(configMap({ a: "1" }), { fieldManager: "me" });
    return port.objects();
  };
  expect(await run()).toEqual(await run());
});

test("a clock of the caller's", async () => {
  const port = createMemoryPort({ now: () => new Date("2026-05-01T10:00:00.789Z") });
  expect(meta(await port.create(configMap({}))).creationTimestamp).toBe("2026-05-01T10:00:00Z");
});

test("one resourceVersion for all objects, which no-op writes and dry runs leave", async () => {
  const port = createMemoryPort();
  const versionOf = async (sent: Promise<KubeObject>) => Number(meta(await sent).resourceVersion);
  const first = await versionOf(port.create(configMap({ a: "1" })));
  expect(await versionOf(port.replace(configMap({ a: "1" })))).toBe(first);
  await port.replace(configMap({ a: "2" }), { dryRun: true });
  expect(await versionOf(port.create(configMap({}, { name: "two" })))).toBe(first + 1);
  expect(await versionOf(port.replace(configMap({ a: "2" })))).toBe(first + 2);
});

test("each request is logged, refused ones too", async () => {
  const port = createMemoryPort();
  await port.create(configMap({ a: "1" }), { fieldManager: "me" });
  await port.create(configMap({ a: "1" })).catch(() => {});
  await port.read(REF);
  await port.list({ apiVersion: "v1", kind: "ConfigMap" });
  await port.apply(configMap({ a: "2" }), { fieldManager: "you", force: true, dryRun: true });
  await port.merge(REF, { data: { a: "1" } });
  await port.delete(REF);
  await port.delete(REF);
  const list = { apiVersion: "v1", kind: "ConfigMap" };
  expect(port.requests.map(({ before: _, after: __, error: ___, ...rest }) => rest)).toEqual([
    { verb: "create", ref: REF, dryRun: false, fieldManager: "me", changed: true },
    { verb: "create", ref: REF, dryRun: false, changed: false },
    { verb: "read", ref: REF, dryRun: false, changed: false },
    { verb: "list", ref: list, dryRun: false, changed: false },
    { verb: "apply", ref: REF, dryRun: true, fieldManager: "you", force: true, changed: true },
    { verb: "merge", ref: REF, dryRun: false, changed: false },
    { verb: "delete", ref: REF, dryRun: false, changed: true },
    { verb: "delete", ref: REF, dryRun: false, changed: false },
  ]);
  expect(port.requests[1]?.error).toMatchObject({ status: 409 });
  expect(port.requests[4]).toMatchObject({ before: { data: { a: "1" } }, after: { data: { a: "2" } } });
  port.clearRequests();
  expect(port.requests).toEqual([]);
});

test.each([
  ["apps/v1", "ReplicaSet", { replicas: 0 }],
  ["networking.k8s.io/v1", "Ingress", { loadBalancer: {} }],
  ["v1", "Namespace", { phase: "Active" }],
  ["v1", "Pod", { phase: "Pending", qosClass: "BestEffort" }],
])("seeds: a %s %s has the status that it is born with", async (apiVersion, kind, status) => {
  const object = { apiVersion, kind, metadata: { name: "a", namespace: "demo" }, spec: {} };
  expect(createMemoryPort({ objects: [object] }).objects()).toMatchObject([{ status }]);
});

test("seeds: as they are stated, defaults filled in, not logged", async () => {
  const managedFields = [
    {
      manager: "old",
      operation: "Apply",
      apiVersion: "v1",
      fieldsType: "FieldsV1",
      fieldsV1: { "f:data": { "f:a": {} } },
    },
  ];
  const pod = stated(
    "v1",
    "Pod",
    { spec: { containers: [{ name: "a", image: "a:1" }] }, status: { phase: "Running" } },
    { uid: "u-1", generation: 7 },
  );
  const port = createMemoryPort({ objects: [pod, configMap({ a: "1" }, { managedFields })] });
  expect(port.requests).toEqual([]);
  expect(await port.read({ ...REF, kind: "Pod" })).toMatchObject({
    metadata: { uid: "u-1", generation: 7 },
    spec: { restartPolicy: "Always", containers: [{ imagePullPolicy: "IfNotPresent" }] },
    status: { phase: "Running" },
  });
  expect(await port.apply(configMap({ b: "2" }), { fieldManager: "old" })).toMatchObject({
    data: { b: "2" },
  });
  expect((await port.read(REF)) as Stated).toHaveProperty("data", { b: "2" });
  port.seed(configMap({ c: "3" }));
  expect(await port.read(REF)).toMatchObject({ data: { c: "3" } });
});

test("an aborted request is none", async () => {
  const port = createMemoryPort();
  const signal = AbortSignal.abort(new Error("stop"));
  const sent = [
    port.read(REF, { signal }),
    port.list(REF, { signal }),
    port.create(configMap({}), { signal }),
    port.merge(REF, {}, { signal }),
    port.delete(REF, { signal }),
  ];
  for (const each of sent) await expect(each).rejects.toThrow("stop");
  expect([port.requests, port.objects()]).toEqual([[], []]);
});

test("kinds without namespaces, and objects that name none though their kind has them", async () => {
  const port = createMemoryPort();
  const named = async (apiVersion: string, kind: string, more: JsonObject) =>
    meta(await port.create(stated(apiVersion, kind, {}, more))).namespace;
  expect(await named("v1", "Namespace", { namespace: "demo" })).toBeUndefined();
  expect(await named("example.com/v1", "Unheard", { namespace: undefined })).toBeUndefined();
  port.clearRequests();
  const { namespace: _, ...ref } = REF;
  const unplaced = configMap({ a: "1" }, { namespace: undefined });
  const refused = { code: "bad-option", path: "/metadata/namespace" };
  const sent = [
    port.create(unplaced),
    port.replace(unplaced),
    port.apply(unplaced, { fieldManager: "me" }),
    port.merge(ref, {}),
    port.read(ref),
    port.delete(ref),
    port.read({ ...ref, namespace: "" }),
  ];
  for (const each of sent) await expect(each).rejects.toMatchObject(refused);
  expect(() => port.seed(unplaced)).toThrow(expect.objectContaining(refused));
  expect(() => createMemoryPort({ objects: [unplaced] })).toThrow(expect.objectContaining(refused));
  expect(port.requests).toEqual([]);
});

test("a list in a namespace has nothing of a kind without", async () => {
  const role = stated("rbac.authorization.k8s.io/v1", "ClusterRole", { rules: [] });
  const port = createMemoryPort({ objects: [role] });
  const kind = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole" };
  expect(await port.list({ ...kind, namespace: "demo" })).toEqual([]);
  expect(await port.list(kind)).toHaveLength(1);
});

describe("a custom kind", () => {
  const widget = (spec: JsonObject, more: JsonObject = {}) =>
    stated("example.com/v1", "Widget", { spec, ...more });
  const ref = { ...REF, apiVersion: "example.com/v1", kind: "Widget" };

  test("without facts is plain JSON, with a status of its own", async () => {
    const port = createMemoryPort();
    const spec = { zero: 0, empty: [], none: null, list: [{ name: "a" }] };
    expect(await port.create(widget(spec, { status: { a: 1 } }))).toEqual({
      ...widget(spec),
      metadata: expect.objectContaining({ generation: 1 }),
    });
    await port.merge(ref, { status: { ready: true } }, { subresource: "status" });
    expect(await port.read(ref)).toMatchObject({
      metadata: { generation: 1 },
      spec,
      status: { ready: true },
    });
    await port.merge(ref, { spec: { zero: 1 } });
    expect(await port.read(ref)).toMatchObject({ metadata: { generation: 2 }, spec: { zero: 1 } });
  });

  test("has the caller's facts", async () => {
    const { facts } = compileRules([
      {
        rules: [],
        facts: {
          kinds: [
            {
              group: "example.com",
              version: "v1",
              kind: "Widget",
              type: "example.com/v1.Widget",
              namespaced: true,
              statusSubresource: false,
              immutable: [{ path: "spec.id" }],
            },
          ],
          types: {
            "example.com/v1.Widget": {
              stored: "asIs",
              fields: { spec: { type: "struct", ref: "example.com/v1.Spec" }, status: { type: "any" } },
            },
            "example.com/v1.Spec": {
              stored: "asIs",
              fields: { id: { type: "string" }, size: { type: "integer", default: 3 } },
            },
          },
        },
      },
    ]);
    const port = createMemoryPort({ facts });
    await port.create(widget({ id: "a", other: 1 }, { status: { a: 1 } }));
    expect(await port.read(ref)).toMatchObject({ spec: { id: "a", size: 3 }, status: { a: 1 } });
    const refused = port.merge(ref, { spec: { id: "b" } });
    await expect(refused).rejects.toBeInstanceOf(ApiError);
    await expect(refused).rejects.toMatchObject({ status: 422, details: { causes: [{ field: "spec.id" }] } });
  });
});
