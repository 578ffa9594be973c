import { describe, expect } from "vitest";
import type { Ensurer, PruneOptions, SetResult } from "../../../src/adapter/ensure/types.js";
import { createEnsurer } from "../../../src/adapter/ensurer.js";
import { apiErrorOf } from "../../../src/adapter/port/api-error.js";
import type { ClusterPort, ObjectRef } from "../../../src/adapter/port/port.js";
import type { KubeObject } from "../../../src/core/json.js";
import { createGate } from "../../../src/rules/gate.js";
import { definitionOf } from "../../custom-resource-definition.js";
import { clusterTest, freshNamespace, sharedClient } from "../helper.js";
import { clusterPort } from "../port.js";
import { type Counted, counted, interposed } from "./ports.js";

interface Stage extends Counted {
  readonly namespace: string;
  readonly ensurer: Ensurer;
  readonly other: ClusterPort;
}

async function stage(around: (port: ClusterPort) => ClusterPort = (port) => port): Promise<Stage> {
  const client = sharedClient();
  const other = clusterPort(client);
  const counting = counted(around(other));
  const gate = createGate({ fieldManager: "tester" });
  const ensurer = createEnsurer({ port: counting.port, gate });
  return { ...counting, ensurer, other, namespace: await freshNamespace(client) };
}

let made = 0;
const unique = (): string => `set-${process.pid}-${made++}`;

function configMap(namespace: string, name: string, metadata: object = {}): KubeObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace, ...metadata } };
}

/** A custom kind of its own, and an object of it. */
function custom(namespace: string): readonly [definition: KubeObject, object: KubeObject] {
  const plural = unique();
  const group = "sets.example.com";
  const kind = plural.replaceAll("-", "").toUpperCase();
  const definition = definitionOf({
    group,
    kind,
    plural,
    schema: { properties: { spec: { type: "object" } } },
  });
  return [
    definition,
    {
      apiVersion: `${group}/v1`,
      kind,
      metadata: { name: "a", namespace },
      spec: {},
    } as KubeObject,
  ];
}

const outcomes = (results: readonly SetResult[]): readonly string[] =>
  results.map(({ ref, result, ...rest }) => {
    const code = "error" in rest ? ` ${(rest.error as { code?: string }).code}` : "";
    return `${ref.name} ${result}${code}`;
  });

describe("ensureAll", () => {
  clusterTest("makes first what others depend on, whatever the order", async () => {
    const { ensurer, other } = await stage();
    const namespace = unique();
    const [definition, object] = custom(namespace);
    const home = { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } };
    const set = [object, configMap(namespace, "b"), definition, home];
    const names = [object, configMap(namespace, "b"), definition, home].map(({ metadata }) => metadata?.name);
    expect(outcomes(await ensurer.ensureAll(set))).toEqual(names.map((name) => `${name} created`));
    expect(outcomes(await ensurer.ensureAll(set))).toEqual(names.map((name) => `${name} unchanged`));
    await other.delete?.({
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      name: String(names[2]),
    });
  });

  clusterTest("a dry run of a set whose namespace and kind are not there yet", async () => {
    const { ensurer, other } = await stage();
    const namespace = unique();
    const [definition, object] = custom(namespace);
    const home = { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } };
    const set = [home, definition, object, configMap(namespace, "b")];
    const results = await ensurer.ensureAll(set, { dryRun: true });
    expect(results.map(({ result }) => result)).toEqual(["created", "created", "created", "created"]);
    expect(await other.read({ apiVersion: "v1", kind: "Namespace", name: namespace })).toBe(undefined);
  });

  clusterTest("one that fails does not stop the rest", async () => {
    const { ensurer, namespace } = await stage();
    const set = [
      configMap(namespace, "a"),
      configMap("nowhere", "b"),
      configMap(namespace, "NOT VALID"),
      configMap(namespace, "a"),
      { apiVersion: "v1", kind: "ConfigMap", metadata: { namespace } },
      null as unknown as KubeObject,
      configMap(namespace, "c"),
    ];
    expect(outcomes(await ensurer.ensureAll(set))).toEqual([
      "a created",
      "b failed namespace-not-found",
      "NOT VALID failed invalid",
      "a failed bad-option",
      " failed bad-option",
      " failed no-kind",
      "c created",
    ]);
  });

  clusterTest("no more at once than is asked for", async () => {
    let [now, most] = [0, 0];
    const { ensurer, namespace } = await stage((port) =>
      interposed(port, {
        read: async (ref) => {
          most = Math.max(most, ++now);
          const found = await port.read(ref);
          now--;
          return found;
        },
      }),
    );
    const set = Array.from({ length: 20 }, (_, index) => configMap(namespace, `a-${index}`));
    await ensurer.ensureAll(set, { concurrency: 3 });
    expect(most).toBe(3);
  });

  clusterTest("with the caller's cache, a pass with nothing to write sends nothing", async () => {
    const { ensurer, namespace, take } = await stage();
    const set = ["a", "b", "c"].map((name) => configMap(namespace, name, { labels: { app: name } }));
    const created = await ensurer.ensureAll(set, { live: () => undefined });
    const cache = new Map(created.map((each) => [each.ref.name, "object" in each ? each.object : undefined]));
    expect(take()).toEqual(["create", "create", "create"]);
    const again = await ensurer.ensureAll(set, { live: ({ metadata }) => cache.get(String(metadata?.name)) });
    expect([outcomes(again), take()]).toEqual([["a unchanged", "b unchanged", "c unchanged"], []]);
  });
});

describe("prune", () => {
  const kinds: PruneOptions["kinds"] = [{ apiVersion: "v1", kind: "ConfigMap" }];
  const ours = { labels: { app: "mine" } };
  const names = async (port: ClusterPort, namespace: string): Promise<readonly string[]> => {
    const items = await port.list?.({ apiVersion: "v1", kind: "ConfigMap", namespace });
    return (items ?? []).map(({ metadata }) => String(metadata?.name)).sort();
  };

  clusterTest("by label: what is wanted no longer goes, and nothing else", async () => {
    const { ensurer, namespace, other } = await stage();
    const [wanted, gone, spared, held] = [
      configMap(namespace, "wanted", ours),
      configMap(namespace, "gone", ours),
      configMap(namespace, "spared", { ...ours, annotations: { "churngate.dev/unmanaged": "true" } }),
      configMap(namespace, "held", { ...ours, finalizers: ["example.com/held"] }),
    ];
    await ensurer.ensureAll([wanted, gone, spared, held, configMap(namespace, "foreign")]);
    const options = { kinds, namespace, labelSelector: "app=mine" };
    const said = (results: Awaited<ReturnType<Ensurer["prune"]>>): readonly string[] =>
      results
        .map((each) => [each.ref.name, each.result, ...("reason" in each ? [each.reason] : [])].join(" "))
        .sort();
    expect(said(await ensurer.prune([wanted, held], { ...options, dryRun: true }))).toEqual([
      "gone deleted",
      "spared kept unmanaged",
    ]);
    expect(await names(other, namespace)).toEqual(["foreign", "gone", "held", "spared", "wanted"]);
    await ensurer.prune([wanted, held], options);
    expect(await names(other, namespace)).toEqual(["foreign", "held", "spared", "wanted"]);
    await ensurer.prune([wanted], options);
    expect(said(await ensurer.prune([wanted], options))).toEqual([
      "held kept terminating",
      "spared kept unmanaged",
    ]);
  });

  clusterTest("by owner", async () => {
    const { ensurer, namespace, other } = await stage();
    const { object: owner } = await ensurer.ensure(configMap(namespace, "owner"));
    const { uid } = (owner?.metadata ?? {}) as { uid: string };
    const ownerReferences = [{ apiVersion: "v1", kind: "ConfigMap", name: "owner", uid }];
    await ensurer.ensureAll([
      configMap(namespace, "theirs"),
      configMap(namespace, "mine", { ownerReferences }),
    ]);
    await ensurer.prune([], { kinds, namespace, owner: uid });
    expect(await names(other, namespace)).toEqual(["owner", "theirs"]);
  });

  clusterTest("what somebody changed meanwhile is kept", async () => {
    const { ensurer, namespace } = await stage((port) =>
      interposed(port, {
        delete: async (ref: ObjectRef, options) => {
          await port.merge?.(ref, { metadata: { labels: { app: "theirs" } } });
          await port.delete?.(ref, options);
        },
      }),
    );
    await ensurer.ensure(configMap(namespace, "a", ours));
    const results = await ensurer.prune([], { kinds, namespace, labelSelector: "app=mine" });
    expect(results).toMatchObject([{ ref: { name: "a" }, result: "kept", reason: "changed" }]);
  });

  clusterTest("a list and a deletion that fail for a moment", async () => {
    const failing = { list: 1, delete: 1 };
    const { ensurer, namespace, other } = await stage((port) => {
      const once = (method: "list" | "delete") => {
        if (failing[method]-- > 0) throw apiErrorOf(429, "");
      };
      return interposed(port, {
        list: async (query, options) => {
          once("list");
          // As a port may that does not look at the namespace.
          const { namespace: _, ...everywhere } = query;
          return (await port.list?.(everywhere, options)) ?? [];
        },
        delete: async (ref, options) => {
          once("delete");
          await port.delete?.(ref, options);
        },
      });
    });
    const elsewhere = await freshNamespace(sharedClient());
    const labels = { labels: { app: namespace } };
    await ensurer.ensureAll([configMap(namespace, "a", labels), configMap(elsewhere, "a", labels)]);
    const results = await ensurer.prune([], { kinds, namespace, labelSelector: `app=${namespace}` });
    expect(results).toMatchObject([{ ref: { name: "a", namespace }, result: "deleted" }]);
    expect(await names(other, elsewhere)).toEqual(["a"]);
  });

  clusterTest("a kind without namespaces, whatever namespace the set states", async () => {
    const { ensurer, other } = await stage();
    const labels = { app: unique() };
    const role = {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "ClusterRole",
      metadata: { name: labels.app, namespace: "default", labels },
      rules: [],
    };
    await ensurer.ensure(role);
    const options = { kinds: [role], labelSelector: `app=${labels.app}` };
    expect(await ensurer.prune([role], options)).toEqual([]);
    expect(await ensurer.prune([], options)).toMatchObject([{ result: "deleted" }]);
    const { apiVersion, kind } = role;
    expect(await other.read({ apiVersion, kind, name: labels.app })).toBe(undefined);
  });

  clusterTest("what has another owner too is kept", async () => {
    const { ensurer, namespace } = await stage();
    const owners = await ensurer.ensureAll(["one", "two"].map((name) => configMap(namespace, name)));
    const uids = owners.map((each) => String(each.result !== "failed" && each.object?.metadata?.uid));
    const ownerReferences = uids.map((uid, index) => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      name: ["one", "two"][index],
      uid,
    }));
    await ensurer.ensure(configMap(namespace, "shared", { ownerReferences }));
    const results = await ensurer.prune([], { kinds, namespace, owner: String(uids[0]) });
    expect(results).toMatchObject([{ ref: { name: "shared" }, result: "kept", reason: "shared" }]);
  });

  clusterTest.each([
    { labelSelector: " " },
    { labelSelector: "app=mine", namespace: "" },
    { labelSelector: "app=mine", owner: undefined },
    { owner: "" },
  ])("%j is refused", async (stated) => {
    const { ensurer, take } = await stage();
    await expect(ensurer.prune([], { kinds, ...stated })).rejects.toMatchObject({ code: "bad-option" });
    expect(take()).toEqual([]);
  });

  clusterTest("everything is never what it means", async () => {
    const { ensurer, namespace, take } = await stage();
    await expect(ensurer.prune([], { kinds, namespace })).rejects.toMatchObject({ code: "bad-option" });
    const options = { kinds, namespace, labelSelector: "app=mine", concurrency: 0 };
    await ensurer.ensure(configMap(namespace, "a", ours));
    await expect(ensurer.prune([], options)).rejects.toMatchObject({ code: "bad-option" });
    take();
    await expect(ensurer.prune([], { kinds, labelSelector: "" })).rejects.toMatchObject({
      code: "bad-option",
    });
    expect(take()).toEqual([]);
  });
});
