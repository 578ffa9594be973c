import { describe, expect } from "vitest";
import { createEnsurer } from "../../../src/adapter/ensurer.js";
import { apiErrorOf } from "../../../src/adapter/port/api-error.js";
import type { ClusterPort } from "../../../src/adapter/port/port.js";
import type { Mode } from "../../../src/core/decision.js";
import { MODES } from "../../../src/core/decision.js";
import type { KubeObject } from "../../../src/core/json.js";
import { createGate } from "../../../src/rules/gate.js";
import { clusterTest, freshNamespace, sharedClient } from "../helper.js";
import { clusterPort } from "../port.js";
import { counted, interposed } from "./ports.js";

const of = (apiVersion: string, kind: string, namespace: string, more: object, metadata: object = {}) =>
  ({ apiVersion, kind, metadata: { name: "a", namespace, ...metadata }, ...more }) as KubeObject;
const configMap = (namespace: string, data: object, more: object = {}) =>
  of("v1", "ConfigMap", namespace, { data, ...more });

/** Kinds that a PUT makes where there is none. */
const MADE: readonly (readonly [string, (namespace: string, labels?: object) => KubeObject])[] = [
  ["Service", (ns, labels = {}) => of("v1", "Service", ns, { spec: { ports: [{ port: 80 }] } }, { labels })],
  ["Role", (ns, labels = {}) => of("rbac.authorization.k8s.io/v1", "Role", ns, { rules: [] }, { labels })],
  ["Lease", (ns, labels = {}) => of("coordination.k8s.io/v1", "Lease", ns, { spec: {} }, { labels })],
];

async function stage(mode: Mode, around: (port: ClusterPort) => ClusterPort = (port) => port) {
  const client = sharedClient();
  const other = clusterPort(client);
  const { port, take } = counted(around(other));
  const gate = createGate({ mode, fieldManager: "tester" });
  const ensurer = createEnsurer({ port, gate, retry: { backoffMs: 1 } });
  return { ensurer, other, take, gate, port, namespace: await freshNamespace(client) };
}

const refOf = ({ apiVersion = "", kind = "", metadata }: KubeObject) => ({
  apiVersion,
  kind,
  namespace: metadata?.namespace,
  name: metadata?.name ?? "",
});

describe.each(MODES)("a cache that knows too little, by %s", (mode) => {
  clusterTest.each(MADE)("a %s that is gone is not made anew by an update", async (_, make) => {
    const { ensurer, other, namespace } = await stage(mode);
    const { object: live } = await ensurer.ensure(make(namespace));
    await other.delete?.(refOf(make(namespace)));
    const ensured = ensurer.ensure(make(namespace, { x: "y" }), { live, create: false });
    await expect(ensured).rejects.toMatchObject({ code: "not-found" });
    expect(await other.read(refOf(make(namespace)))).toBe(undefined);
  });

  clusterTest("blocked is no answer to what is not there", async () => {
    const { ensurer, other, namespace } = await stage(mode);
    const fixed = configMap(namespace, { a: "1" }, { immutable: true });
    const { object: live } = await ensurer.ensure(fixed);
    const changed = configMap(namespace, { a: "2" }, { immutable: true });
    expect((await ensurer.ensure(changed, { live })).result).toBe("blocked");
    await other.delete?.(refOf(fixed));
    await other.create(fixed);
    const { object } = await ensurer.ensure(fixed);
    expect((await ensurer.ensure(changed, { live: object })).result).toBe("blocked");
  });

  clusterTest("nor to what a cache has stripped; and it is read once", async () => {
    const { ensurer, take, namespace } = await stage(mode);
    const fixed = configMap(namespace, { a: "1" }, { immutable: true });
    const { object } = await ensurer.ensure(fixed);
    const { data: _, ...live } = object as KubeObject & { data: object };
    expect((await ensurer.ensure(fixed, { live, partial: true })).result).toBe("unchanged");
    take();
    const changed = configMap(namespace, { a: "2" }, { immutable: true });
    for (let pass = 0; pass < 3; pass++) await ensurer.ensure(changed, { live: object });
    expect(take()).toEqual(["read"]);
  });

  clusterTest("without a version, nothing is written over it", async () => {
    const { ensurer, other, namespace } = await stage(mode);
    const { object } = await ensurer.ensure(configMap(namespace, { a: "1" }));
    const { resourceVersion: _, ...metadata } = (object?.metadata ?? {}) as Record<string, unknown>;
    const ref = refOf(configMap(namespace, {}));
    await other.merge?.(ref, { metadata: { labels: { theirs: "1" } }, binaryData: { b: "YQ==" } });
    const live = { ...object, metadata };
    await ensurer.ensure(configMap(namespace, { a: "2" }), { live });
    expect(await other.read(ref)).toMatchObject({ metadata: { labels: { theirs: "1" } }, data: { a: "2" } });
  });

  clusterTest("it is behind a write whose answer was lost, though that was given up", async () => {
    let lost = 0;
    const { ensurer, namespace } = await stage(mode, (port) => {
      const losing =
        (method: "replace" | "apply" | "merge") =>
        async (...args: never[]) => {
          const sent = await (port[method] as (...given: never[]) => Promise<KubeObject>)(...args);
          if (lost-- > 0) throw apiErrorOf(504, "");
          return sent;
        };
      return interposed(port, { replace: losing("replace"), apply: losing("apply"), merge: losing("merge") });
    });
    const { object: live } = await ensurer.ensure(configMap(namespace, { a: "1" }));
    const abort = new AbortController();
    lost = 1;
    const late = ensurer.ensure(configMap(namespace, { a: "2" }), { live, signal: abort.signal });
    setTimeout(() => abort.abort(new Error("enough")), 0);
    await late.catch(() => {});
    const { object } = await ensurer.ensure(configMap(namespace, { a: "1" }), { live });
    expect(object).toMatchObject({ data: { a: "1" } });
  });

  clusterTest("and behind what was pruned", async () => {
    const { ensurer, other, namespace } = await stage(mode);
    const desired = of("v1", "ConfigMap", namespace, { data: {} }, { labels: { app: "pruned" } });
    const { object: live } = await ensurer.ensure(desired);
    const kinds = [{ apiVersion: "v1", kind: "ConfigMap" }];
    await ensurer.prune([], { kinds, namespace, labelSelector: "app=pruned" });
    expect((await ensurer.ensure(desired, { live })).result).toBe("created");
    expect(await other.read(refOf(desired))).toMatchObject({ metadata: { labels: { app: "pruned" } } });
  });
});
