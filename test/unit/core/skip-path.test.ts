import { describe, expect, test } from "vitest";
import { UsageError } from "../../../src/core/errors.js";
import type { Json, JsonObject } from "../../../src/core/json.js";
import type { Gate, GateOptions } from "../../../src/rules/gate.js";
import {
  changesOf,
  configMap,
  custom,
  DERIVATIVE,
  decideOn,
  deployment,
  EXACT,
  explainOn,
  gateFor,
  object,
  passedOf,
  type Settings,
  service,
  stored,
} from "./helper.js";

/** A pair, and what is to be decided of it by the skip path, by the same again after other decisions, and by an explanation. */
interface Row {
  readonly name: string;
  readonly desired: JsonObject;
  readonly live: JsonObject;
  readonly rule?: Settings;
  readonly gate?: Omit<GateOptions, "rules">;
  readonly is: "skip" | "write" | "blocked" | "not-wire-json";
}

function outcome(gate: Gate, desired: JsonObject, live: JsonObject): unknown {
  try {
    const decision = decideOn(gate, desired, live);
    return [decision.verdict, changesOf(decision)];
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [error.code];
  }
}

function check({ desired, live, rule = EXACT, gate: options, is }: Row): void {
  const make = (): Gate => gateFor(desired, rule, options);
  const [fresh, met] = [make(), make()];
  const first = outcome(fresh, desired, live);
  outcome(met, live, live);
  outcome(met, desired, desired);
  for (let times = 0; times < 3; times++) expect(outcome(met, desired, live)).toEqual(first);
  expect((first as readonly string[])[0]).toBe(is);
  if (is === "not-wire-json") return;
  const explained = explainOn(fresh, desired, live);
  expect([explained.verdict, changesOf(explained)]).toEqual(first);
  if (is === "write") expect(changesOf(explained)).not.toEqual([]);
  expect(passedOf(explained).filter((passed) => passed.endsWith(" drift"))).toEqual([]);
}

const parsed = (text: string): JsonObject => JSON.parse(text) as JsonObject;
const bare = (value: JsonObject): JsonObject => Object.assign(Object.create(null), value) as JsonObject;
class Labels {
  constructor(readonly app: string) {}
}
const opaque = (value: unknown): Json => value as Json;
const pod = (live: JsonObject): JsonObject => stored(deployment({}, live));
const INHERITED = ["__proto__", "constructor", "toString", "valueOf", "hasOwnProperty"];

const rows: readonly Row[] = [
  { name: "the same", desired: deployment(), live: stored(deployment()), is: "skip" },
  {
    name: "undefined on desired's side",
    desired: deployment({ replicas: undefined as never }),
    live: stored(deployment({ replicas: 1 })),
    is: "skip",
  },
  {
    name: "undefined on desired's side over what is no default",
    desired: deployment({ replicas: undefined as never }),
    live: stored(deployment({ replicas: 2 })),
    is: "write",
  },
  {
    name: "undefined on live's side",
    desired: deployment({ replicas: 2 }),
    live: stored(deployment({ replicas: undefined as never })),
    is: "write",
  },
  {
    name: "undefined on both sides",
    desired: deployment({ replicas: undefined as never }),
    live: stored(deployment({ replicas: undefined as never })),
    is: "skip",
  },
  {
    name: "undefined in live's map",
    desired: configMap({ data: { a: "1" } }),
    live: stored(configMap({ data: { a: "1", b: undefined as never } })),
    is: "skip",
  },
  {
    name: "null in live, where desired is silent",
    desired: deployment(),
    live: stored(deployment({ replicas: null })),
    is: "skip",
  },
  {
    name: "null in desired",
    desired: deployment({ replicas: null }),
    live: stored(deployment({ replicas: 2 })),
    is: "write",
  },
  {
    name: "null in desired's map",
    desired: configMap({ data: { a: null } }),
    live: stored(configMap({ data: {} })),
    is: "write",
  },
  { name: "{} in live for nothing", desired: deployment(), live: pod({ securityContext: {} }), is: "skip" },
  {
    name: "[] in live in place of {}",
    desired: deployment(),
    live: stored(deployment({}, {}, { resources: [] })),
    is: "write",
  },
  {
    name: "[] in live in place of a struct that is filled in",
    desired: deployment(),
    live: pod({ securityContext: [] }),
    is: "write",
  },
  {
    name: "{} in live in place of a struct that is filled in with more",
    desired: deployment(),
    live: stored(deployment({ strategy: {} })),
    is: "skip",
  },
  {
    name: "a Date in live in place of {}",
    desired: deployment(),
    live: stored(deployment({}, {}, { resources: opaque(new Date(0)) })),
    is: "not-wire-json",
  },
  {
    name: "a Map in live in place of {} that is stated",
    desired: deployment({}, {}, { resources: {} }),
    live: stored(deployment({}, {}, { resources: opaque(new Map([["a", 1]])) })),
    is: "not-wire-json",
  },
  {
    name: "a Map in desired in place of {}",
    desired: deployment({}, {}, { resources: opaque(new Map([["a", 1]])) }),
    live: stored(deployment({}, {}, { resources: {} })),
    is: "not-wire-json",
  },
  {
    name: "a Date in desired in place of a map",
    desired: configMap({ data: opaque(new Date(0)) }),
    live: stored(configMap({ data: { a: "1" } })),
    is: "not-wire-json",
  },
  {
    name: "a list in place of a map",
    desired: configMap({ data: { 0: "a" } }),
    live: stored(configMap({ data: ["a"] })),
    is: "write",
  },
  {
    name: "names that are numbers, in another order",
    desired: configMap({ data: { 2: "b", 1: "a", x: "c" } }),
    live: stored(configMap({ data: { x: "c", 1: "a", 2: "b" } })),
    is: "skip",
  },
  {
    name: "objects without a prototype",
    desired: configMap({ data: bare({ a: "1" }) }),
    live: stored(configMap({ data: bare({ a: "1" }) })),
    is: "skip",
  },
  {
    name: "an object of a class",
    desired: configMap({}, { labels: opaque(new Labels("demo")) as never }),
    live: stored(configMap({}, { labels: { app: "demo" } })),
    is: "skip",
  },
  {
    name: "getters",
    desired: configMap({
      data: {
        get a() {
          return "1";
        },
      },
    }),
    live: stored(configMap({ data: { a: "2" } })),
    is: "write",
  },
  {
    name: "a custom kind's {} over nothing",
    desired: custom({ a: {} }),
    live: stored(custom({})),
    is: "write",
  },
  {
    name: "derivative: what desired leaves out",
    desired: deployment(),
    live: stored(deployment({ replicas: 7 }, { securityContext: [] })),
    rule: DERIVATIVE,
    is: "skip",
  },
  {
    name: "a label that managedFields may say is ours",
    desired: configMap({}, {}),
    live: stored(configMap({}, { labels: { a: "1" } })),
    gate: { fieldManager: "ours" },
    is: "skip",
  },
  ...INHERITED.flatMap((key): Row[] => {
    const map = parsed(`{"${key}":"x","a":"1"}`);
    const struct = parsed(
      `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"demo"},"spec":{"${key}":{}}}`,
    );
    return [
      {
        name: `${key} in a map`,
        desired: configMap({ data: map }),
        live: stored(configMap({ data: map })),
        is: "skip",
      },
      {
        name: `${key} in desired's map`,
        desired: configMap({ data: map }),
        live: stored(configMap({ data: { a: "1" } })),
        is: "write",
      },
      {
        name: `${key} in live's map`,
        desired: configMap({ data: { a: "1" } }),
        live: stored(configMap({ data: map })),
        is: "write",
      },
      {
        name: `${key} in live's struct`,
        desired: { ...struct, spec: {} },
        live: stored(struct),
        is: "write",
      },
      {
        name: `${key} in live's labels`,
        desired: configMap({}, { labels: { a: "1" } }),
        live: stored(configMap({}, { labels: map })),
        is: "skip",
      },
      {
        name: `${key} in desired's labels`,
        desired: configMap({}, { labels: map }),
        live: stored(configMap({}, { labels: { a: "1" } })),
        is: "write",
      },
    ];
  }),
];

describe("every way along the members comes to the same", () => {
  test.each(rows.map((row) => [row.name, row] as const))("%s", (_name, row) => check(row));
});

const stateful = (spec: JsonObject): JsonObject => object("apps/v1", "StatefulSet", { spec });
const template = (spec: JsonObject): JsonObject => ({ template: { spec } });

/** Fields that neither side states, and that the server would fill in by what stands beside them. */
describe("what is worked out from what is stored beside it is the same on both sides", () => {
  const same: readonly (readonly [string, JsonObject])[] = [
    ["serviceAccountName", stateful(template({ serviceAccount: "a" }))],
    ["serviceAccount", stateful(template({ serviceAccountName: "a" }))],
    [
      "hostPort",
      stateful(template({ hostNetwork: true, containers: [{ name: "a", ports: [{ containerPort: 80 }] }] })),
    ],
    ["emptyDir", stateful(template({ volumes: [{ name: "v" }] }))],
    ["externalTrafficPolicy", service({ type: "NodePort", ports: [{ port: 80 }] })],
    ["externalTrafficPolicy of addresses", service({ type: "ClusterIP", externalIPs: ["10.0.0.1"] })],
    ["sessionAffinityConfig", service({ sessionAffinity: "ClientIP" })],
    [
      "nodePort",
      service({
        type: "NodePort",
        ports: [
          { port: 80, name: "a" },
          { port: 81, name: "b" },
        ],
      }),
    ],
    ["clusterIP", service({ type: "ClusterIP", ports: [{ port: 80 }] })],
    ["healthCheckNodePort", service({ type: "LoadBalancer", externalTrafficPolicy: "Local" })],
  ];
  test.each(
    same.flatMap(([name, desired]) =>
      [EXACT, DERIVATIVE].map((rule) => [name, rule.strategy, desired, rule] as const),
    ),
  )("%s, %s", (_name, _strategy, desired, rule) =>
    check({ name: "", desired, live: stored(desired), rule, is: "skip" }),
  );

  const changed: readonly (readonly [string, JsonObject, JsonObject])[] = [
    [
      "a neighbour of serviceAccountName",
      stateful(template({ serviceAccount: "a" })),
      stateful(template({})),
    ],
    [
      "a neighbour of hostPort",
      stateful(template({ hostNetwork: true, containers: [{ name: "a", ports: [{ containerPort: 80 }] }] })),
      stateful(template({ containers: [{ name: "a", ports: [{ containerPort: 80 }] }] })),
    ],
    [
      "a neighbour of emptyDir",
      stateful(template({ volumes: [{ name: "v" }] })),
      stateful(template({ volumes: [{ name: "v", configMap: { name: "c" } }] })),
    ],
    ["a neighbour of externalTrafficPolicy", service({ type: "NodePort" }), service({ type: "ClusterIP" })],
    ["a neighbour of sessionAffinityConfig", service({ sessionAffinity: "ClientIP" }), service({})],
  ];
  test.each(changed)("%s", (_name, desired, live) => {
    check({ name: "", desired, live: stored(live), is: "write" });
    check({ name: "", desired: live, live: stored(desired), is: "write" });
  });
});

test("a getter that asks for another decision meanwhile changes none", () => {
  const gate = gateFor(deployment(), EXACT);
  const inner = (): void => {
    expect(decideOn(gate, deployment({ replicas: 3 }), stored(deployment({ replicas: 4 }))).verdict).toBe(
      "write",
    );
    expect(decideOn(gate, deployment({ paused: true }), stored(deployment({ paused: true }))).verdict).toBe(
      "skip",
    );
  };
  const asking = (of: JsonObject): JsonObject =>
    Object.defineProperties(
      {},
      Object.fromEntries(
        Object.entries(of).map(([key, value]) => [
          key,
          {
            enumerable: true,
            get() {
              inner();
              return value;
            },
          },
        ]),
      ),
    );
  const spec = deployment({ replicas: 2, paused: true }).spec as JsonObject;
  const desired = { ...deployment(), spec: asking(spec) };
  for (let times = 0; times < 3; times++) {
    expect(decideOn(gate, desired, stored({ ...deployment(), spec })).verdict).toBe("skip");
    expect(
      decideOn(gate, desired, stored({ ...deployment(), spec: { ...spec, paused: false } })).verdict,
    ).toBe("write");
  }
});
