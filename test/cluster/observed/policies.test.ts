import { afterEach, describe, vi } from "vitest";
import { ApiError } from "../../../src/adapter/port/api-error.js";
import type { WriteOptions } from "../../../src/adapter/port/port.js";
import type { Mode } from "../../../src/core/decision.js";
import { isObject, type JsonObject, type KubeObject } from "../../../src/core/json.js";
import { clusterTest } from "../helper.js";
import { type Hook, Policy } from "./policy.js";
import { passes, type Stage, staged, times } from "./stage.js";

afterEach(() => {
  vi.useRealTimers();
});

const CONFIG = { group: "", kind: "ConfigMap" } as const;
const MODES: readonly Mode[] = ["replace", "apply", "merge"];

function configMap(namespace: string, data: JsonObject = { a: "1" }): KubeObject {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "c", namespace, annotations: {} },
    data,
  } as KubeObject;
}

/** CEL: a ConfigMap with this value, a CEL expression, in its data. */
function sets(value: string): Hook {
  return {
    group: "",
    resource: "configmaps",
    patches: `[JSONPatch{op: "add", path: "/data/hooked", value: ${value}}]`,
    unless: "has(object.data)",
  };
}

function dataOf(object: JsonObject): JsonObject {
  return isObject(object.data) ? object.data : {};
}

interface Hooked extends Stage {
  readonly desired: KubeObject;
  readonly policy: Policy;
  readonly probe: KubeObject;
}

async function hooked(): Promise<Hooked> {
  const stage = await staged(CONFIG);
  const desired = configMap(stage.namespace);
  return { ...stage, desired, probe: desired, policy: new Policy(stage.client, stage.namespace) };
}

/** Time goes on by itself for the network, and for answers when it is told to. */
function clock(): { pass(ms: number): void } {
  vi.useFakeTimers({ toFake: ["performance"] });
  return { pass: (ms) => vi.advanceTimersByTime(ms) };
}

const TTL = 60_000;

describe.each(MODES)("by %s", (mode) => {
  clusterTest("a policy that changes is noticed when the answer's time is over", async ({ expect }) => {
    const { desired, policy, probe, ensurer, take, live } = await hooked();
    await policy.set(sets('"one"'), probe, (object) => dataOf(object).hooked === "one");
    const { pass } = clock();
    const ours = ensurer(mode, { answers: { ttlMs: TTL } });
    expect(await passes(ours, desired, 3)).toEqual([
      "created not-found",
      ...times(2, "unchanged as-observed"),
    ]);
    take();

    await policy.set(sets('"two"'), probe, (object) => dataOf(object).hooked === "two");
    expect(await passes(ours, desired, 3)).toEqual(times(3, "unchanged as-observed"));
    expect(take()).toEqual([]);

    pass(TTL + 1);
    expect(await passes(ours, desired, 20)).toEqual([
      "updated not-as-observed",
      ...times(19, "unchanged as-observed"),
    ]);
    expect(take()).toEqual([`dry-run ${mode}`, mode]);
    expect(dataOf(await live(desired)).hooked).toBe("two");

    // Nothing changed since: one dry run each time.
    for (let again = 0; again < 3; again++) {
      pass(TTL + 1);
      expect(await passes(ours, desired, 5)).toEqual(times(5, "unchanged as-observed"));
      expect(take()).toEqual([`dry-run ${mode}`]);
    }
  });

  clusterTest(
    "a policy that answers dry runs otherwise is asked, and written for, once",
    async ({ expect }) => {
      const { desired, policy, probe, ensurer, take, live } = await hooked();
      await policy.set(
        sets('request.dryRun ? "dry" : "real"'),
        probe,
        (object) => dataOf(object).hooked === "dry",
      );
      const { pass } = clock();
      await passes(ensurer(mode), desired, 1);
      take();
      const ours = ensurer(mode, { answers: { ttlMs: TTL } });
      for (let again = 0; again < 3; again++) {
        expect(await passes(ours, desired, 10)).toEqual([
          "updated not-as-observed",
          ...times(9, "unchanged as-observed"),
        ]);
        expect(take()).toEqual([`dry-run ${mode}`, mode]);
        expect(dataOf(await live(desired)).hooked).toBe("real");
        pass(TTL + 1);
      }
    },
  );

  clusterTest("what a dry run finds is newer than a write that had no effect", async ({ expect }) => {
    const { desired, policy, probe, ensurer, live, namespace } = await hooked();
    const other = { ...configMap(namespace), metadata: { name: "other", namespace } } as KubeObject;
    await policy.set(
      sets('request.dryRun ? "dry" : "real"'),
      probe,
      (object) => dataOf(object).hooked === "dry",
    );
    await passes(ensurer(mode), desired, 1);
    const ours = ensurer(mode, { answers: { max: 1 } });
    expect(await passes(ours, desired, 2)).toEqual(["updated not-as-observed", "unchanged as-observed"]);
    // The answer is forgotten, and that the write had no effect is not.
    await passes(ours, other, 1);
    await policy.set(sets('"two"'), probe, (object) => dataOf(object).hooked === "two");
    expect(await passes(ours, desired, 2)).toEqual(["updated not-as-observed", "unchanged as-observed"]);
    expect(dataOf(await live(desired)).hooked).toBe("two");
  });

  clusterTest(
    "a policy that never answers alike is written for once in an answer's time",
    async ({ expect }) => {
      const { desired, policy, probe, ensurer, take } = await hooked();
      const next =
        'oldObject == null || !("hooked" in oldObject.data) ? "1" : string(int(oldObject.data.hooked) + 1)';
      await policy.set(sets(next), probe, (object) => dataOf(object).hooked === "1");
      const { pass } = clock();
      const ours = ensurer(mode, { answers: { ttlMs: TTL } });
      expect(await passes(ours, desired, 20)).toEqual([
        "created not-found",
        ...times(19, "unchanged as-observed"),
      ]);
      take();
      for (let again = 0; again < 3; again++) {
        pass(TTL + 1);
        expect(await passes(ours, desired, 20)).toEqual([
          "updated not-as-observed",
          ...times(19, "unchanged as-observed"),
        ]);
        expect(take()).toEqual([`dry-run ${mode}`, mode]);
      }
    },
  );

  clusterTest("a port without dry run writes, and remembers", async ({ expect }) => {
    const { desired, policy, probe, ensurer, take, port } = await hooked();
    await policy.set(sets('"one"'), probe, (object) => dataOf(object).hooked === "one");
    await passes(ensurer(mode), desired, 1);
    take();
    const ours = ensurer(mode, { port: { ...port, lacks: ["dryRun"] } });
    expect(await passes(ours, desired, 20)).toEqual([
      "updated not-observed",
      ...times(19, "unchanged as-observed"),
    ]);
    expect(take()).toEqual([mode]);
  });

  clusterTest(
    "a webhook that takes no dry runs is written through, and its answer remembered",
    async ({ expect }) => {
      const { desired, ensurer, take, port } = await hooked();
      await passes(ensurer(mode), desired, 1);
      take();
      const message = 'admission webhook "old.example.com" does not support dry run';
      const refusing =
        <Given extends readonly unknown[]>(send: ((...given: Given) => Promise<KubeObject>) | undefined) =>
        (...given: Given): Promise<KubeObject> => {
          const { dryRun } = (given.at(-1) ?? {}) as WriteOptions;
          if (dryRun === true || send === undefined)
            return Promise.reject(new ApiError(400, message, { reason: "BadRequest" }));
          return send(...given);
        };
      const { replace, apply, merge } = port;
      const old = { ...port, replace: refusing(replace), apply: refusing(apply), merge: refusing(merge) };
      const ours = ensurer(mode, { port: old });
      expect(await passes(ours, desired, 20)).toEqual([
        "updated not-observed",
        ...times(19, "unchanged as-observed"),
      ]);
      expect(take()).toEqual([mode]);
    },
  );

  clusterTest("what refuses the dry run is told as what refuses a write", async ({ expect }) => {
    const { desired, policy, probe, ensurer } = await hooked();
    await passes(ensurer(mode), desired, 1);
    await policy.set(sets('"one"'), probe, (object) => dataOf(object).hooked === "one");
    const wrong = { ...desired, data: { "no key": "1" } } as KubeObject;
    await expect(ensurer(mode).ensure(wrong)).rejects.toMatchObject({ code: "invalid" });
  });
});
