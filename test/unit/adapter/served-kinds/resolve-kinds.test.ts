import { describe, expect, test } from "vitest";
import { ApiError } from "../../../../src/adapter/port/api-error.js";
import type { Documents } from "../../../../src/adapter/served-kinds/discover.js";
import { resolveKinds } from "../../../../src/adapter/served-kinds/resolve-kinds.js";
import type { Json, JsonObject } from "../../../../src/core/json.js";

const ALL_VERBS = ["create", "get", "list", "patch", "watch"];

interface Resource {
  readonly plural: string;
  readonly kind: string;
  readonly short?: readonly string[];
  readonly categories?: readonly string[];
  readonly verbs?: readonly string[];
}

const r = (plural: string, kind: string, more: Partial<Resource> = {}): Resource => ({
  plural,
  kind,
  ...more,
});

/** By group and version, in the server's order. */
const SERVED: readonly (readonly [group: string, version: string, resources: readonly Resource[]])[] = [
  [
    "",
    "v1",
    [
      r("pods", "Pod", { short: ["po"], categories: ["all"] }),
      r("services", "Service", { short: ["svc"], categories: ["all"] }),
      r("events", "Event", { short: ["ev"] }),
      r("bindings", "Binding", { verbs: ["create"] }),
      r("endpoints", "Endpoints", { short: ["ep"] }),
    ],
  ],
  [
    "apps",
    "v1",
    [
      r("deployments", "Deployment", { short: ["deploy"], categories: ["all"] }),
      r("reviews", "Review", { verbs: ["create"], categories: ["all"] }),
    ],
  ],
  ["events.k8s.io", "v1", [r("events", "Event", { short: ["ev"] })]],
  ["example.com.au", "v1", [r("gadgets", "Gadget")]],
  ["example.com", "v2", [r("widgets", "Widget", { short: ["po"], categories: ["all", "shop"] })]],
  [
    "example.com",
    "v1",
    [r("widgets", "Widget", { categories: ["all", "shop"] }), r("gadgets", "Gadget", { short: ["pods"] })],
  ],
];

function inAggregated({ plural, kind, short, categories, verbs = ALL_VERBS }: Resource): JsonObject {
  return {
    resource: plural,
    singularResource: kind.toLowerCase(),
    responseKind: { group: "", version: "", kind },
    scope: "Namespaced",
    verbs,
    ...(short && { shortNames: short }),
    ...(categories && { categories }),
  };
}

function aggregated(core: boolean): Json {
  const groups = new Set(SERVED.map(([group]) => group).filter((group) => (group === "") === core));
  return {
    kind: "APIGroupDiscoveryList",
    items: [...groups].map((name) => ({
      metadata: { name },
      versions: SERVED.filter(([group]) => group === name).map(([, version, resources]) => ({
        version,
        resources: resources.map(inAggregated),
      })),
    })),
  };
}

/** A server that has all in one document. */
const newer: Documents = { document: async (path) => aggregated(path === "/api") };

/** One that has a list of groups, and of each version a list of kinds; `down`: some of them do not answer. */
const older = (down: readonly string[] = []): Documents => ({
  document: async (path) => {
    if (path === "/api") return { versions: ["v1"] };
    if (path === "/apis") {
      const groups = new Set(SERVED.map(([group]) => group).filter(Boolean));
      const versionsOf = (name: string) =>
        SERVED.filter(([group]) => group === name).map(([group, version]) => ({
          groupVersion: `${group}/${version}`,
          version,
        }));
      // The preferred version is not always the first.
      return {
        groups: [...groups].map((name) => ({
          name,
          versions: versionsOf(name).reverse(),
          preferredVersion: versionsOf(name)[0] ?? null,
        })),
      };
    }
    const apiVersion = path.replace(/^\/apis?\//, "");
    if (down.includes(apiVersion)) throw new ApiError(503, "down");
    const resources = SERVED.find(
      ([group, version]) => (group === "" ? version : `${group}/${version}`) === apiVersion,
    )?.[2];
    return {
      resources: (resources ?? []).flatMap(({ plural, kind, short, categories, verbs = ALL_VERBS }) => [
        {
          name: plural,
          singularName: "",
          namespaced: true,
          kind,
          verbs,
          ...(short && { shortNames: short }),
          ...(categories && { categories }),
        },
        { name: `${plural}/status`, singularName: "", namespaced: true, kind, verbs: ["get"] },
      ]),
    };
  },
});

describe.each<[string, Documents]>([
  ["one document", newer],
  ["group by group", older()],
])("%s", (_, port) => {
  const found = async (...names: string[]) =>
    (await resolveKinds(port, names)).map(({ apiVersion, kind }) => `${apiVersion}/${kind}`);

  test.each<[string, string[]]>([
    ["deployments", ["apps/v1/Deployment"]],
    ["deployment", ["apps/v1/Deployment"]],
    ["Deployment", ["apps/v1/Deployment"]],
    ["deploy", ["apps/v1/Deployment"]],
    ["DEPLOY", ["apps/v1/Deployment"]],
    ["deployments.apps", ["apps/v1/Deployment"]],
    ["deploy.apps", ["apps/v1/Deployment"]],
    ["deployments.v1.apps", ["apps/v1/Deployment"]],
    ["Deployment.v1.apps", ["apps/v1/Deployment"]],
    ["apps/v1/Deployment", ["apps/v1/Deployment"]],
    ["apps/v1/deployments", ["apps/v1/Deployment"]],
    ["v1/Pod", ["v1/Pod"]],
    ["pods.v1", ["v1/Pod"]],
    ["pods.v1.", ["v1/Pod"]],
    ["ep", ["v1/Endpoints"]],
    ["endpoints", ["v1/Endpoints"]],
    // The core group comes first, and a name before what is short for another.
    ["events", ["v1/Event"]],
    ["ev", ["v1/Event"]],
    ["po", ["v1/Pod"]],
    ["pods", ["v1/Pod"]],
    ["events.events.k8s.io", ["events.k8s.io/v1/Event"]],
    ["events.events", ["events.k8s.io/v1/Event"]],
    ["widgets", ["example.com/v2/Widget"]],
    ["widgets.example.com", ["example.com/v2/Widget"]],
    ["widgets.v1.example.com", ["example.com/v1/Widget"]],
    ["example.com/v1/Widget", ["example.com/v1/Widget"]],
    ["gadgets", ["example.com.au/v1/Gadget"]],
    // A group that is the one comes before those that begin with it.
    ["gadgets.example.com", ["example.com/v1/Gadget"]],
    ["gadgets.example", ["example.com.au/v1/Gadget"]],
    ["shop", ["example.com/v2/Widget"]],
    ["all", ["v1/Pod", "v1/Service", "apps/v1/Deployment", "example.com/v2/Widget"]],
    ["svc,pods, deploy", ["v1/Service", "v1/Pod", "apps/v1/Deployment"]],
    ["po,pod,all", ["v1/Pod", "v1/Service", "apps/v1/Deployment", "example.com/v2/Widget"]],
    ["pods,,", ["v1/Pod"]],
  ])("%s", async (name, kinds) => {
    expect(await found(name)).toEqual(kinds);
  });

  test("what is told of a kind", async () => {
    expect(await resolveKinds(port, ["deploy"])).toEqual([
      {
        apiVersion: "apps/v1",
        group: "apps",
        version: "v1",
        kind: "Deployment",
        plural: "deployments",
        singular: "deployment",
        shortNames: ["deploy"],
        categories: ["all"],
        namespaced: true,
        verbs: ALL_VERBS,
      },
    ]);
  });

  test.each<[string, string | undefined]>([
    ["deploymets", "deployments"],
    ["Deploymnt", "deployment"],
    ["deploymets.apps", "deployments.apps"],
    ["widgets.exmaple.com", "widgets.example.com"],
    ["apps/v1beta1/Deployment", "apps/v1/Deployment"],
    ["apps/v1/Deploymnet", "apps/v1/Deployment"],
    ["al", "all"],
    ["zzzzzzzz", undefined],
    ["constructor", undefined],
    ["__proto__", undefined],
    ["/", undefined],
    [".", undefined],
    ["pods.apps.nowhere", undefined],
  ])("no %s; but %s", async (name, near) => {
    const error = await resolveKinds(port, [name]).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "KindError", code: "unknown-kind", asked: name });
    expect((error as { nearest?: string }).nearest).toBe(near);
  });

  test("what cannot be watched", async () => {
    const error = { name: "KindError", code: "not-watchable", asked: "bindings" };
    await expect(resolveKinds(port, ["pods,bindings"])).rejects.toMatchObject(error);
  });
});

test("a group whose server does not answer hides no other, and is named where a name is unknown", async () => {
  const port = older(["events.k8s.io/v1"]);
  expect(await resolveKinds(port, ["widgets"])).toMatchObject([{ apiVersion: "example.com/v2" }]);
  await expect(resolveKinds(port, ["events.events.k8s.io"])).rejects.toMatchObject({
    hint: expect.stringContaining("events.k8s.io/v1"),
  });
});

test("the same of a version that is out of date in the one document", async () => {
  const stale = {
    metadata: { name: "metrics.k8s.io" },
    versions: [{ version: "v1beta1", freshness: "Stale" }],
  };
  const port: Documents = {
    document: async (path) =>
      path === "/api" ? aggregated(true) : { kind: "APIGroupDiscoveryList", items: [stale] },
  };
  await expect(resolveKinds(port, ["nodemetrics"])).rejects.toMatchObject({
    hint: expect.stringContaining("metrics.k8s.io/v1beta1"),
  });
});

test.each<[string, Json]>([
  ["nothing", null],
  ["a list", []],
  ["no items", { kind: "APIGroupDiscoveryList" }],
  [
    "items that are none",
    {
      kind: "APIGroupDiscoveryList",
      items: [1, null, { versions: [{ resources: [{}, { resource: "a" }] }] }],
    },
  ],
  ["no versions", { versions: [1, {}], groups: [null, {}, { name: "a", versions: [{}] }] }],
])("a server that answers with %s", async (_, document) => {
  await expect(resolveKinds({ document: async () => document }, ["pods"])).rejects.toMatchObject({
    code: "unknown-kind",
  });
});

test("a server that does not say", async () => {
  const port: Documents = {
    document: async () => {
      throw new ApiError(403, "no");
    },
  };
  await expect(resolveKinds(port, ["pods"])).rejects.toMatchObject({ status: 403 });
});
