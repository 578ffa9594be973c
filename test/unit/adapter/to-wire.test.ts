import {
  type CoreV1Event,
  V1Container,
  type V1CustomResourceDefinition,
  V1Deployment,
  type V1Lease,
  V1MicroTime,
  V1NetworkPolicy,
  V1ObjectMeta,
  V1Secret,
} from "@kubernetes/client-node";
import { ObjectSerializer } from "@kubernetes/client-node/dist/serializer.js";
import { describe, expect, test } from "vitest";
import { toWire } from "../../../src/adapter/client-node/index.js";
import { UsageError } from "../../../src/core/errors.js";
import type { JsonObject } from "../../../src/core/json.js";
import { frozen } from "./models.js";

const SECOND = new Date("2026-01-02T03:04:05Z");
const TEXT = "2026-01-02T03:04:05Z";
const metadata = { name: "a", namespace: "demo" };

const from = [{ podSelector: { matchLabels: { _from: "x" } } }];
const policy = {
  apiVersion: "networking.k8s.io/v1",
  kind: "NetworkPolicy",
  metadata: { ...metadata, creationTimestamp: TEXT },
  spec: {
    podSelector: {},
    ingress: [{ from, ports: [{ port: "http" }] }],
    egress: [{ to: [{ ipBlock: { cidr: "10.0.0.0/8" } }], ports: [{ port: 53 }] }],
  },
};

/** client-node's form of an object, and the same on the wire. */
const TURNED: readonly [name: string, given: unknown, wire: JsonObject][] = [
  ["a NetworkPolicy that client-node read", ObjectSerializer.deserialize(policy, "V1NetworkPolicy"), policy],
  [
    "a NetworkPolicy that a typed builder made",
    {
      ...policy,
      metadata: { ...metadata, creationTimestamp: SECOND },
      spec: {
        ...policy.spec,
        ingress: [{ _from: from, ports: [{ port: "http" }] }],
      },
    } satisfies V1NetworkPolicy,
    policy,
  ],
  [
    "a field that client-node's model does not have, in an instance",
    Object.assign(new V1Deployment(), {
      apiVersion: "apps/v1",
      kind: "Deployment",
      spec: { newer: { _from: 1 } },
    }),
    { apiVersion: "apps/v1", kind: "Deployment", spec: { newer: { _from: 1 } } },
  ],
  [
    "a CustomResourceDefinition's schema, with properties called as attributes are",
    {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "widgets.example.com" },
      spec: {
        group: "example.com",
        names: { kind: "Widget", plural: "widgets" },
        scope: "Namespaced",
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: "object",
                properties: {
                  _default: { type: "string", _default: "a", _enum: ["a", "b"] },
                  size: { x_kubernetes_int_or_string: true, _default: { _default: 1 } },
                  rest: { type: "object", x_kubernetes_preserve_unknown_fields: true },
                  x_kubernetes_list_type: {
                    type: "array",
                    x_kubernetes_list_type: "map",
                    x_kubernetes_list_map_keys: ["_from"],
                    items: { type: "object" },
                  },
                },
              },
            },
          },
        ],
      },
    } satisfies V1CustomResourceDefinition,
    {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "widgets.example.com" },
      spec: {
        group: "example.com",
        names: { kind: "Widget", plural: "widgets" },
        scope: "Namespaced",
        versions: [
          {
            name: "v1",
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: "object",
                properties: {
                  _default: { type: "string", default: "a", enum: ["a", "b"] },
                  size: { "x-kubernetes-int-or-string": true, default: { _default: 1 } },
                  rest: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
                  x_kubernetes_list_type: {
                    type: "array",
                    "x-kubernetes-list-type": "map",
                    "x-kubernetes-list-map-keys": ["_from"],
                    items: { type: "object" },
                  },
                },
              },
            },
          },
        ],
      },
    },
  ],
  [
    "a Lease with MicroTimes, one of them a mere Date",
    {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata,
      spec: {
        acquireTime: new Date("2026-01-02T03:04:05Z"),
        renewTime: new V1MicroTime("2026-01-02T03:04:05.678Z"),
      },
    } satisfies V1Lease,
    {
      apiVersion: "coordination.k8s.io/v1",
      kind: "Lease",
      metadata,
      spec: { acquireTime: "2026-01-02T03:04:05.000000Z", renewTime: "2026-01-02T03:04:05.678000Z" },
    },
  ],
  [
    "an Event of the core group",
    {
      apiVersion: "v1",
      kind: "Event",
      metadata,
      involvedObject: {},
      firstTimestamp: SECOND,
      eventTime: SECOND,
    } satisfies CoreV1Event,
    {
      apiVersion: "v1",
      kind: "Event",
      metadata,
      involvedObject: {},
      firstTimestamp: TEXT,
      eventTime: "2026-01-02T03:04:05.000000Z",
    },
  ],
  [
    "an instance within a plain object, and members that are undefined",
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata: Object.assign(new V1ObjectMeta(), metadata),
      spec: {
        containers: [Object.assign(new V1Container(), { name: "a", image: undefined })],
        hostname: undefined,
      },
    },
    { apiVersion: "v1", kind: "Pod", metadata, spec: { containers: [{ name: "a" }] } },
  ],
  [
    "what has no value in a list, as JSON prints it",
    { apiVersion: "v1", kind: "A", list: [1, undefined, 2] },
    { apiVersion: "v1", kind: "A", list: [1, null, 2] },
  ],
  [
    "a Date of a custom resource keeps its milliseconds",
    { apiVersion: "example.com/v1", kind: "A", at: SECOND, later: new Date("2026-01-02T03:04:05.678Z") },
    { apiVersion: "example.com/v1", kind: "A", at: TEXT, later: "2026-01-02T03:04:05.678Z" },
  ],
  [
    "an instance of a constructor of the old kind",
    Object.assign(Object.create({ inherited: 1 }), { apiVersion: "v1", kind: "A", spec: {} }),
    { apiVersion: "v1", kind: "A", spec: {} },
  ],
  [
    "an instance of a class of one's own",
    new (class Widget {
      readonly apiVersion = "example.com/v1";
      readonly kind = "Widget";
      readonly spec = { _from: 1 };
      print(): void {}
    })(),
    { apiVersion: "example.com/v1", kind: "Widget", spec: { _from: 1 } },
  ],
];

describe("turned into wire JSON, and left as it was", () => {
  test.each(TURNED)("%s", (_, given, wire) => {
    expect(toWire(frozen(given))).toStrictEqual(wire);
  });
});

/** What is wire JSON already. */
const KEPT: readonly [name: string, wire: JsonObject][] = [
  ["a NetworkPolicy", policy],
  [
    "a ConfigMap with keys called as attributes",
    { apiVersion: "v1", kind: "ConfigMap", data: { _from: "a", _default: "b" } },
  ],
  [
    "another group's NetworkPolicy",
    { apiVersion: "crd.projectcalico.org/v1", kind: "NetworkPolicy", spec: { ingress: [{ _from: [] }] } },
  ],
  ["a Secret", { apiVersion: "v1", kind: "Secret", metadata, data: { key: "YQ==" }, type: "Opaque" }],
  ["an integer beyond 2^53", { apiVersion: "v1", kind: "A", big: 9007199254740993n }],
  [
    "hostile keys",
    JSON.parse('{"apiVersion":"v1","kind":"A","__proto__":{"constructor":{"toString":null}}}'),
  ],
];

describe("kept, the same object", () => {
  test.each(KEPT)("%s", (_, wire) => {
    expect(toWire(frozen(wire))).toBe(wire);
  });
});

test("a copy keeps hostile keys as they are", () => {
  const given = JSON.parse(
    '{"apiVersion":"v1","kind":"A","__proto__":{"constructor":{"toString":1}},"at":null}',
  );
  const wire = toWire({ ...given, at: SECOND });
  expect(JSON.stringify(wire)).toBe(
    `{"apiVersion":"v1","kind":"A","__proto__":{"constructor":{"toString":1}},"at":"${TEXT}"}`,
  );
});

describe("apiVersion and kind of an informer's items", () => {
  const kind = { apiVersion: "networking.k8s.io/v1", kind: "NetworkPolicy" };

  test("are filled in, and tell the type", () => {
    const { apiVersion: _, kind: __, ...item } = policy;
    expect(toWire(ObjectSerializer.deserialize(item, "V1NetworkPolicy"), kind)).toStrictEqual(policy);
    expect(toWire({ spec: { ingress: [{ _from: [] }] } }, kind)).toStrictEqual({
      ...kind,
      spec: { ingress: [{ from: [] }] },
    });
  });

  test("are never changed", () => {
    expect(toWire(policy, { apiVersion: "v1", kind: "Pod" })).toBe(policy);
  });

  test("are left out where nobody says them", () => {
    expect(toWire(Object.assign(new V1Secret(), { metadata }))).toStrictEqual({ metadata });
  });
});

const at = (value: unknown) => ({ apiVersion: "v1", kind: "A", spec: { list: [{}, { value }] } });
const cycle: Record<string, unknown> = { apiVersion: "v1", kind: "A" };
cycle.self = cycle;

/** What JSON cannot say; with the code and the place. */
const REFUSED: readonly [name: string, given: unknown, code: string, path?: string][] = [
  ["NaN", at(Number.NaN), "not-wire-json", "/spec/list/1/value"],
  ["Infinity", at(Number.POSITIVE_INFINITY), "not-wire-json", "/spec/list/1/value"],
  ["a function", at(() => 1), "not-wire-json", "/spec/list/1/value"],
  ["a symbol", at(Symbol("a")), "not-wire-json", "/spec/list/1/value"],
  ["a Map", at(new Map()), "not-wire-json", "/spec/list/1/value"],
  ["a Buffer", at(Buffer.from("a")), "not-wire-json", "/spec/list/1/value"],
  ["a Date that is none", at(new Date("")), "not-wire-json", "/spec/list/1/value"],
  ["a cycle", cycle, "too-deep"],
  ["text", "a", "no-kind"],
  ["a list", [policy], "no-kind"],
  ["nothing", undefined, "no-kind"],
  ["a Map alone", new Map(), "not-wire-json"],
  [
    "both names of one field",
    { ...policy, spec: { ingress: [{ _from: [], from }] } },
    "not-wire-json",
    "/spec/ingress/0",
  ],
  [
    "both names of one field, the other way round, in an instance",
    Object.assign(new V1NetworkPolicy(), { ...policy, spec: { ingress: [{ from: [], _from: [] }] } }),
    "not-wire-json",
    "/spec/ingress/0",
  ],
];

describe("refused", () => {
  test.each(REFUSED)("%s", (_, given, code, path) => {
    expect(() => toWire(given)).toThrow(expect.objectContaining({ code, ...(path && { path }) }));
    expect(() => toWire(given)).toThrow(UsageError);
  });
});
