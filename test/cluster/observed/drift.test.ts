import { describe } from "vitest";
import type { Mode } from "../../../src/core/decision.js";
import type { JsonObject, KubeObject } from "../../../src/core/json.js";
import { clusterTest } from "../helper.js";
import { DEPLOYMENT, deployment, injected, NOT_OF_PEOPLE, names, podOf, SIDECAR } from "./deployment.js";
import { Policy } from "./policy.js";
import { passes, type Stage, staged, times } from "./stage.js";

const web = { name: "web", image: "web:1", env: [{ name: "A", value: "1" }] };
const proxy = { name: "proxy", image: "proxy:1" };
const debug = { name: "debug", image: "debug:1" };
const containers = (...list: readonly JsonObject[]): JsonObject => ({
  spec: { template: { spec: { containers: list } } },
});

interface Edit {
  readonly name: string;
  readonly patch: JsonObject;
  /** What is sent, by mode. */
  readonly sent: Readonly<Record<Mode, readonly Sent[]>>;
}

type Sent = "write" | "dry-run";

const each = (...sent: readonly Sent[]): Edit["sent"] => ({ replace: sent, apply: sent, merge: sent });
/** What the server makes of desired is asked for first, where desired does not say. */
const ASKED = ["dry-run", "write"] as const;

const edits: readonly Edit[] = [
  {
    name: "a value that we state",
    patch: containers({ ...web, image: "web:2" }, proxy),
    sent: each("write"),
  },
  {
    name: "a value that the server fills in",
    patch: { spec: { template: { spec: { terminationGracePeriodSeconds: 7 } } } },
    // Under apply and merge it is theirs: no write of ours takes it back.
    sent: { replace: ASKED, apply: ["dry-run"], merge: ["dry-run"] },
  },
  {
    name: "the injected container, away",
    patch: containers(web),
    sent: { replace: ["write"], apply: ASKED, merge: ["write"] },
  },
  {
    name: "the injected label, away",
    patch: { metadata: { labels: { injected: null } } },
    sent: each(...ASKED),
  },
  { name: "a stated item, away", patch: containers({ ...web, env: [] }, proxy), sent: each("write") },
  // Others' items stay under apply; a merge patch replaces a list whole.
  {
    name: "an item more",
    patch: containers(web, proxy, debug),
    sent: { replace: ["write"], apply: [], merge: ["write"] },
  },
  { name: "a foreign label", patch: { metadata: { labels: { foreign: "1" } } }, sent: each() },
  { name: "a foreign annotation", patch: { metadata: { annotations: { foreign: "1" } } }, sent: each() },
];

async function stageOf(): Promise<Stage & { readonly desired: KubeObject }> {
  const stage = await staged(DEPLOYMENT);
  const desired = deployment(stage.namespace);
  const label = 'JSONPatch{op: "add", path: "/metadata/labels/injected", value: "yes"}';
  await new Policy(stage.client, stage.namespace).set(
    {
      group: "apps",
      resource: "deployments",
      patches: `[${label}] + (${SIDECAR.unless} ? [${SIDECAR.patch}] : [])`,
      unless: NOT_OF_PEOPLE,
    },
    desired,
    (object) => injected(object) && names(podOf(object).containers).includes("proxy"),
  );
  return { ...stage, desired };
}

describe.each(["replace", "apply", "merge"] as const)("by %s, somebody changes", (mode) => {
  clusterTest.for(edits)("$name", async ({ patch, sent }, { expect }) => {
    const { ensurer, desired, take, edit, live } = await stageOf();
    const ours = ensurer(mode);
    expect(await passes(ours, desired, 2)).toEqual(["created not-found", "unchanged as-observed"]);
    await edit(desired, patch);
    take();
    const results = await passes(ours, desired, 20);
    const writes = sent[mode].filter((each) => each === "write").length;
    expect(results.slice(writes)).toEqual(times(20 - writes, "unchanged as-observed"));
    expect(take()).toEqual(sent[mode].map((each) => (each === "write" ? mode : `dry-run ${mode}`)));
    const now = await live(desired);
    expect([injected(now), names(podOf(now).containers).slice(0, 2)]).toEqual([true, ["web", "proxy"]]);
  });
});

describe.each(["apply", "merge"] as const)("by %s", (mode) => {
  clusterTest("an autoscaler costs a dry run for each of its steps, and no write", async ({ expect }) => {
    const { namespace, ensurer, take, edit, live } = await staged(DEPLOYMENT);
    const desired = deployment(namespace);
    const ours = ensurer(mode);
    await passes(ours, desired, 1);
    take();
    for (const replicas of [2, 5, 3]) {
      await edit(desired, { spec: { replicas } });
      expect(await passes(ours, desired, 5)).toEqual(times(5, "unchanged as-observed"));
      expect(take()).toEqual([`dry-run ${mode}`]);
      expect((await live(desired)).spec).toMatchObject({ replicas });
    }
  });
});
