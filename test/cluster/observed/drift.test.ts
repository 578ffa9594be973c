import { beforeAll, describe } from "vitest";
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
  /** Writes that take it back, by mode. */
  readonly writes: { readonly replace: number; readonly apply: number; readonly merge: number };
}

const each = (count: number): Edit["writes"] => ({ replace: count, apply: count, merge: count });

const edits: readonly Edit[] = [
  { name: "a value that we state", patch: containers({ ...WEB, image: "web:2" }, proxy), writes: each(1) },
  {
    name: "a value that the server fills in",
    patch: { spec: { template: { spec: { terminationGracePeriodSeconds: 7 } } } },
    writes: each(1),
  },
  { name: "the injected container, away", patch: containers(WEB), writes: each(1) },
  { name: "the injected label, away", patch: { metadata: { labels: { injected: null } } }, writes: each(1) },
  { name: "a stated item, away", patch: containers({ ...WEB, env: [] }, proxy), writes: each(1) },
  // Others' items stay under apply; a merge patch replaces a list whole.
  {
    name: "an item more",
    patch: containers(WEB, proxy, debug),
    writes: { replace: 1, apply: 0, merge: 1 },
  },
  { name: "a foreign label", patch: { metadata: { labels: { foreign: "1" } } }, writes: each(0) },
  { name: "a foreign annotation", patch: { metadata: { annotations: { foreign: "1" } } }, writes: each(0) },
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
  clusterTest.for(edits)("$name", async ({ patch, writes }, { expect }) => {
    const { ensurer, namespace, take, edit, live } = await staged(DEPLOYMENT, WHERE);
    const desired = deployment("web", namespace);
    const ours = ensurer(mode);
    expect(await passes(ours, desired, 2)).toEqual(["created not-found", "unchanged as-observed"]);
    await edit(desired, patch);
    take();
    const results = await passes(ours, desired, 20);
    expect(results.slice(writes[mode])).toEqual(times(20 - writes[mode], "unchanged as-observed"));
    expect(take()).toEqual(times(writes[mode], mode));
    const now = await live(desired);
    expect([injected(now), names(podOf(now).containers).slice(0, 2)]).toEqual([true, ["web", "proxy"]]);
  });
});
