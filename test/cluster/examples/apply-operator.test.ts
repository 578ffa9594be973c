// The claims of examples/apply-operator, by an ensurer, with every request counted at the server.
import { afterEach, beforeEach, describe, expect } from "vitest";
import type { JsonObject, KubeObject } from "../../../src/core/json.js";
import { clusterTest, given } from "../helper.js";
import { differences } from "../semantics/differences.js";
import { entryOf, kinds, startOperator } from "./apply-operator.js";
import type { Operator } from "./operator.js";
import { withCustomKinds } from "./served.js";

const admin = withCustomKinds();
let operator: Operator;

const edit = async (patch: (desired: KubeObject) => object, fieldManager = "kubectl-edit"): Promise<void> => {
  for (const desired of operator.desired) {
    const { apiVersion = "", kind = "", metadata } = desired;
    const ref = { apiVersion, kind, name: String(metadata?.name), namespace: metadata?.namespace };
    await operator.other.merge?.(ref, patch(desired), { fieldManager });
  }
};

describe("all objects", () => {
  beforeEach(async () => {
    if (given) operator = await startOperator(admin());
  });
  afterEach(() => operator?.end());

  clusterTest(
    "run 1 creates each by one apply; ten further ones, and one after a restart, ask nothing",
    async () => {
      const first = await operator.pass();
      expect(first.results).toEqual(operator.each("created"));
      const writes = first.requests.filter((each) => !each.startsWith("get "));
      expect(writes).toHaveLength(operator.desired.length);
      expect(writes.filter((each) => !each.startsWith("apply "))).toEqual([]);
      const versions = await operator.versions();
      for (let run = 2; run <= 11; run++)
        expect(await operator.pass()).toEqual({ results: operator.each("unchanged"), requests: [] });
      operator.restart();
      expect(await operator.pass()).toEqual({ results: operator.each("unchanged"), requests: [] });
      const { requests } = await operator.pass({ reading: true });
      expect(requests.map((each) => each.split(" ")[0])).toEqual(operator.desired.map(() => "get"));
      expect(await operator.versions()).toEqual(versions);
    },
  );

  clusterTest("is recorded as its tables take it to be", async () => {
    await operator.pass();
    for (const [index, desired] of operator.desired.entries()) {
      const [assumed] = kinds[index]?.ownership?.(desired as JsonObject, [], {}) ?? [];
      expect({ ...entryOf(await operator.live(desired)), time: undefined }, desired.kind).toEqual(assumed);
    }
  });

  clusterTest("foreign labels and annotations stay, and cost nothing", async () => {
    await operator.pass();
    const foreign = { labels: { team: "a" }, annotations: { "example.com/note": "theirs" } };
    await edit(() => ({ metadata: foreign }));
    expect((await operator.pass()).requests).toEqual([]);
    await edit(() => ({ metadata: { labels: { "app.kubernetes.io/managed-by": null } } }));
    expect((await operator.pass()).results).toEqual(operator.each("updated"));
    for (const desired of operator.desired)
      expect((await operator.live(desired)).metadata).toMatchObject({
        ...foreign,
        labels: { ...foreign.labels, ...desired.metadata?.labels },
      });
  });

  clusterTest("a foreign manager's fields stay, whatever we write besides", async () => {
    await operator.pass();
    const [image, port] = ["example.com/theirs:1", 9999];
    const theirs: Readonly<Record<string, object>> = {
      ConfigMap: { data: { "theirs.yaml": "a: 1" } },
      Service: { spec: { ports: [{ name: "theirs", port, protocol: "TCP" }], sessionAffinity: "ClientIP" } },
      DaemonSet: {
        spec: { minReadySeconds: 5, template: { spec: { containers: [{ name: "theirs", image }] } } },
      },
      CSIDriver: { spec: { seLinuxMount: true } },
      ServiceMonitor: { spec: { sampleLimit: 5 } },
      SecurityContextConstraints: { userNamespaceLevel: "RequirePodLevel" },
      ServiceAccount: { secrets: [{ name: "theirs" }] },
    };
    const apply = async (kind: string, states: object, dryRun = false): Promise<JsonObject> => {
      const { apiVersion, metadata } = operator.of(kind);
      const object = { apiVersion, kind, metadata: { name: metadata?.name, namespace: metadata?.namespace } };
      const applied = await operator.other.apply?.(
        { ...object, ...states },
        { fieldManager: "theirs", dryRun },
      );
      return applied as JsonObject;
    };
    for (const [kind, states] of Object.entries(theirs)) await apply(kind, states);
    expect((await operator.pass()).requests).toEqual([]);
    await edit(() => ({ metadata: { labels: { "app.kubernetes.io/managed-by": "theirs" } } }));
    expect((await operator.pass()).results).toEqual(operator.each("updated"));
    for (const [kind, states] of Object.entries(theirs)) {
      const live = (await operator.live(operator.of(kind))) as JsonObject;
      expect(differences(live, await apply(kind, states, true)), kind).toEqual({});
    }
    expect((await operator.pass()).requests).toEqual([]);
  });

  clusterTest("what is marked as unmanaged is left alone, until the mark goes", async () => {
    await operator.pass();
    const mark = (value: string | null) => ({ annotations: { "churngate.dev/unmanaged": value } });
    await edit(() => ({
      metadata: { ...mark("true"), labels: { "app.kubernetes.io/managed-by": "theirs" } },
    }));
    const versions = await operator.versions();
    expect(await operator.pass()).toEqual({ results: operator.each("unchanged"), requests: [] });
    expect(await operator.versions()).toEqual(versions);
    await edit(() => ({ metadata: mark(null) }));
    expect((await operator.pass()).results).toEqual(operator.each("updated"));
    expect((await operator.pass()).requests).toEqual([]);
  });
});
