import { describe } from "vitest";
import type { Mode } from "../../../src/core/decision.js";
import type { JsonObject, KubeObject } from "../../../src/core/json.js";
import { clusterTest } from "../helper.js";
import { passes, staged, times } from "./stage.js";

interface Row {
  readonly name: string;
  readonly kind: readonly [apiVersion: string, kind: string];
  readonly desired: JsonObject;
  /** What somebody else does. */
  readonly patch: JsonObject;
  /** Modes in which the server has nothing to take back. */
  readonly inert?: readonly Mode[];
  /** Another one has the object already, with nothing of that. */
  readonly found?: JsonObject;
}

const DEPLOYMENT = ["apps/v1", "Deployment"] as const;
const SERVICE = ["v1", "Service"] as const;
const CONFIG_MAP = ["v1", "ConfigMap"] as const;

const template = (pod: JsonObject): JsonObject => ({
  metadata: { labels: { a: "b" } },
  spec: { containers: [{ name: "c", image: "c:1" }], ...pod },
});
const deployment = (pod: JsonObject, spec: JsonObject = {}): JsonObject => ({
  spec: { selector: { matchLabels: { a: "b" } }, ...spec, template: template(pod) },
});
const service = (spec: JsonObject): JsonObject => ({
  spec: { ports: [{ port: 80 }], selector: { a: "b" }, ...spec },
});
const pod = (spec: JsonObject): JsonObject => ({ spec: { template: { spec } } });

const rows: readonly Row[] = [
  {
    name: "false in a pod",
    kind: DEPLOYMENT,
    desired: deployment({ hostNetwork: false }),
    patch: pod({ hostNetwork: true }),
  },
  {
    name: "false",
    kind: DEPLOYMENT,
    desired: deployment({}, { paused: false }),
    patch: { spec: { paused: true } },
  },
  {
    name: "an empty atomic list",
    kind: DEPLOYMENT,
    desired: deployment({ tolerations: [] }),
    patch: pod({ tolerations: [{ operator: "Exists" }] }),
  },
  {
    name: "an empty keyed list",
    kind: DEPLOYMENT,
    desired: deployment({ volumes: [] }),
    patch: pod({ volumes: [{ name: "v", hostPath: { path: "/" } }] }),
    inert: ["apply"],
  },
  {
    name: "an empty map",
    kind: DEPLOYMENT,
    desired: deployment({ nodeSelector: {} }),
    patch: pod({ nodeSelector: { x: "y" } }),
    inert: ["merge"],
  },
  {
    name: "an empty text",
    kind: DEPLOYMENT,
    desired: deployment({ priorityClassName: "" }),
    patch: pod({ priorityClassName: "system-node-critical" }),
  },
  {
    name: "an empty list of a Service",
    kind: SERVICE,
    desired: service({ externalIPs: [] }),
    patch: { spec: { externalIPs: ["1.2.3.4"] } },
  },
  {
    name: "false of a Service",
    kind: SERVICE,
    desired: service({ publishNotReadyAddresses: false }),
    patch: { spec: { publishNotReadyAddresses: true } },
  },
  {
    name: "an empty list at the top",
    kind: ["v1", "ServiceAccount"],
    desired: { imagePullSecrets: [] },
    patch: { imagePullSecrets: [{ name: "x" }] },
  },
  {
    name: "a policy that lets nothing in",
    kind: ["networking.k8s.io/v1", "NetworkPolicy"],
    desired: { spec: { podSelector: {}, ingress: [], policyTypes: ["Ingress"] } },
    patch: { spec: { ingress: [{}] } },
  },
  ...[false, true].flatMap((found): Row[] =>
    [
      { name: "label", of: (x: string | null): JsonObject => ({ metadata: { labels: { x } } }) },
      { name: "annotation", of: (x: string | null): JsonObject => ({ metadata: { annotations: { x } } }) },
      { name: "key", of: (x: string | null): JsonObject => ({ data: { x } }) },
    ].map(({ name, of }) => ({
      name: `a ${name} that is null${found ? ", of an object that was there" : ""}`,
      kind: CONFIG_MAP,
      desired: of(null),
      patch: of("1"),
      ...(found && { found: {} }),
    })),
  ),
];

describe.each(["replace", "apply", "merge"] as const)("by %s, what desired states holds", (mode) => {
  clusterTest.for(rows)("$name", async ({ kind, desired: stated, patch, inert, found }, { expect }) => {
    const [apiVersion, name] = kind;
    const group = apiVersion.includes("/") ? (apiVersion.split("/")[0] ?? "") : "";
    const { namespace, port, ensurer, take, edit, live } = await staged({ group, kind: name });
    const metadata = { ...(stated.metadata as JsonObject | undefined), name: "stated", namespace };
    const desired = { apiVersion, kind: name, ...stated, metadata } as KubeObject;
    if (found !== undefined)
      await port.create(
        { apiVersion, kind: name, metadata: { name: "stated", namespace }, ...found } as KubeObject,
        {},
      );
    const ours = ensurer(mode);
    await passes(ours, desired, 1);
    expect(await passes(ours, desired, 3)).toEqual(times(3, "unchanged as-observed"));
    const before = contentOf(await live(desired));
    // The second time, the answer is that of a write.
    for (const _turn of [1, 2]) {
      await edit(desired, patch);
      take();
      const [first, ...rest] = await passes(ours, desired, 4);
      const writes = inert?.includes(mode) ? 0 : 1;
      expect(first).toMatch(writes === 0 ? /^unchanged/ : /^updated/);
      expect(rest).toEqual(times(3, "unchanged as-observed"));
      expect(take()).toEqual(times(writes, mode));
      if (writes === 1) expect(contentOf(await live(desired))).toEqual(before);
    }
  });
});

function contentOf({ metadata, status: _, ...content }: JsonObject): JsonObject {
  const { labels = {}, annotations = {} } = metadata as JsonObject;
  return { ...content, labels, annotations };
}
