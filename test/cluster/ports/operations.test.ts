import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect } from "vitest";
import type { CompletePort } from "../../../src/adapter/client-node/index.js";
import { clientNodePort } from "../../../src/adapter/client-node/index.js";
import { kfcPort } from "../../../src/adapter/kfc/index.js";
import type { ObjectRef } from "../../../src/adapter/port/port.js";
import { type ApiError, type KubeObject, UsageError } from "../../../src/index.js";
import { clusterTest, freshNamespace, given, sharedClient } from "../helper.js";
import { kubeConfigOf } from "./kube-config.js";

const client = given ? sharedClient() : undefined;
afterAll(() => client?.close());

let namespace = "";
beforeAll(async () => {
  if (client !== undefined) namespace = await freshNamespace(client);
});

/** A ConfigMap of the test's own. */
const configMap = (data: Record<string, string> = { a: "1" }): KubeObject & ObjectRef => {
  const name = `map-${randomUUID()}`;
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace }, data };
  return Object.defineProperties(object as typeof object & ObjectRef, {
    name: { value: name },
    namespace: { value: namespace },
  });
};

type Field = Readonly<Record<string, unknown>>;
const field = (object: KubeObject | undefined, name: string): Field =>
  (object as unknown as Record<string, Field>)[name] ?? {};
const versionOf = (object: KubeObject | undefined) => field(object, "metadata").resourceVersion;
const managersOf = (object: KubeObject) =>
  (field(object, "metadata").managedFields as readonly Field[]).map(({ manager, operation, subresource }) =>
    [manager, operation, ...(subresource === undefined ? [] : [subresource])].join(" "),
  );

/** What a rejection is looked at for. */
const refused = (status: number, details: Partial<ApiError["details"]> = {}) =>
  expect.objectContaining({ name: "ApiError", status, details: expect.objectContaining(details) });

const OPERATIONS: Readonly<Record<string, (port: CompletePort) => Promise<void>>> = {
  "create, and read what the server holds": async (port) => {
    const map = configMap();
    const created = await port.create(map, { fieldManager: "me" });
    expect(created).toMatchObject({ data: { a: "1" }, metadata: { name: map.name } });
    expect(managersOf(created)).toEqual(["me Update"]);
    expect(await port.read(map)).toEqual(created);
  },
  "create with a name that the server makes up": async (port) => {
    const { name: _, ...metadata } = { ...configMap().metadata, generateName: "made-" };
    const created = await port.create({ apiVersion: "v1", kind: "ConfigMap", metadata });
    expect(created.metadata?.name).toMatch(/^made-/);
  },
  "create what is there: 409": async (port) => {
    const map = configMap();
    await port.create(map);
    await expect(port.create(map)).rejects.toEqual(refused(409, { reason: "AlreadyExists" }));
  },
  "create in a namespace that is not there: 404 that names it": async (port) => {
    const map = { ...configMap(), metadata: { name: "a", namespace: "nowhere" } };
    await expect(port.create(map)).rejects.toEqual(refused(404, { resource: "namespaces" }));
  },
  "create without a namespace": async (port) => {
    const map = { ...configMap(), metadata: { name: "a" } };
    await expect(port.create(map)).rejects.toThrow(UsageError);
  },
  "create what the server refuses: 422 with the fields": async (port) => {
    const bad = { apiVersion: "v1", kind: "Secret", metadata: { name: "a", namespace }, data: { "*": "" } };
    await expect(port.create(bad as KubeObject)).rejects.toEqual(
      refused(422, { reason: "Invalid", causes: [expect.objectContaining({ field: "data[*]" })] }),
    );
  },
  "read what is not there, or in no namespace that is": async (port) => {
    expect(await port.read(configMap())).toBeUndefined();
    expect(
      await port.read({ apiVersion: "v1", kind: "ConfigMap", namespace: "nowhere", name: "a" }),
    ).toBeUndefined();
  },
  "a kind that is not served, in a group that is or is not": async (port) => {
    for (const apiVersion of ["v1", "apps/v1", "nowhere.example.com/v1"]) {
      const ref = { apiVersion, kind: "Gizmo", namespace, name: "a" };
      const unserved = refused(404, { reason: "KindNotServed" });
      await expect(port.read(ref)).rejects.toEqual(unserved);
      await expect(port.delete(ref)).rejects.toEqual(unserved);
      await expect(port.list(ref)).rejects.toEqual(unserved);
      await expect(
        port.apply({ apiVersion, kind: "Gizmo", metadata: { name: "a", namespace } }, { fieldManager: "me" }),
      ).rejects.toSatisfy((error: ApiError) => error.details.resource === undefined && error.status === 404);
    }
  },
  "whether a kind has namespaces": async (port) => {
    expect(await port.isNamespaced({ apiVersion: "apps/v1", kind: "Deployment" })).toBe(true);
    expect(await port.isNamespaced({ apiVersion: "v1", kind: "Namespace" })).toBe(false);
    await expect(port.isNamespaced({ apiVersion: "v1", kind: "Gizmo" })).rejects.toEqual(
      refused(404, { reason: "KindNotServed" }),
    );
    const reason = new Error("enough");
    const signal = AbortSignal.abort(reason);
    port.forget();
    await expect(port.isNamespaced({ apiVersion: "v1", kind: "Pod" }, { signal })).rejects.toBe(reason);
  },
  "no name": async (port) => {
    await expect(port.read({ apiVersion: "v1", kind: "ConfigMap", namespace, name: "" })).rejects.toThrow(
      UsageError,
    );
    await expect(port.delete({ apiVersion: "v1", kind: "ConfigMap", namespace, name: "" })).rejects.toThrow(
      UsageError,
    );
  },
  "names that are paths": async (port) => {
    expect(
      await port.read({ apiVersion: "v1", kind: "ConfigMap", namespace, name: "a/b?c" }),
    ).toBeUndefined();
    const clusterRole = {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      name: "system:basic-user",
    };
    expect(await port.read(clusterRole)).toMatchObject({ metadata: { name: "system:basic-user" } });
  },
  "replace, and with an old resourceVersion: 409": async (port) => {
    const map = configMap();
    const created = await port.create(map);
    const replaced = await port.replace({ ...created, data: { b: "2" } } as KubeObject, {
      fieldManager: "me",
    });
    expect(field(replaced, "data")).toEqual({ b: "2" });
    await expect(port.replace({ ...created, data: {} } as KubeObject)).rejects.toEqual(
      refused(409, { reason: "Conflict" }),
    );
  },
  "a dry run stores nothing": async (port) => {
    const map = configMap();
    await port.create(map, { dryRun: true });
    expect(await port.read(map)).toBeUndefined();
    const created = await port.create(map);
    const changed = { ...map, data: { a: "2" } };
    expect(field(await port.replace(changed, { dryRun: true }), "data")).toEqual({ a: "2" });
    expect(
      field(await port.apply(changed, { dryRun: true, fieldManager: "me", force: true }), "data"),
    ).toEqual({ a: "2" });
    expect(field(await port.merge(map, { data: { a: "3" } }, { dryRun: true }), "data")).toEqual({ a: "3" });
    await port.delete(map, { dryRun: true });
    expect(versionOf(await port.read(map))).toBe(versionOf(created));
  },
  "apply creates; another manager's field: 409, or by force": async (port) => {
    const map = configMap();
    expect(managersOf(await port.apply(map, { fieldManager: "one" }))).toEqual(["one Apply"]);
    const changed = { ...map, data: { a: "2" } };
    await expect(port.apply(changed, { fieldManager: "two", force: false })).rejects.toEqual(
      refused(409, {
        causes: [expect.objectContaining({ reason: "FieldManagerConflict", field: ".data.a" })],
      }),
    );
    expect(managersOf(await port.apply(changed, { fieldManager: "two", force: true }))).toEqual([
      "two Apply",
    ]);
  },
  merge: async (port) => {
    const map = configMap({ a: "1", b: "2" });
    await port.create(map);
    const merged = await port.merge(map, { data: { a: null, c: "3" } }, { fieldManager: "me" });
    expect(field(merged, "data")).toEqual({ b: "2", c: "3" });
    await expect(port.merge(configMap(), {})).rejects.toEqual(refused(404, { resource: "configmaps" }));
  },
  "the status, by its subresource": async (port) => {
    const metadata = { name: `budget-${randomUUID()}`, namespace };
    const budget = { apiVersion: "policy/v1", kind: "PodDisruptionBudget", metadata };
    await port.create({ ...budget, spec: { minAvailable: 1, selector: {} } } as KubeObject);
    const status = { currentHealthy: 1, desiredHealthy: 1, disruptionsAllowed: 0, expectedPods: 2 };
    const options = { fieldManager: "me", subresource: "status" } as const;
    const applied = await port.apply({ ...budget, status } as KubeObject, options);
    expect(managersOf(applied)).toContain("me Apply status");
    expect(field(applied, "status")).toMatchObject({ expectedPods: 2 });
    expect(
      field(
        await port.replace({ ...applied, status: { ...status, expectedPods: 3 } } as KubeObject, options),
        "status",
      ),
    ).toMatchObject({ expectedPods: 3 });
    expect(
      field(await port.merge({ ...budget, ...metadata }, { status: { expectedPods: 4 } }, options), "status"),
    ).toMatchObject({ expectedPods: 4 });
    await expect(port.create(budget, options)).rejects.toThrow(UsageError);
  },
  "the status of a kind that has none: 404 of a kind that is served": async (port) => {
    const map = configMap();
    await port.create(map);
    await expect(port.replace(map, { subresource: "status" })).rejects.toSatisfy(
      (error: ApiError) => error.status === 404 && error.details.reason !== "KindNotServed",
    );
  },
  "list by label, each with apiVersion and kind": async (port) => {
    const label = randomUUID();
    const labelled = () => {
      const map = configMap();
      return { ...map, metadata: { ...map.metadata, labels: { label } } };
    };
    const made = await Promise.all([1, 2, 3].map(() => port.create(labelled())));
    const query = { apiVersion: "v1", kind: "ConfigMap", labelSelector: `label=${label}` };
    const byName = (objects: readonly KubeObject[]) => objects.map(({ metadata }) => metadata?.name).sort();
    expect(byName(await port.list(query))).toEqual(byName(made));
    expect(await port.list({ ...query, namespace: "default" })).toEqual([]);
    const [first] = await port.list({ ...query, namespace });
    expect(first).toMatchObject({ apiVersion: "v1", kind: "ConfigMap" });
    expect(first).toEqual(made.find(({ metadata }) => metadata?.name === first?.metadata?.name));
  },
  "list what has no namespace": async (port) => {
    const query = { apiVersion: "v1", kind: "Namespace" };
    expect((await port.list(query)).map(({ metadata }) => metadata?.name)).toContain(namespace);
    expect(await port.list({ ...query, namespace })).toEqual([]);
  },
  "delete, what is gone too": async (port) => {
    const map = configMap();
    await port.create(map);
    await port.delete(map);
    expect(await port.read(map)).toBeUndefined();
    await port.delete(map);
    await port.delete({ ...map, namespace: "nowhere", name: "a" });
  },
  "delete under conditions: 409": async (port) => {
    const map = configMap();
    const created = await port.create(map);
    await expect(port.delete(map, { preconditions: { uid: "another" } })).rejects.toEqual(refused(409));
    await expect(port.delete(map, { preconditions: { resourceVersion: "1" } })).rejects.toEqual(refused(409));
    await port.delete(map, { preconditions: { uid: String(field(created, "metadata").uid) } });
    expect(await port.read(map)).toBeUndefined();
  },
  "delete and orphan, or in the foreground": async (port) => {
    for (const [propagationPolicy, finalizer] of [
      ["Orphan", "orphan"],
      ["Foreground", "foregroundDeletion"],
    ] as const) {
      const map = configMap();
      await port.create(map);
      await port.delete(map, { propagationPolicy });
      expect(field(await port.read(map), "metadata").finalizers).toEqual([finalizer]);
    }
  },
  "a signal": async (port) => {
    const reason = new Error("enough");
    await expect(port.read(configMap(), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const map = configMap();
    await port.create(map);
    const ending = new AbortController();
    const reading = port.read(map, { signal: ending.signal });
    ending.abort(reason);
    await expect(reading).rejects.toBe(reason);
    expect(await port.read(map)).toBeDefined();
  },
  "what is passed in stays as it is": async (port) => {
    const map = Object.freeze({ ...configMap(), metadata: Object.freeze({ ...configMap().metadata }) });
    await port.create(map);
    await port.apply(map, { fieldManager: "me", force: true });
    await port.replace(map);
  },
};

const PORTS: Readonly<Record<string, () => CompletePort>> = {
  "churngate/client-node": () => clientNodePort(kubeConfigOf()),
  "churngate/kfc": () => kfcPort({ kubeConfig: kubeConfigOf() }),
};

describe.each(Object.entries(PORTS))("%s", (_, portOf) => {
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    clusterTest(name, () => operation(portOf()));
  }
});
