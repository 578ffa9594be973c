import { describe } from "vitest";
import type { JsonObject, KubeObject } from "../../../src/core/json.js";
import { clusterTest } from "../helper.js";
import { passes, staged, times } from "./stage.js";

const CONFIG = { group: "", kind: "ConfigMap" } as const;

function configMap(namespace: string, name: string, data: JsonObject = { a: "1" }): KubeObject {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name, namespace }, data } as KubeObject;
}

describe.each(["replace", "apply", "merge"] as const)("what was answered by %s", (mode) => {
  clusterTest("is of no account once the object was made anew", async ({ expect }) => {
    const { namespace, port, ensurer, take, edit } = await staged(CONFIG);
    const desired = configMap(namespace, "c");
    const ours = ensurer(mode);
    await passes(ours, desired, 2);
    await port.delete?.({ apiVersion: "v1", kind: "ConfigMap", namespace, name: "c" });
    await port.create(desired, { fieldManager: "ours" });
    await edit(desired, { data: { a: "2" } });
    take();
    expect(await passes(ours, desired, 20)).toEqual([
      "updated not-as-observed",
      ...times(19, "unchanged as-observed"),
    ]);
    expect(take()).toEqual([`dry-run ${mode}`, mode]);
  });

  clusterTest("beyond the bound is asked for again, and nothing is written", async ({ expect }) => {
    const { namespace, ensurer, take } = await staged(CONFIG);
    const both = ["one", "two"].map((name) => configMap(namespace, name));
    const ours = ensurer(mode, { answers: { max: 1 } });
    await ours.ensureAll(both, { concurrency: 1 });
    take();
    for (let pass = 0; pass < 3; pass++) {
      const results = await ours.ensureAll(both, { concurrency: 1 });
      expect(results.map(({ result }) => result)).toEqual(["unchanged", "unchanged"]);
      expect(take()).toEqual(times(2, `dry-run ${mode}`));
    }
  });

  clusterTest("is not another mode's", async ({ expect }) => {
    const { namespace, ensurer, take } = await staged(CONFIG);
    const desired = configMap(namespace, "c");
    await passes(ensurer("apply"), desired, 1);
    take();
    const results = await passes(ensurer(mode), desired, 5);
    expect(results).toEqual(times(5, "unchanged as-observed"));
    expect(take()).toEqual([`dry-run ${mode}`]);
  });

  clusterTest("counts with live from a cache, and never for one that is behind", async ({ expect }) => {
    const { namespace, port, ensurer, take } = await staged(CONFIG);
    const [one, two] = ["1", "2"].map((a) => configMap(namespace, "c", { a })) as [KubeObject, KubeObject];
    const ours = ensurer(mode);
    await ours.ensure(one);
    const cached = await port.read({ apiVersion: "v1", kind: "ConfigMap", namespace, name: "c" });
    expect((await ours.ensure(one, { live: cached })).result).toBe("unchanged");
    expect((await ours.ensure(two, { live: cached })).result).toBe("updated");
    take();
    // The cache still has what was written over.
    expect((await ours.ensure(two, { live: cached })).result).toBe("unchanged");
    expect(take()).toEqual([]);
  });

  clusterTest("shows as an event, in no decision of a write", async ({ expect }) => {
    const { namespace, ensurer, events } = await staged(CONFIG);
    const desired = configMap(namespace, "c");
    await passes(ensurer(mode), desired, 1);
    events.length = 0;
    await passes(ensurer(mode), desired, 3);
    expect(events.filter(({ type }) => type === "observe")).toMatchObject([{ verb: mode }]);
    expect(events.filter(({ type }) => type === "write")).toEqual([]);
  });

  clusterTest("is asked for once by a dry run of the whole, which writes nothing", async ({ expect }) => {
    const { namespace, ensurer, take, live } = await staged(CONFIG);
    const desired = configMap(namespace, "c");
    await passes(ensurer(mode), desired, 1);
    take();
    const changed = configMap(namespace, "c", { a: "2" });
    const { result } = await ensurer(mode).ensure(changed, { dryRun: true });
    expect([result, new Set(take())]).toEqual(["updated", new Set([`dry-run ${mode}`])]);
    expect((await live(desired)).data).toEqual({ a: "1" });
  });
});

clusterTest(
  "a top-level field of ours that desired no longer states goes, and others' stay",
  async ({ expect }) => {
    const { namespace, ensurer, edit, live } = await staged({
      group: "rbac.authorization.k8s.io",
      kind: "Role",
    });
    const role = {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "Role",
      metadata: { name: "r", namespace, labels: { a: "1" } },
    } as KubeObject;
    const rules = [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }];
    const ours = ensurer("apply");
    await passes(ours, { ...role, rules } as KubeObject, 1);
    expect(await passes(ours, role, 20)).toEqual([
      "updated not-as-observed",
      ...times(19, "unchanged as-observed"),
    ]);
    expect((await live(role)).rules).toBeNull();
    await edit(role, { rules });
    expect(await passes(ours, role, 20)).toEqual(times(20, "unchanged as-observed"));
    expect((await live(role)).rules).toEqual(rules);
  },
);

clusterTest("two managers apply their own parts, and neither writes again", async ({ expect }) => {
  const { namespace, ensurer, take, live } = await staged(CONFIG);
  const [one, two] = [configMap(namespace, "c", { a: "1" }), configMap(namespace, "c", { b: "2" })];
  const [first, second] = [ensurer("apply", { manager: "first" }), ensurer("apply", { manager: "second" })];
  await passes(first, one, 1);
  await passes(second, two, 1);
  take();
  for (let pass = 0; pass < 10; pass++) {
    expect(await passes(first, one, 1)).toEqual(["unchanged as-observed"]);
    expect(await passes(second, two, 1)).toEqual(["unchanged as-observed"]);
  }
  expect(take()).toEqual([]);
  expect((await live(one)).data).toEqual({ a: "1", b: "2" });
});
