// The claims of examples/own-defaults-operator, by an ensurer, with every request counted at the server.
import { afterAll, beforeAll, expect } from "vitest";
import { metadataOf } from "../../../src/adapter/port/object.js";
import type { JsonObject, KubeObject } from "../../../src/core/json.js";
import { mergePatch } from "../../../src/core/merge/patch.js";
import { createGate, loadRules } from "../../../src/index.js";
import type { Client } from "../../../tools/cluster/types.d.ts";
import { clusterTest, given, sharedClient } from "../helper.js";
import { differences } from "../semantics/differences.js";
import { basesIn, EXAMPLES, exampleKinds } from "./example.js";
import { Operator } from "./operator.js";
import { leavesOf, type Step, valueAt, withValue } from "./owned.js";

const RULES = "own-defaults-operator/rules";
const kinds = await exampleKinds(RULES, "replace");
const gate = createGate({ rules: await loadRules({ dirs: [`${EXAMPLES}${RULES}`] }) });

let admin: Client;
let operator: Operator;
beforeAll(async () => {
  if (!given) return;
  admin = sharedClient();
  operator = await Operator.of(admin, gate, (namespace) => basesIn(admin, kinds, namespace));
  await operator.pass();
});
afterAll(async () => {
  await operator?.end();
  admin?.close();
});

clusterTest(
  "resourceVersion is the same over ten reconciles, which ask nothing, or read where there is no cache",
  async () => {
    const versions = await operator.versions();
    for (let reconcile = 1; reconcile <= 10; reconcile++)
      expect(await operator.pass()).toEqual({ results: operator.each("unchanged"), requests: [] });
    for (let reconcile = 1; reconcile <= 5; reconcile++) {
      const { results, requests } = await operator.pass({ reading: true });
      expect(results).toEqual(operator.each("unchanged"));
      expect(requests.map((each) => each.split(" ")[0])).toEqual(operator.desired.map(() => "get"));
    }
    expect(await operator.versions()).toEqual(versions);
  },
);

clusterTest(
  "the builder states what the server stores: a plain comparison finds nothing beside what is allocated",
  async () => {
    for (const desired of operator.desired) {
      const live = (await operator.live(desired)) as JsonObject;
      const stated = mergePatch(live, desired as JsonObject) as JsonObject;
      expect(differences(live, stated), desired.kind).toEqual({});
    }
  },
);

/**
 * Leaves of desired that the server fills in just as the builder has them: it stores the same object without them. What the server
 * allocates for a new object is not looked at.
 */
async function defaultsOf(desired: KubeObject): Promise<readonly (readonly Step[])[]> {
  const create = async (object: JsonObject): Promise<JsonObject | undefined> => {
    const metadata = { ...metadataOf(object), name: "new" };
    const fresh = { ...object, metadata } as KubeObject;
    return (await operator.other.create(fresh, { dryRun: true }).catch(() => undefined)) as
      | JsonObject
      | undefined;
  };
  const whole = await create(desired as JsonObject);
  const found: (readonly Step[])[] = [];
  for (const path of leavesOf(desired as JsonObject)) {
    const without = await create(withValue(desired as JsonObject, path, undefined));
    if (whole === undefined || without === undefined || path[0] === "metadata") continue;
    if (JSON.stringify(valueAt(without, path)) !== JSON.stringify(valueAt(whole, path))) continue;
    found.push(path);
  }
  return found;
}

const COUNTS: readonly (readonly [string, number])[] = [
  ["StatefulSet", 22],
  ["ConfigMap", 0],
  ["Service", 7],
  ["PodDisruptionBudget", 0],
];

/** A path without what tells items apart. */
const fieldsOf = (path: string): string => path.replace(/\[[^\]]*\]/g, "");

clusterTest.each(COUNTS)(
  "%s: it states %i defaults; each that it forgets costs nothing, and explain names it",
  async (kind, count) => {
    const desired = operator.of(kind);
    const live = await operator.live(desired);
    const defaults = await defaultsOf(desired);
    expect(defaults).toHaveLength(count);
    for (const path of defaults) {
      const forgetful = withValue(desired as JsonObject, path, undefined) as KubeObject;
      const name = path.filter((step) => typeof step === "string").join(".");
      const { result, requests } = await operator.ensure(forgetful);
      expect([result, requests], name).toEqual(["unchanged", []]);
      const value = valueAt(desired as JsonObject, path);
      const { passed } = gate.explain(forgetful, live);
      const told = passed.filter((each) => JSON.stringify(each.live) === JSON.stringify(value));
      expect(
        told.map((each) => fieldsOf(each.path)),
        name,
      ).toContain(name);
    }
  },
);

clusterTest(
  "what the builder has no default for is written: a value changed by hand goes back, stated or not",
  async () => {
    const desired = operator.of("StatefulSet");
    const { apiVersion = "", kind = "", metadata } = desired;
    const ref = { apiVersion, kind, namespace: operator.namespace, name: String(metadata?.name) };
    const edited = { spec: { template: { spec: { terminationGracePeriodSeconds: 7 } } } };
    const path = ["spec", "template", "spec", "terminationGracePeriodSeconds"];
    const forgetful = withValue(desired as JsonObject, path, undefined) as KubeObject;
    for (const stated of [desired, forgetful]) {
      await operator.other.merge?.(ref, edited, { fieldManager: "kubectl-edit" });
      const { result, requests } = await operator.ensure(stated);
      expect([result, requests]).toEqual(["updated", ["update statefulsets"]]);
      expect(valueAt((await operator.live(desired)) as JsonObject, path)).toBe(30);
      expect((await operator.ensure(stated)).requests).toEqual([]);
    }
  },
);
