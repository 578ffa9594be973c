// The claims of examples/java-operator, by an ensurer, with every request counted at the server.
import { afterAll, beforeAll, describe, expect } from "vitest";
import { isList, isObject, type Json, type JsonObject, type KubeObject } from "../../../src/core/json.js";
import { createGate, loadRules } from "../../../src/index.js";
import type { Client } from "../../../tools/cluster/types.d.ts";
import { clusterTest, given, sharedClient } from "../helper.js";
import { basesIn, EXAMPLES, exampleKinds } from "./example.js";
import { Operator } from "./operator.js";
import { type Step, withValue } from "./owned.js";

let admin: Client;
beforeAll(() => {
  if (given) admin = sharedClient();
});
afterAll(() => admin?.close());

/** The generic matcher of such frameworks: a JSON diff from desired to live that has nothing but additions. */
function isAddedTo(desired: Json, live: Json | undefined): boolean {
  if (isObject(desired))
    return isObject(live) && Object.keys(desired).every((key) => isAddedTo(desired[key] ?? null, live[key]));
  if (!isList(desired)) return desired === live;
  if (!isList(live)) return false;
  let from = 0;
  return desired.every((item) => {
    const at = live.findIndex((other, index) => index >= from && isAddedTo(item, other));
    from = at + 1;
    return at >= 0;
  });
}

const CONTAINERS = ["spec", "template", "spec", "containers"];
const WEB = [...CONTAINERS, 0];

/** The builder's object in the server's own spellings, which alone are nothing to a JSON diff. */
const CANONICAL: readonly (readonly [readonly Step[], Json | undefined])[] = [
  [[...WEB, "env", 0, "value"], "on"],
  [[...WEB, "resources", "requests"], { cpu: "1", memory: "1Gi" }],
  [[...WEB, "readinessProbe", "initialDelaySeconds"], undefined],
];

interface Seen {
  /** By a JSON diff. */
  readonly diff: boolean;
  readonly byDiff: boolean;
  readonly byOwnership: boolean;
}
const ALL: Seen = { diff: true, byDiff: true, byOwnership: true };
/** What a JSON diff takes for additions. */
const SHRUNK: Seen = { ...ALL, diff: false };
/** What derivative is blind to, too. */
const UNSTATED: Seen = { diff: false, byDiff: false, byOwnership: true };

/** What desired states from now on, and who sees that live has to change. */
const CHANGES: readonly (readonly [string, readonly Step[], Json | undefined, Seen])[] = [
  ["another image", [...WEB, "image"], "example.com/shop:3.2", ALL],
  ["another argument", [...WEB, "args", 1], "--trace", ALL],
  ["a further argument", [...WEB, "args", 2], "--trace", ALL],
  ["a list shrinks by a container", [...CONTAINERS, 1], undefined, SHRUNK],
  ["a list shrinks by an argument", [...WEB, "args", 1], undefined, SHRUNK],
  ["a list shrinks by a variable", [...WEB, "env", 1], undefined, SHRUNK],
  [
    "a field is no longer stated",
    ["spec", "template", "spec", "terminationGracePeriodSeconds"],
    undefined,
    UNSTATED,
  ],
  ["a key is no longer stated", [...WEB, "resources", "requests", "cpu"], undefined, UNSTATED],
  ["a probe is no longer stated", [...WEB, "readinessProbe"], undefined, UNSTATED],
];

const SETS = [
  { dir: "by-diff", mode: "replace", verb: "update", sees: "byDiff" },
  { dir: "by-diff", mode: "merge", verb: "patch", sees: "byDiff" },
  { dir: "by-ownership", mode: "apply", verb: "apply", sees: "byOwnership" },
] as const;

describe.each(SETS)("$dir, $mode:", async ({ dir, mode, verb, sees }) => {
  const kinds = await exampleKinds(`java-operator/${dir}`, mode);
  const gate = createGate({
    rules: await loadRules({ dirs: [`${EXAMPLES}java-operator/${dir}`] }),
    mode,
    fieldManager: "shop-operator",
  });
  let operator: Operator;
  beforeAll(async () => {
    if (!given) return;
    operator = await Operator.of(admin, gate, (namespace) => basesIn(admin, kinds, namespace));
    await operator.pass();
  });
  afterAll(() => operator?.end());

  clusterTest(
    "resourceVersion is the same over ten reconciles, which ask nothing: other spellings are no difference",
    async () => {
      const versions = await operator.versions();
      for (let reconcile = 1; reconcile <= 10; reconcile++)
        expect(await operator.pass()).toEqual({ results: operator.each("unchanged"), requests: [] });
      expect(await operator.versions()).toEqual(versions);
      const desired = operator.of("Deployment");
      expect(isAddedTo(desired as JsonObject, (await operator.live(desired)) as JsonObject)).toBe(false);
    },
  );

  clusterTest("additions by others stay, and cost nothing", async () => {
    const desired = operator.of("Deployment");
    const ref = { apiVersion: "apps/v1", kind: "Deployment", namespace: operator.namespace, name: "shop" };
    const added = {
      metadata: { labels: { team: "a" }, annotations: { "example.com/note": "theirs" } },
      spec: { minReadySeconds: 5, template: { metadata: { annotations: { "example.com/note": "theirs" } } } },
    };
    await operator.other.merge?.(ref, added, { fieldManager: "theirs" });
    expect(await operator.pass()).toEqual({ results: operator.each("unchanged"), requests: [] });
    expect(await operator.live(desired)).toMatchObject(added);
  });

  clusterTest.each(CHANGES)("%s", async (_, path, value, seen) => {
    const base = operator.of("Deployment") as JsonObject;
    const before = CANONICAL.reduce((object, [at, spelt]) => withValue(object, at, spelt), base);
    await operator.ensure(before as KubeObject);
    const changed = withValue(before, path, value);
    const live = (await operator.live(changed as KubeObject)) as JsonObject;
    expect(isAddedTo(before, live)).toBe(true);
    expect(isAddedTo(changed, live)).toBe(!seen.diff);
    const { result, requests } = await operator.ensure(changed as KubeObject);
    if (seen[sees]) {
      expect([result, requests]).toEqual(["updated", [`${verb} deployments`]]);
      const after = (await operator.live(changed as KubeObject)) as JsonObject;
      expect(isAddedTo(changed, after)).toBe(true);
      expect(after.spec).not.toEqual(live.spec);
    } else {
      expect([result, requests]).toEqual(["unchanged", []]);
      expect(await operator.live(changed as KubeObject)).toEqual(live);
    }
    const again = await operator.ensure(changed as KubeObject);
    expect([again.result, again.requests]).toEqual(["unchanged", []]);
  });
});
