import { describe, expect } from "vitest";
import { EnsureError } from "../../../src/adapter/ensure/ensure-error.js";
import type { EnsureEvent } from "../../../src/adapter/ensure/events.js";
import type { EnsurerOptions } from "../../../src/adapter/ensure/types.js";
import { createEnsurer } from "../../../src/adapter/ensurer.js";
import type { ClusterPort } from "../../../src/adapter/port/port.js";
import { MODES, type Mode } from "../../../src/core/decision.js";
import type { KubeObject } from "../../../src/core/json.js";
import { bundledRules } from "../../../src/rules/bundled.js";
import { compileRules } from "../../../src/rules/compile.js";
import { createGate } from "../../../src/rules/gate.js";
import { definitionOf } from "../../custom-resource-definition.js";
import { clusterTest, freshNamespace, sharedClient } from "../helper.js";
import { clusterPort } from "../port.js";
import { type Counted, counted, interposed } from "./ports.js";

interface Stage extends Counted {
  readonly namespace: string;
  readonly events: readonly EnsureEvent[];
  readonly ensurer: ReturnType<typeof createEnsurer>;
  /** Past the counted port, as somebody else. */
  readonly other: ClusterPort;
}

async function stage(
  mode: Mode,
  more: Partial<EnsurerOptions> = {},
  around?: (port: ClusterPort) => ClusterPort,
): Promise<Stage> {
  const client = sharedClient();
  const other = clusterPort(client);
  const counting = counted(around === undefined ? other : around(other));
  const events: EnsureEvent[] = [];
  const gate = createGate({ mode, fieldManager: "tester" });
  const ensurer = createEnsurer({
    port: counting.port,
    gate,
    onEvent: (event) => events.push(event),
    ...more,
  });
  return { ...counting, namespace: await freshNamespace(client), events, ensurer, other };
}

const configMap = (
  namespace: string,
  data: Record<string, string>,
  metadata: object = {},
): KubeObject & { data: object } => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "a", namespace, ...metadata },
  data,
});

const rulesWith = (finalizers: { readonly own: [string] }) =>
  compileRules([
    bundledRules,
    { rules: [{ group: "", kind: "ConfigMap", strategy: "exact", why: "It has a finalizer.", finalizers }] },
  ]);

describe.each(MODES)("ensure by %s", (mode) => {
  clusterTest("creates, leaves alone, updates", async () => {
    const { ensurer, namespace, take } = await stage(mode);
    const desired = configMap(namespace, { a: "1" });
    expect(await ensurer.ensure(desired)).toMatchObject({ result: "created", retries: 0, object: desired });
    expect(take()).toEqual(["read", mode === "apply" ? "apply" : "create"]);
    expect(await ensurer.ensure(desired)).toMatchObject({ result: "unchanged", object: desired });
    expect(take()).toEqual(["read"]);
    const changed = configMap(namespace, { a: "2" });
    const { result, object } = await ensurer.ensure(changed);
    expect([result, object?.data]).toEqual(["updated", { a: "2" }]);
    expect(take()).toEqual(["read", mode]);
    expect((await ensurer.ensure(changed)).result).toBe("unchanged");
  });

  clusterTest("sends nothing at all where the caller's live needs no write", async () => {
    const { ensurer, namespace, take } = await stage(mode);
    const desired = configMap(namespace, { a: "1" });
    const { object: live } = await ensurer.ensure(desired);
    take();
    expect((await ensurer.ensure(desired, { live })).result).toBe("unchanged");
    expect(take()).toEqual([]);
  });

  clusterTest("a cache that has not seen the last write is not written over again", async () => {
    const { ensurer, namespace, take } = await stage(mode);
    const { object: live } = await ensurer.ensure(configMap(namespace, { a: "1" }), { live: undefined });
    take();
    expect((await ensurer.ensure(configMap(namespace, { a: "1" }), { live: undefined })).result).toBe(
      "unchanged",
    );
    expect(take()).toEqual(["read"]);
    const changed = configMap(namespace, { a: "2" });
    expect((await ensurer.ensure(changed, { live })).result).toBe("updated");
    take();
    expect((await ensurer.ensure(changed, { live })).result).toBe("unchanged");
    expect((await ensurer.ensure(configMap(namespace, { a: "1" }), { live })).result).toBe("updated");
    expect(take()).toEqual(["read", "read", mode]);
  });

  clusterTest("nor one that is behind by several of them", async () => {
    const { ensurer, namespace, take } = await stage(mode);
    const { object: first } = await ensurer.ensure(configMap(namespace, { a: "1" }));
    const { object: second } = await ensurer.ensure(configMap(namespace, { a: "2" }), { live: first });
    const last = configMap(namespace, { a: "3" });
    await ensurer.ensure(last, { live: second });
    take();
    expect((await ensurer.ensure(last, { live: first })).result).toBe("unchanged");
    expect((await ensurer.ensure(last, { live: second })).result).toBe("unchanged");
    expect(take()).toEqual(["read", "read"]);
  });

  clusterTest("an object that is not there is not created where the caller says so", async () => {
    const { ensurer, namespace, other, take } = await stage(mode);
    const desired = configMap(namespace, { a: "1" });
    const refused = { code: "not-found" };
    await expect(ensurer.ensure(desired, { create: false })).rejects.toMatchObject(refused);
    await expect(ensurer.ensure(desired, { create: false, live: undefined })).rejects.toMatchObject(refused);
    const { object: live } = await ensurer.ensure(desired);
    expect((await ensurer.ensure(desired, { create: false, live })).result).toBe("unchanged");
    await other.delete?.({ apiVersion: "v1", kind: "ConfigMap", namespace, name: "a" });
    take();
    const changed = configMap(namespace, { a: "2" });
    await expect(ensurer.ensure(changed, { create: false, live })).rejects.toMatchObject(refused);
    expect(take()).toEqual([mode, "read"]);
  });

  clusterTest("a cache that is behind others is found out", async () => {
    const { ensurer, namespace, other, take } = await stage(mode);
    const { object: live } = await ensurer.ensure(configMap(namespace, { a: "1" }));
    await other.merge?.(
      { apiVersion: "v1", kind: "ConfigMap", namespace, name: "a" },
      { metadata: { labels: { theirs: "1" } } },
    );
    take();
    const { object } = await ensurer.ensure(configMap(namespace, { a: "2" }), { live });
    expect(object).toMatchObject({ data: { a: "2" }, metadata: { labels: { theirs: "1" } } });
    expect(take()).toEqual([mode, "read", mode]);
  });

  clusterTest("an object that was deleted, or deleted and made anew, meanwhile", async () => {
    const { ensurer, namespace, other, take } = await stage(mode);
    const { object: live } = await ensurer.ensure(configMap(namespace, { a: "1" }));
    const ref = { apiVersion: "v1", kind: "ConfigMap", namespace, name: "a" };
    await other.delete?.(ref);
    take();
    const again = await ensurer.ensure(configMap(namespace, { a: "2" }), { live });
    expect([again.result, again.object?.data]).toEqual(["created", { a: "2" }]);
    await other.delete?.(ref);
    await other.create(configMap(namespace, { b: "1", a: "2" }, { labels: { theirs: "1" } }));
    const { object } = await ensurer.ensure(configMap(namespace, { a: "3" }), { live: again.object });
    expect(object).toMatchObject({ data: { a: "3" }, metadata: { labels: { theirs: "1" } } });
  });

  clusterTest("somebody else creates it first", async () => {
    const { ensurer, namespace, other, take } = await stage(mode);
    await other.create(configMap(namespace, { a: "0" }));
    const { object } = await ensurer.ensure(configMap(namespace, { a: "1" }), { live: undefined });
    expect(object?.data).toEqual({ a: "1" });
    expect(take()).toEqual(mode === "apply" ? ["read", "apply"] : ["create", "read", mode]);
  });

  clusterTest("a dry run stores nothing, and says what would be done", async () => {
    const { ensurer, namespace, other } = await stage(mode);
    const ref = { apiVersion: "v1", kind: "ConfigMap", namespace, name: "a" };
    const desired = configMap(namespace, { a: "1" });
    expect((await ensurer.ensure(desired, { dryRun: true })).result).toBe("created");
    expect(await other.read(ref)).toBe(undefined);
    await ensurer.ensure(desired);
    const changed = configMap(namespace, { a: "2" });
    const { result, object } = await ensurer.ensure(changed, { dryRun: true });
    expect([result, object?.data]).toEqual(["updated", { a: "2" }]);
    expect(await other.read(ref)).toMatchObject({ data: { a: "1" } });
  });

  clusterTest("what is marked as unmanaged is left alone", async () => {
    const { ensurer, namespace, other, take } = await stage(mode);
    await other.create(
      configMap(namespace, { a: "0" }, { annotations: { "churngate.dev/unmanaged": "true" } }),
    );
    const { result, decision } = await ensurer.ensure(configMap(namespace, { a: "1" }));
    expect([result, decision.reason.code, take()]).toEqual(["unchanged", "unmanaged", ["read"]]);
  });

  clusterTest("what a cache does not know yet to be marked so, too", async () => {
    const { ensurer, namespace, other } = await stage(mode);
    const { object: live } = await ensurer.ensure(configMap(namespace, { a: "1" }));
    const ref = { apiVersion: "v1", kind: "ConfigMap", namespace, name: "a" };
    await other.merge?.(ref, { metadata: { annotations: { "churngate.dev/unmanaged": "true" } } });
    const { decision } = await ensurer.ensure(configMap(namespace, { a: "2" }), { live });
    expect([decision.reason.code, await other.read(ref)]).toMatchObject(["unmanaged", { data: { a: "1" } }]);
  });

  clusterTest("a terminating object is left alone", async () => {
    const { namespace, other, ...rest } = await stage(mode);
    const metadata = { finalizers: ["example.com/theirs"] };
    const ref = { apiVersion: "v1", kind: "ConfigMap", namespace, name: "a" };
    await other.create(configMap(namespace, { a: "0" }, metadata));
    await other.delete?.(ref);
    const { result, decision } = await rest.ensurer.ensure(configMap(namespace, { a: "1" }));
    expect([result, decision.reason.code, rest.take()]).toEqual(["blocked", "terminating", ["read"]]);
  });

  clusterTest("but for our finalizers, which go by a PUT in any mode", async () => {
    const [ours, theirs] = ["example.com/ours", "example.com/theirs"];
    const gate = createGate({ mode, fieldManager: "tester", rules: rulesWith({ own: [ours] }) });
    const { namespace, other, ensurer, take } = await stage(mode, { gate });
    const ref = { apiVersion: "v1", kind: "ConfigMap", namespace, name: "a" };
    await ensurer.ensure(configMap(namespace, { a: "0" }, { finalizers: [ours] }));
    await other.merge?.(ref, { metadata: { finalizers: [ours, theirs] } });
    await other.delete?.(ref);
    take();
    const { result, decision } = await ensurer.ensure(configMap(namespace, { a: "1" }));
    expect([result, decision.verdict, take()]).toEqual(["updated", "write", ["read", "replace"]]);
    expect(await other.read(ref)).toMatchObject({ data: { a: "0" }, metadata: { finalizers: [theirs] } });
  });

  clusterTest("a partial live is never what a write is based on", async () => {
    const { ensurer, namespace, take, other } = await stage(mode);
    await ensurer.ensure(configMap(namespace, { a: "1" }, { annotations: { "example.com/kept": "1" } }));
    const { object } = await ensurer.ensure(
      configMap(namespace, { a: "1" }, { annotations: { "example.com/kept": "1" } }),
    );
    const { annotations: _, ...metadata } = (object?.metadata ?? {}) as Record<string, unknown>;
    const live = { ...object, metadata };
    take();
    await ensurer.ensure(configMap(namespace, { a: "2" }), { live, partial: true });
    expect(take()).toEqual(["read", mode]);
    const ref = { apiVersion: "v1", kind: "ConfigMap", namespace, name: "a" };
    const after = await other.read(ref);
    expect(after?.metadata?.annotations?.["example.com/kept"]).toBe(mode === "merge" ? "1" : undefined);
  });
});

describe("refusals", () => {
  const rows: readonly [string, (namespace: string) => KubeObject, string, readonly string[]][] = [
    [
      "an invalid field",
      (namespace) =>
        ({ ...service(namespace), spec: { ports: [{ port: 80, targetPort: 99_999 }] } }) as KubeObject,
      "invalid",
      ["spec.ports[0].targetPort"],
    ],
    [
      "two",
      (namespace) =>
        ({
          ...service(namespace),
          spec: { type: "None", ports: [{ port: -1, targetPort: 80 }] },
        }) as KubeObject,
      "invalid",
      ["spec.ports[0].port", "spec.type"],
    ],
    ["no such namespace", () => configMap("nowhere", {}), "namespace-not-found", []],
    [
      "no such kind",
      (namespace) => ({ apiVersion: "example.com/v1", kind: "Nothing", metadata: { name: "a", namespace } }),
      "kind-not-found",
      [],
    ],
  ];
  clusterTest.each(rows)("%s", async (_, desired, code, fields) => {
    const { ensurer, namespace, events } = await stage("replace");
    const error = await ensurer
      .ensure(desired(namespace), { live: undefined })
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(EnsureError);
    if (!(error instanceof EnsureError)) return;
    expect(error.code).toBe(code);
    expect([...new Set(error.causes.map(({ field }) => field))].sort()).toEqual(fields);
    expect(events.at(-1)).toMatchObject({ type: "error", error });
  });

  clusterTest("an apply of another type is not tried again", async () => {
    const { ensurer, namespace, take } = await stage("apply");
    const desired = { ...service(namespace), spec: { ports: [{ port: "http" }] } };
    await expect(ensurer.ensure(desired)).rejects.toMatchObject({ code: "invalid" });
    expect(take()).toEqual(["read", "apply"]);
  });

  clusterTest("a namespace that is being deleted", async () => {
    const { ensurer, namespace, other } = await stage("replace");
    await other.delete?.({ apiVersion: "v1", kind: "Namespace", name: namespace });
    await expect(ensurer.ensure(configMap(namespace, {}))).rejects.toMatchObject({
      code: "namespace-terminating",
    });
  });

  clusterTest("another manager's field, without force", async () => {
    const { namespace, port, other } = await stage("apply");
    await other.create(configMap(namespace, { a: "0" }), { fieldManager: "theirs" });
    const live = await other.read({ apiVersion: "v1", kind: "ConfigMap", namespace, name: "a" });
    const gate = createGate({ mode: "apply", fieldManager: "tester", force: false });
    const ensurer = createEnsurer({ port, gate });
    const { result, decision } = await ensurer.ensure(configMap(namespace, { a: "1" }), { live });
    expect([result, decision.reason.code]).toEqual(["blocked", "conflict"]);
  });

  clusterTest("a status of nothing", async () => {
    const { ensurer, namespace } = await stage("replace");
    const desired = { ...service(namespace), status: { loadBalancer: {} } };
    await expect(ensurer.ensureStatus(desired)).rejects.toMatchObject({ code: "not-found" });
  });
});

function service(namespace: string): KubeObject {
  return { apiVersion: "v1", kind: "Service", metadata: { name: "a", namespace } };
}

describe("bounds", () => {
  clusterTest("a request that is never answered does not hold it for ever", async () => {
    const hangs = (port: ClusterPort): ClusterPort =>
      interposed(port, { create: () => new Promise(() => {}) });
    const { ensurer, namespace, events } = await stage(
      "replace",
      { retry: { requestMs: 50, tries: 3, backoffMs: 1 } },
      hangs,
    );
    await expect(ensurer.ensure(configMap(namespace, {}))).rejects.toMatchObject({ code: "tries" });
    expect(events.filter(({ type }) => type === "retry")).toHaveLength(2);
    const slow = createEnsurer({
      port: hangs(clusterPort(sharedClient())),
      gate: createGate(),
      retry: { deadlineMs: 50 },
    });
    await expect(slow.ensure(configMap(namespace, {}))).rejects.toMatchObject({ code: "deadline" });
  });

  clusterTest("a signal ends it, with its reason", async () => {
    const abort = new AbortController();
    const hangs = (port: ClusterPort): ClusterPort =>
      interposed(port, {
        create: () => {
          abort.abort(new Error("enough"));
          return new Promise(() => {});
        },
      });
    const { ensurer, namespace } = await stage("replace", {}, hangs);
    const ensured = ensurer.ensure(configMap(namespace, {}), { signal: abort.signal });
    await expect(ensured).rejects.toThrow("enough");
    await expect(ensurer.ensure(configMap(namespace, {}), { signal: abort.signal })).rejects.toThrow(
      "enough",
    );
  });
});

describe("a write that the server makes nothing of", () => {
  /** Of a custom kind that nobody described, whose definition has a default. */
  async function described(): Promise<KubeObject> {
    const client = sharedClient();
    const port = clusterPort(client);
    const size = { type: "integer", default: 1 };
    const spec = { type: "object", properties: { size, tags: { type: "array", items: { type: "string" } } } };
    const names = { group: "idle.example", kind: "Idle", plural: `idles${process.pid}` };
    const definition = definitionOf({ ...names, schema: { properties: { spec } } });
    const metadata = { name: "a", namespace: await freshNamespace(client) };
    const desired = {
      apiVersion: "idle.example/v1",
      kind: "Idle",
      metadata,
      spec: { tags: ["a"] },
    } as KubeObject;
    // An object of the same set waits until its kind is served.
    await createEnsurer({ port, gate: createGate() }).ensureAll([definition, desired]);
    return desired;
  }

  clusterTest("is sent once", async () => {
    const { ensurer, port, take } = await stage("replace");
    const desired = await described();
    const { apiVersion = "", kind = "", metadata } = desired;
    const live = await port.read({ apiVersion, kind, name: "a", namespace: metadata?.namespace });
    const passes = [];
    for (let pass = 0; pass < 4; pass++) passes.push(await ensurer.ensure(desired, { live }));
    take();
    expect(passes.map(({ result, decision }) => `${result} ${decision.reason.code}`)).toEqual([
      "updated no-rule",
      "unchanged no-effect",
      "unchanged no-effect",
      "unchanged no-effect",
    ]);
    const changed = { ...desired, spec: { tags: ["b"] } } as KubeObject;
    expect((await ensurer.ensure(changed, { live })).result).toBe("updated");
    expect((await ensurer.ensure(desired)).result).toBe("updated");
  });

  clusterTest("is sent again by a rule that always writes", async () => {
    const { port } = await stage("replace");
    const rule = { group: "idle.example", kind: "Idle", strategy: "unconditional" } as const;
    const gate = createGate({ rules: compileRules([{ rules: [rule] }]) });
    const ensurer = createEnsurer({ port, gate });
    const desired = await described();
    expect((await ensurer.ensure(desired)).result).toBe("updated");
    expect((await ensurer.ensure(desired)).result).toBe("updated");
  });
});
