import { describe } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import { configMap, deployment, object, rows, type Settings, stored } from "./helper.js";

const exact = (more: Settings): Settings => ({ strategy: "exact", ...more });
const containers = (...list: JsonObject[]): JsonObject =>
  deployment({ template: { metadata: { labels: { app: "demo" } }, spec: { containers: list } } });

describe("what must be gone is looked for wherever it is", () => {
  rows([
    {
      name: "beside the claimed fields",
      desired: configMap({ data: { a: "1" } }),
      live: stored(configMap({ data: { a: "1" }, binaryData: { x: "eA==" } })),
      rule: exact({ fields: ["data"], absent: ["binaryData"] }),
      is: "write",
      changes: ["binaryData must-be-absent"],
      payload: { "/binaryData": undefined, "/data": { a: "1" } },
    },
    {
      name: "beside a claimed part",
      desired: deployment(),
      live: stored(deployment({ paused: true })),
      rule: exact({ fields: ["spec.template"], absent: ["spec.paused"] }),
      is: "write",
      changes: ["spec.paused must-be-absent"],
    },
    {
      name: "in a field that desired does not state",
      desired: configMap({}),
      live: stored(configMap({ data: { old: "1", other: "2" } })),
      rule: exact({ absent: ["data.old"] }),
      is: "write",
      changes: ["data.old must-be-absent"],
      payload: { "/data": { other: "2" } },
    },
    {
      name: "in a struct that desired leaves out, under derivative",
      desired: deployment(),
      live: stored(deployment({}, { securityContext: { runAsUser: 1, runAsGroup: 2 } })),
      rule: { strategy: "derivative", absent: ["spec.template.spec.securityContext.runAsUser"] },
      is: "write",
      changes: ["spec.template.spec.securityContext.runAsUser must-be-absent"],
      payload: { "/spec/template/spec/securityContext": { runAsGroup: 2 } },
    },
    {
      name: "any key of a map",
      desired: configMap({}),
      live: stored(configMap({}, { annotations: { "example.com/a": "1" } })),
      rule: exact({ absent: ["metadata.annotations[*]"] }),
      is: "write",
    },
  ]);
});

describe("entries that name the same place all hold", () => {
  const env = [{ name: "A", value: "1" }];
  rows([
    {
      name: "two that name one item",
      desired: containers({ name: "a", image: "x:1", env }),
      live: stored(containers({ name: "a", image: "x:1", env, args: ["theirs"] })),
      rule: exact({
        ignore: ["spec.template.spec.containers[image=x:1].args"],
        absent: ["spec.template.spec.containers[name=a].env"],
      }),
      is: "write",
      changes: ["spec.template.spec.containers[name=a].env must-be-absent"],
      payload: { "/spec/template/spec/containers/0/args": ["theirs"] },
    },
    {
      name: "a key and a prefix that covers it",
      desired: configMap({}, { annotations: { "example.com/a": "1" } }),
      live: stored(configMap({}, { annotations: { "example.com/a": "2" } })),
      rule: exact({
        ignore: ["metadata.annotations[example.com/*]"],
        once: ["metadata.annotations[example.com/a]"],
      }),
      is: "skip",
    },
  ]);
});

describe("what is said of an item holds for the item", () => {
  const live = stored(containers({ name: "a", image: "x:1", args: ["theirs"] }));
  rows([
    {
      name: "a strategy of each",
      desired: containers({ name: "a", image: "x:1" }),
      live,
      rule: {
        strategy: "derivative",
        fields: ["spec", { path: "spec.template.spec.containers[*]", strategy: "exact" }],
      },
      is: "write",
      changes: ["spec.template.spec.containers[name=a].args removed"],
    },
    {
      name: "a strategy of one",
      desired: containers({ name: "a", image: "x:1" }),
      live,
      rule: {
        strategy: "exact",
        fields: ["spec", { path: "spec.template.spec.containers[name=a]", strategy: "derivative" }],
      },
      is: "skip",
    },
    {
      name: "set once",
      desired: containers({ name: "a", image: "x:2" }),
      live,
      rule: exact({ once: ["spec.template.spec.containers[name=a]"] }),
      is: "skip",
    },
    {
      name: "immutable",
      desired: containers({ name: "a", image: "x:2", args: ["theirs"] }),
      live,
      rule: exact({ immutable: ["spec.template.spec.containers[name=a]"] }),
      is: "blocked",
    },
  ]);
});

describe("an empty value of another type is no empty value", () => {
  rows([
    {
      name: "an object for a list",
      desired: deployment({}, { tolerations: {} }),
      live: stored(deployment()),
      is: "write",
    },
    {
      name: "a list for a map",
      desired: deployment({}, { nodeSelector: [] }),
      live: stored(deployment()),
      is: "write",
    },
    {
      name: "its own",
      desired: deployment({}, { tolerations: [], nodeSelector: {} }),
      live: stored(deployment()),
      is: "skip",
    },
  ]);
});

describe("finalizers are a set", () => {
  const lease = (finalizers: string[]): JsonObject =>
    object("coordination.k8s.io/v1", "Lease", { spec: {} }, { finalizers });
  rows([
    {
      name: "one twice is one",
      desired: lease(["example.com/a", "example.com/a"]),
      live: stored(lease(["example.com/a"])),
      is: "skip",
    },
  ]);
});

describe("defaults depend on what the write leaves behind, not on what desired states", () => {
  const policy = (spec: JsonObject): JsonObject =>
    object("networking.k8s.io/v1", "NetworkPolicy", { spec: { podSelector: {}, ...spec } });
  rows([
    {
      name: "an ignored image of live's decides its pull policy",
      desired: containers({ name: "a", image: "x:1" }),
      live: stored(containers({ name: "a", image: "x:latest", imagePullPolicy: "IfNotPresent" })),
      rule: exact({ ignore: ["spec.template.spec.containers[*].image"] }),
      is: "write",
    },
    {
      name: "egress rules that are ignored are not there",
      desired: policy({ egress: [{}] }),
      live: stored(policy({ policyTypes: ["Ingress"] })),
      rule: exact({ ignore: ["spec.egress"] }),
      is: "skip",
    },
    {
      name: "a Service's type that the rule does not claim is live's",
      desired: object("v1", "Service", { spec: { ports: [{ port: 80 }] } }),
      live: stored(
        object("v1", "Service", {
          spec: {
            type: "NodePort",
            clusterIP: "10.0.0.7",
            ports: [{ port: 80, protocol: "TCP", targetPort: 80, nodePort: 30080 }],
          },
        }),
      ),
      rule: exact({ fields: ["spec.ports"] }),
      is: "skip",
    },
  ]);
});

describe("a fingerprint is compared even where the rule ignores its annotation", () => {
  rows([
    {
      name: "none is recorded",
      desired: configMap({ data: { a: "1" } }),
      live: stored(configMap({ data: { a: "1" } })),
      rule: { strategy: "hash", ignore: ["metadata.annotations"] },
      is: "write",
    },
  ]);
});
