import { describe } from "vitest";
import type { Json } from "../../../src/core/json.js";
import { configMap, custom, deployment, object, rows, secret, service, stored } from "./helper.js";

describe("bytes of built-in kinds compare decoded", () => {
  rows([
    {
      name: "a trailing newline",
      desired: secret({ data: { a: "YQ==\n" } }),
      live: stored(secret({ data: { a: "YQ==" } })),
      is: "skip",
      passed: ["data.a spelling"],
    },
    {
      name: "line ends inside",
      desired: secret({ data: { a: "YWJj\r\nZGVm" } }),
      live: stored(secret({ data: { a: "YWJjZGVm" } })),
      is: "skip",
    },
    {
      name: "spare bits before ==",
      desired: secret({ data: { a: "YR==" } }),
      live: stored(secret({ data: { a: "YQ==" } })),
      is: "skip",
    },
    {
      name: "spare bits before =",
      desired: secret({ data: { a: "YWJ=" } }),
      live: stored(secret({ data: { a: "YWI=" } })),
      is: "skip",
    },
    {
      name: "another byte",
      desired: secret({ data: { a: "Yg==" } }),
      live: stored(secret({ data: { a: "YQ==" } })),
      is: "write",
    },
    {
      name: "a prefix of live's",
      desired: secret({ data: { a: "YWI=" } }),
      live: stored(secret({ data: { a: "YWJjZGVm" } })),
      is: "write",
    },
    {
      name: "binaryData",
      desired: configMap({ binaryData: { a: "YQ==\n" } }),
      live: stored(configMap({ binaryData: { a: "YQ==" } })),
      is: "skip",
    },
    {
      name: "a ConfigMap's data are texts",
      desired: configMap({ data: { a: "YQ==\n" } }),
      live: stored(configMap({ data: { a: "YQ==" } })),
      is: "write",
    },
    {
      name: "a caBundle",
      desired: object("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", {
        webhooks: [{ name: "a.example.com", clientConfig: { caBundle: "YQ==\n" } }],
      }),
      live: stored(
        object("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration", {
          webhooks: [
            {
              name: "a.example.com",
              clientConfig: { caBundle: "YQ==" },
              matchPolicy: "Equivalent",
              timeoutSeconds: 10,
              failurePolicy: "Fail",
              namespaceSelector: {},
              objectSelector: {},
            },
          ],
        }),
      ),
      is: "skip",
    },
    {
      name: "what is no base64 stays as it is",
      desired: secret({ data: { a: "!=" } }),
      live: stored(secret({ data: { a: "?=" } })),
      is: "write",
    },
  ]);
});

const lease = (spec: Record<string, Json>) => object("coordination.k8s.io/v1", "Lease", { spec });
const event = (times: Record<string, Json>) =>
  object("v1", "Event", { involvedObject: { kind: "Pod", name: "p" }, ...times });

describe("times", () => {
  rows([
    {
      name: "another zone",
      desired: event({ lastTimestamp: "2026-01-01T02:00:00+02:00" }),
      live: stored(event({ lastTimestamp: "2026-01-01T00:00:00Z" })),
      is: "skip",
    },
    {
      name: "a time has no fraction",
      desired: event({ lastTimestamp: "2026-01-01T00:00:00.5Z" }),
      live: stored(event({ lastTimestamp: "2026-01-01T00:00:00Z" })),
      is: "skip",
    },
    {
      name: "another second",
      desired: event({ lastTimestamp: "2026-01-01T00:00:01Z" }),
      live: stored(event({ lastTimestamp: "2026-01-01T00:00:00Z" })),
      is: "write",
    },
    {
      name: "null over null",
      desired: event({ lastTimestamp: null }),
      live: stored(event({ lastTimestamp: null })),
      is: "skip",
    },
    {
      name: "null over absent",
      desired: event({ lastTimestamp: null, eventTime: null }),
      live: stored(event({})),
      is: "skip",
    },
    {
      name: "a micro time keeps its fraction",
      desired: lease({ renewTime: "2026-01-01T00:00:00.000001Z" }),
      live: stored(lease({ renewTime: "2026-01-01T00:00:00.000000Z" })),
      is: "write",
    },
    {
      name: "a micro time in another zone",
      desired: lease({ renewTime: "2026-01-01T01:00:00.000000+01:00" }),
      live: stored(lease({ renewTime: "2026-01-01T00:00:00.000000Z" })),
      is: "skip",
    },
    {
      name: "a micro time needs its fraction",
      desired: lease({ renewTime: "2026-01-01T00:00:00Z" }),
      live: stored(lease({ renewTime: "2026-01-01T00:00:00.000000Z" })),
      is: "write",
    },
    {
      name: "no time at all",
      desired: event({ lastTimestamp: "soon" }),
      live: stored(event({ lastTimestamp: "2026-01-01T00:00:00Z" })),
      is: "write",
    },
    {
      name: "a day that does not exist",
      desired: event({ lastTimestamp: "2026-13-41T00:00:00Z" }),
      live: stored(event({ lastTimestamp: "2026-01-01T00:00:00Z" })),
      is: "write",
    },
    {
      name: "in a custom object a time is plain text",
      desired: custom({ at: "2026-01-01T02:00:00+02:00" }),
      live: stored(custom({ at: "2026-01-01T00:00:00Z" })),
      is: "write",
    },
  ]);
});

describe("an integer or a text", () => {
  const budget = (minAvailable: Json) =>
    object("policy/v1", "PodDisruptionBudget", { spec: { minAvailable } });
  rows([
    {
      name: '"80" is not 80',
      desired: service({ ports: [{ port: 80, targetPort: "80" }] }),
      live: stored(service({ ports: [{ port: 80, targetPort: 80, protocol: "TCP" }] })),
      is: "write",
      changes: ["spec.ports[port=80,protocol=TCP].targetPort changed"],
    },
    {
      name: "80 is 80",
      desired: service({ ports: [{ port: 80, targetPort: 80 }] }),
      live: stored(service({ ports: [{ port: 80, targetPort: 80, protocol: "TCP" }] })),
      is: "skip",
    },
    { name: "a percentage", desired: budget("50%"), live: stored(budget("50%")), is: "skip" },
    { name: "another percentage", desired: budget("50%"), live: stored(budget("49%")), is: "write" },
    { name: "0 is a value of a pointer", desired: budget(0), live: stored(budget(1)), is: "write" },
    { name: '"1" is not 1', desired: budget("1"), live: stored(budget(1)), is: "write" },
    { name: "1n is 1", desired: budget(1n), live: stored(budget(1)), is: "skip" },
  ]);
});

describe("numbers", () => {
  const big = 9007199254740993n;
  rows([
    { name: "1.0 is 1", desired: custom({ n: 1.0 }), live: stored(custom({ n: 1 })), is: "skip" },
    {
      name: "a BigInt that a double holds",
      desired: custom({ n: 5n }),
      live: stored(custom({ n: 5 })),
      is: "skip",
      passed: ["spec.n spelling"],
    },
    { name: "two equal BigInts", desired: custom({ n: big }), live: stored(custom({ n: big })), is: "skip" },
    {
      name: "two BigInts one apart",
      desired: custom({ n: big }),
      live: stored(custom({ n: big - 1n })),
      is: "write",
      payload: { "/spec/n": big },
    },
    {
      name: "a BigInt and the double next to it",
      desired: custom({ n: big }),
      live: stored(custom({ n: 9007199254740992 })),
      is: "write",
    },
    {
      name: "a BigInt in a list",
      desired: custom({ n: [big] }),
      live: stored(custom({ n: [big] })),
      is: "skip",
    },
    {
      name: "a BigInt is no text",
      desired: custom({ n: big }),
      live: stored(custom({ n: "9007199254740993" })),
      is: "write",
    },
    {
      name: "in a built-in kind",
      desired: deployment({ replicas: 3n }),
      live: stored(deployment({ replicas: 3 })),
      is: "skip",
    },
    {
      name: "another one in a built-in kind",
      desired: deployment({ replicas: 4n }),
      live: stored(deployment({ replicas: 3 })),
      is: "write",
    },
    {
      name: "a number is not its text",
      desired: deployment({ replicas: "3" }),
      live: stored(deployment({ replicas: 3 })),
      is: "write",
    },
    {
      name: "0n is zero",
      desired: deployment({ minReadySeconds: 0n }),
      live: stored(deployment()),
      is: "skip",
    },
    { name: "-0 is 0", desired: custom({ n: -0 }), live: stored(custom({ n: 0 })), is: "skip" },
    { name: "true is not 1", desired: custom({ n: true }), live: stored(custom({ n: 1 })), is: "write" },
  ]);
});

describe("values of another type", () => {
  rows([
    {
      name: "an object over a text",
      desired: custom({ a: {} }),
      live: stored(custom({ a: "" })),
      is: "write",
    },
    {
      name: "a list over an object",
      desired: custom({ a: [] }),
      live: stored(custom({ a: {} })),
      is: "write",
    },
    {
      name: "an object with length over a list",
      desired: custom({ a: { length: 0 } }),
      live: stored(custom({ a: [] })),
      is: "write",
    },
    {
      name: "a text where the kind has a struct",
      desired: deployment({ strategy: "Recreate" }),
      live: stored(deployment({ strategy: { type: "Recreate" } })),
      is: "write",
    },
    {
      name: "a text where the kind has a list",
      desired: deployment({}, {}, { args: "a" }),
      live: stored(deployment({}, {}, { args: ["a"] })),
      is: "write",
    },
    {
      name: "a text where the kind has a map",
      desired: configMap({ data: "a" }),
      live: stored(configMap({ data: { a: "1" } })),
      is: "write",
    },
    {
      name: "a struct where the kind has a text",
      desired: deployment({}, { hostname: { a: 1 } }),
      live: stored(deployment({}, { hostname: "a" })),
      is: "write",
    },
    {
      name: "a text in a list of structs",
      desired: deployment({}, { volumes: ["v"] }),
      live: stored(deployment({}, { volumes: [{ name: "v", emptyDir: {} }] })),
      is: "write",
    },
  ]);
});

describe("a set's order does not count, and the payload keeps live's", () => {
  const driver = (modes: Json): Parameters<typeof stored>[0] =>
    object("example.com/v1", "Widget", { spec: { modes } });
  const facts = {
    kinds: [
      {
        group: "example.com",
        version: "v1",
        kind: "Widget",
        type: "example.com/v1.Widget",
        namespaced: true,
        statusSubresource: true,
      },
    ],
    types: {
      "example.com/v1.Widget": {
        fields: { spec: { type: "struct", ref: "example.com/v1.Spec" } },
        stored: "asIs",
      },
      "example.com/v1.Spec": {
        fields: { modes: { type: "list", list: "set", of: { type: "string" } } },
        stored: "asIs",
      },
    },
  } as const;
  rows([
    { name: "swapped", facts, desired: driver(["b", "a"]), live: stored(driver(["a", "b"])), is: "skip" },
    {
      name: "one more",
      facts,
      desired: driver(["c", "b", "a"]),
      live: stored(driver(["a", "b"])),
      is: "write",
      payload: { "/spec/modes": ["a", "b", "c"] },
    },
    { name: "one less", facts, desired: driver(["b"]), live: stored(driver(["a", "b"])), is: "write" },
  ]);
});
