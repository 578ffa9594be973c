import { beforeAll, describe } from "vitest";
import type { Mode } from "../../../src/core/decision.js";
import type { JsonObject } from "../../../src/core/json.js";
import { mutate, shows } from "../admission.js";
import { deployment, WEB } from "../deployment.js";
import { clusterTest, freshNamespace, given, sharedClient } from "../helper.js";
import { DEPLOYMENT, injected, NOT_OF_PEOPLE, names, podOf, SIDECAR } from "./hooks.js";
import { passes, staged, times } from "./stage.js";

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
    patch: containers({ ...WEB, image: "web:2" }, proxy),
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
    patch: containers(WEB),
    sent: { replace: ["write"], apply: ASKED, merge: ["write"] },
  },
  {
    name: "the injected label, away",
    patch: { metadata: { labels: { injected: null } } },
    sent: each(...ASKED),
  },
  { name: "a stated item, away", patch: containers({ ...WEB, env: [] }, proxy), sent: each("write") },
  // Others' items stay under apply; a merge patch replaces a list whole.
  {
    name: "an item more",
    patch: containers(WEB, proxy, debug),
    sent: { replace: ["write"], apply: [], merge: ["write"] },
  },
  { name: "a foreign label", patch: { metadata: { labels: { foreign: "1" } } }, sent: each() },
  { name: "a foreign annotation", patch: { metadata: { annotations: { foreign: "1" } } }, sent: each() },
];

const WHERE = { observed: "drift" };

beforeAll(async () => {
  if (!given) return;
  const client = sharedClient();
  const label = 'JSONPatch{op: "add", path: "/metadata/labels/injected", value: "yes"}';
  const hook = {
    group: "apps",
    resource: "deployments",
    patches: [`[${label}] + (${SIDECAR.onlyIf} ? [${SIDECAR.patch}] : [])`],
    onlyIf: NOT_OF_PEOPLE,
  };
  await mutate(client, hook, WHERE);
  const probe = deployment("web", await freshNamespace(client, WHERE));
  await shows(client, probe, (made) => injected(made) && names(podOf(made).containers).includes("proxy"));
  client.close();
});

describe.each(["replace", "apply", "merge"] as const)("by %s, somebody changes", (mode) => {
  clusterTest.for(edits)("$name", async ({ patch, sent }, { expect }) => {
    const { ensurer, namespace, take, edit, live } = await staged(DEPLOYMENT, WHERE);
    const desired = deployment("web", namespace);
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
    const stated = deployment("web", namespace);
    const desired = { ...stated, spec: { ...(stated.spec as JsonObject), replicas: undefined } };
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
