import { afterEach, beforeAll, describe, vi } from "vitest";
import { ApiError } from "../../../src/adapter/port/api-error.js";
import type { WriteOptions } from "../../../src/adapter/port/port.js";
import type { Mode } from "../../../src/core/decision.js";
import { isObject, type JsonObject, type KubeObject } from "../../../src/core/json.js";
import type { KubeObject as Named } from "../../../tools/cluster/types.d.ts";
import { type Hook, mutate, shows } from "../admission.js";
import { clusterTest, given, sharedClient } from "../helper.js";
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
    patches: [`[JSONPatch{op: "add", path: "/data/hooked", value: ${value}}]`],
    onlyIf: "has(object.data)",
  };
}

function dataOf(object: JsonObject): JsonObject {
  return isObject(object.data) ? object.data : {};
}

/** What admission may do: the value that it sets, and what it is of an object that is made by a dry run. */
const HOOKS = {
  one: { value: '"one"', made: "one" },
  two: { value: '"two"', made: "two" },
  dry: { value: 'request.dryRun ? "dry" : "real"', made: "dry" },
  counting: {
    value:
      'oldObject == null || !("hooked" in oldObject.data) ? "1" : string(int(oldObject.data.hooked) + 1)',
    made: "1",
  },
} as const;
type HookName = keyof typeof HOOKS;

beforeAll(async () => {
  if (!given) return;
  const client = sharedClient();
  for (const [name, { value }] of Object.entries(HOOKS))
    await mutate(client, sets(value), { observed: name });
  client.close();
});

interface Hooked extends Stage {
  readonly desired: KubeObject;
  /** Puts what admission does in place of what it did. */
  admit(name: HookName): Promise<void>;
}

async function hooked(first?: HookName): Promise<Hooked> {
  const stage = await staged(CONFIG);
  const { client, namespace } = stage;
  const desired = configMap(namespace);
  const admit = async (name: HookName): Promise<void> => {
    const place: Named = { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } };
    const { code, body } = await client.merge(place, { metadata: { labels: { observed: name } } });
    if (code !== 200) throw new Error(body.message);
    await shows(client, desired as Named, (made) => dataOf(made).hooked === HOOKS[name].made);
  };
  if (first !== undefined) await admit(first);
  return { ...stage, desired, admit };
}

/** Time goes on by itself for the network, and for answers when it is told to. */
function clock(): { pass(ms: number): void } {
  vi.useFakeTimers({ toFake: ["performance"] });
  return { pass: (ms) => vi.advanceTimersByTime(ms) };
}

const TTL = 60_000;

describe.each(MODES)("by %s", (mode) => {
  clusterTest("a policy that changes is noticed when the answer's time is over", async ({ expect }) => {
    const { desired, admit, ensurer, take, live } = await hooked("one");
    const { pass } = clock();
    const ours = ensurer(mode, { answers: { ttlMs: TTL } });
    expect(await passes(ours, desired, 3)).toEqual([
      "created not-found",
      ...times(2, "unchanged as-observed"),
    ]);
    take();

    await admit("two");
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
      const { desired, ensurer, take, live } = await hooked("dry");
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
    const { desired, admit, ensurer, live, namespace } = await hooked("dry");
    const other = { ...configMap(namespace), metadata: { name: "other", namespace } } as KubeObject;
    await passes(ensurer(mode), desired, 1);
    const ours = ensurer(mode, { answers: { max: 1 } });
    expect(await passes(ours, desired, 2)).toEqual(["updated not-as-observed", "unchanged as-observed"]);
    // The answer is forgotten, and that the write had no effect is not.
    await passes(ours, other, 1);
    await admit("two");
    expect(await passes(ours, desired, 2)).toEqual(["updated not-as-observed", "unchanged as-observed"]);
    expect(dataOf(await live(desired)).hooked).toBe("two");
  });

  clusterTest(
    "a policy that never answers alike is written for once in an answer's time",
    async ({ expect }) => {
      const { desired, ensurer, take } = await hooked("counting");
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
    const { desired, ensurer, take, port } = await hooked();
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
    const { desired, ensurer } = await hooked();
    await passes(ensurer(mode), desired, 1);
    const wrong = { ...desired, data: { "no key": "1" } } as KubeObject;
    await expect(ensurer(mode).ensure(wrong)).rejects.toMatchObject({ code: "invalid" });
  });
});
