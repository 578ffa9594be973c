import { describe, expect, test } from "vitest";
import { createEnsurer } from "../../../src/adapter/ensurer.js";
import { apiErrorOf } from "../../../src/adapter/port/api-error.js";
import type { ClusterPort, ListQuery } from "../../../src/adapter/port/port.js";
import { createMemoryPort } from "../../../src/adapter/testing/index.js";
import type { KubeObject } from "../../../src/core/json.js";
import { createGate } from "../../../src/rules/gate.js";

interface Given {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

/** `namespace/name` */
function object(place: string, { kind = "ConfigMap", apiVersion = "v1", labels }: Given = {}): KubeObject {
  const [namespace = "", name = ""] = place.split("/");
  const home = namespace === "" ? {} : { namespace };
  return { apiVersion, kind, metadata: { name, ...home, ...(labels && { labels }) } };
}

const several = (namespace: string, count: number, given?: Given): readonly KubeObject[] =>
  Array.from({ length: count }, (_, index) => object(`${namespace}/o${index}`, given));

/** What is asked of a cluster that holds these objects and others, and what became of them. */
async function asked(
  desired: readonly KubeObject[],
  { others = [], list }: { others?: readonly KubeObject[]; list?: ClusterPort["list"] } = {},
) {
  const port = createMemoryPort({ objects: [...others, ...desired] });
  const requests: string[] = [];
  const noting: ClusterPort = {
    ...port,
    read: (ref, options) => {
      requests.push(`read ${ref.kind} ${ref.namespace ?? ""}/${ref.name}`);
      return port.read(ref, options);
    },
    list: (query: ListQuery, options) => {
      const { kind, namespace = "*", labelSelector = "", limit } = query;
      requests.push(`list ${kind} ${namespace} ${labelSelector} ${limit}`.replace(/ +/g, " "));
      return (list ?? port.list)(query, options);
    },
  };
  const ensurer = createEnsurer({ port: noting, gate: createGate() });
  const results = await ensurer.ensureAll(desired);
  expect(new Set(results.map(({ result }) => result))).toEqual(new Set(["unchanged"]));
  return {
    requests: requests.sort(),
    again: () => ensurer.ensureAll(desired),
    take: () => requests.splice(0),
  };
}

const part = { labels: { part: "a" } };
type Row = readonly [what: string, desired: readonly KubeObject[], requests: readonly string[]];

const rows: readonly Row[] = [
  [
    "three are read one by one",
    several("a", 3),
    ["o0", "o1", "o2"].map((name) => `read ConfigMap a/${name}`),
  ],
  ["four are listed, in their namespace", several("a", 4), ["list ConfigMap a 16"]],
  ["of a kind without namespaces, too", several("", 4, { kind: "Namespace" }), ["list Namespace * 16"]],
  [
    "many in few namespaces: a list for each",
    [...several("a", 4), ...several("b", 5)],
    ["list ConfigMap a 16", "list ConfigMap b 20"],
  ],
  [
    "few in many namespaces: one list for all",
    ["a/1", "b/1", "c/1", "d/1", "d/2"].map((place) => object(place)),
    ["list ConfigMap * 20"],
  ],
  [
    "by the labels that all have",
    several("a", 4, { labels: { part: "a", app: "b" } }),
    ["list ConfigMap a part=a,app=b 16"],
  ],
  [
    "by no label that one lacks, or has otherwise",
    [...several("a", 4, part), object("a/x", { labels: { part: "b" } })],
    ["list ConfigMap a 20"],
  ],
  [
    "secrets are read one by one",
    several("a", 4, { kind: "Secret" }),
    ["o0", "o1", "o2", "o3"].map((name) => `read Secret a/${name}`),
  ],
  [
    "versions of a kind apart",
    [
      ...several("a", 4, { kind: "HorizontalPodAutoscaler", apiVersion: "autoscaling/v2" }),
      object("a/x", { kind: "HorizontalPodAutoscaler", apiVersion: "autoscaling/v1" }),
    ],
    ["list HorizontalPodAutoscaler a 16", "read HorizontalPodAutoscaler a/x"],
  ],
  [
    "names of Object's own members",
    several("a", 4, { labels: { constructor: "x", toString: "y" } }),
    ["list ConfigMap a constructor=x,toString=y 16"],
  ],
];

/** Others' objects, a hundred of them, come first in a list. */
const crowded: readonly Row[] = [
  [
    "what a list has no room for is read",
    ["a/z1", "a/z2", "a/z3", "a/z4"].map((place) => object(place)),
    ["list ConfigMap a 16", ...["a/z1", "a/z2", "a/z3", "a/z4"].map((place) => `read ConfigMap ${place}`)],
  ],
  [
    "nor does a list of all namespaces go on among others'",
    ["w/x", "x/x", "y/x", "z/x"].map((place) => object(place)),
    ["list ConfigMap * 16", ...["w/x", "x/x", "y/x", "z/x"].map((place) => `read ConfigMap ${place}`)],
  ],
  [
    "where it would, those of one namespace are listed",
    [...several("w", 4), ...["x/x", "y/x", "z/x"].map((place) => object(place))],
    [
      "list ConfigMap * 28",
      "list ConfigMap w 16",
      ...["x/x", "y/x", "z/x"].map((place) => `read ConfigMap ${place}`),
    ],
  ],
];

describe("live of a set:", () => {
  test.each(rows)("%s", async (_, desired, requests) => {
    expect((await asked(desired)).requests).toEqual([...requests].sort());
  });

  test.each(crowded)("%s", async (_, desired, requests) => {
    const others = several("a", 100);
    expect((await asked(desired, { others })).requests).toEqual([...requests].sort());
  });
});

const reads = ["o0", "o1", "o2", "o3"].map((name) => `read ConfigMap a/${name}`);

describe("a list", () => {
  test("that is forbidden is not tried again", async () => {
    const list = async () => Promise.reject(apiErrorOf(403, "no"));
    const { requests, take, again } = await asked(several("a", 4), { list });
    expect(requests).toEqual(["list ConfigMap a 16", ...reads]);
    take();
    await again();
    expect(take().sort()).toEqual(reads);
  });

  test("that fails is one of the last in that pass, and is tried in the next", async () => {
    const desired = [...several("a", 4), ...several("b", 4)];
    const list = async () => Promise.reject(new Error("reset"));
    const { requests, take, again } = await asked(desired, { list });
    expect(requests.filter((each) => each.startsWith("list"))).toEqual(["list ConfigMap a 16"]);
    expect(requests.filter((each) => each.startsWith("read"))).toHaveLength(8);
    take();
    await again();
    expect(take()).toContain("list ConfigMap a 16");
  });

  test("that gives odd things is passed over", async () => {
    const list = async () => [null, {}, { metadata: { name: "o0" } }] as unknown as readonly KubeObject[];
    expect((await asked(several("a", 4), { list })).requests).toEqual(["list ConfigMap a 16", ...reads]);
  });

  test("of a port that takes no limit is as good", async () => {
    const others = several("a", 4);
    const list = async () => others.map((each) => ({ ...each }));
    expect((await asked(several("a", 4), { list })).requests).toEqual(["list ConfigMap a 16"]);
  });
});
