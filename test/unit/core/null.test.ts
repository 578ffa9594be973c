import { describe } from "vitest";
import { configMap, custom, DERIVATIVE, deployment, object, rows, stored } from "./helper.js";

describe("null in a struct field is absent", () => {
  rows([
    {
      name: "null over the default",
      desired: deployment({ replicas: null }),
      live: stored(deployment({ replicas: 1 })),
      is: "skip",
      passed: ["spec.replicas default"],
    },
    {
      name: "null resets a defaulted field",
      desired: deployment({ replicas: null }),
      live: stored(deployment({ replicas: 5 })),
      is: "write",
      changes: ["spec.replicas reset-to-default"],
      payload: { "/spec/replicas": undefined },
    },
    {
      name: "null removes a field without a default",
      desired: deployment({}, { nodeSelector: null }),
      live: stored(deployment({}, { nodeSelector: { disk: "ssd" } })),
      is: "write",
      changes: ["spec.template.spec.nodeSelector removed"],
      payload: { "/spec/template/spec/nodeSelector": undefined },
    },
    {
      name: "null where live has nothing",
      desired: deployment(
        {},
        { affinity: null, volumes: null, hostNetwork: null },
        { resources: null, env: null },
      ),
      live: stored(deployment()),
      is: "skip",
    },
    {
      name: "null under derivative states nothing",
      desired: deployment({ replicas: null }, { nodeSelector: null }),
      live: stored(deployment({ replicas: 5 }, { nodeSelector: { disk: "ssd" } })),
      rule: DERIVATIVE,
      is: "skip",
      passed: ["spec.replicas not-stated"],
    },
    {
      name: "null for an unknown field is no unknown field",
      desired: deployment({ nonesuch: null }),
      live: stored(deployment()),
      is: "skip",
      reason: "equal",
    },
    {
      name: "null at the top",
      desired: configMap({ data: { a: "1" }, binaryData: null, immutable: null }),
      live: stored(configMap({ data: { a: "1" } })),
      is: "skip",
    },
    {
      name: "null at the top removes",
      desired: configMap({ data: null }),
      live: stored(configMap({ data: { a: "1" } })),
      is: "write",
      changes: ["data removed"],
      payload: { "/data": undefined },
    },
    {
      name: "null metadata members are absent",
      desired: configMap(
        { data: { a: "1" } },
        { labels: null, annotations: null, finalizers: null, ownerReferences: null },
      ),
      live: stored(
        configMap(
          { data: { a: "1" } },
          { labels: { x: "1" }, annotations: { y: "2" }, finalizers: ["example.com/f"] },
        ),
      ),
      is: "skip",
    },
    {
      name: "creationTimestamp null in a template",
      desired: deployment({
        template: {
          metadata: { creationTimestamp: null, labels: { app: "demo" } },
          spec: { containers: [{ name: "web", image: "demo:1.0" }] },
        },
      }),
      live: stored(deployment()),
      is: "skip",
    },
  ]);
});

describe("null in a map or a list of scalars is the zero value", () => {
  rows([
    {
      name: "a map value is stored as the empty text",
      desired: configMap({ data: { a: "1", b: null } }),
      live: stored(configMap({ data: { a: "1", b: "" } })),
      is: "skip",
    },
    {
      name: "a map value that live lacks",
      desired: configMap({ data: { a: "1", b: null } }),
      live: stored(configMap({ data: { a: "1" } })),
      is: "write",
      changes: ["data.b added"],
      payload: { "/data/b": "" },
    },
    {
      name: "a map value that live has otherwise",
      desired: configMap({ data: { a: "1", b: null } }),
      live: stored(configMap({ data: { a: "1", b: "2" } })),
      is: "write",
      changes: ["data.b changed"],
      payload: { "/data/b": "" },
    },
    {
      name: "a label",
      desired: configMap({}, { labels: { a: null } }),
      live: stored(configMap({}, { labels: { a: "" } })),
      is: "skip",
    },
    {
      name: "a label that live lacks",
      desired: configMap({}, { labels: { a: null } }),
      live: stored(configMap({})),
      is: "write",
      changes: ["metadata.labels.a added"],
    },
    {
      name: "a list item",
      desired: deployment({}, {}, { args: ["a", null] }),
      live: stored(deployment({}, {}, { args: ["a", ""] })),
      is: "skip",
    },
    {
      name: "a list item that live has otherwise",
      desired: deployment({}, {}, { args: ["a", null] }),
      live: stored(deployment({}, {}, { args: ["a", "b"] })),
      is: "write",
      payload: { "/spec/template/spec/containers/0/args": ["a", ""] },
    },
    {
      name: "a list item in a list that grows",
      desired: deployment({}, {}, { args: ["a", null] }),
      live: stored(deployment({}, {}, { args: ["a"] })),
      is: "write",
      payload: { "/spec/template/spec/containers/0/args": ["a", ""] },
    },
    {
      name: "a quantity in a resource list",
      desired: deployment({}, {}, { resources: { limits: { cpu: null } } }),
      live: stored(deployment({}, {}, { resources: { limits: { cpu: "0" } } })),
      is: "skip",
    },
  ]);
});

describe("null in a custom object without facts is a value", () => {
  rows([
    { name: "both have it", desired: custom({ a: null }), live: stored(custom({ a: null })), is: "skip" },
    {
      name: "only live has it",
      desired: custom({ b: 1 }),
      live: stored(custom({ a: null, b: 1 })),
      is: "write",
      changes: ["spec.a removed"],
    },
    {
      name: "derivative: null states nothing",
      desired: custom({ a: null, b: 1 }),
      live: stored(custom({ a: 2, b: 1 })),
      rule: DERIVATIVE,
      is: "skip",
    },
    {
      name: "null against a value",
      desired: custom({ a: null }),
      live: stored(custom({ a: 1 })),
      is: "write",
    },
  ]);
});

const widgets = {
  kinds: [
    {
      group: "example.com",
      version: "v1",
      kind: "Widget",
      type: "example.v1.Widget",
      namespaced: true,
      statusSubresource: true,
    },
  ],
  types: {
    "example.v1.Widget": {
      stored: "asIs",
      fields: { spec: { type: "struct", ref: "example.v1.Spec" } },
    },
    "example.v1.Spec": {
      stored: "asIs",
      fields: {
        size: { type: "integer", default: 3 },
        note: { type: "string", nullable: true },
        label: { type: "string" },
        amount: { type: "string" },
        tags: { type: "map", of: { type: "string" } },
        parts: {
          type: "list",
          list: "keyed",
          keys: ["name", "port"],
          of: { type: "struct", ref: "example.v1.Part" },
        },
      },
    },
    "example.v1.Part": {
      stored: "asIs",
      fields: { name: { type: "string" }, port: { type: "integer", default: 80 }, free: { type: "any" } },
    },
  },
} as const;

describe("a custom object with facts is stored as it is", () => {
  rows(
    [
      {
        name: "null is replaced by the default",
        desired: custom({ size: null }),
        live: stored(custom({ size: 3 })),
        is: "skip" as const,
      },
      {
        name: "null is pruned without one",
        desired: custom({ label: null }),
        live: stored(custom({})),
        is: "skip" as const,
      },
      {
        name: "null is kept where nullable",
        desired: custom({ note: null }),
        live: stored(custom({ note: null })),
        is: "skip" as const,
      },
      {
        name: "null that live lacks, where nullable",
        desired: custom({ note: null }),
        live: stored(custom({})),
        is: "write" as const,
      },
      {
        name: "nullable null is not absent",
        desired: custom({}),
        live: stored(custom({ note: null })),
        is: "write" as const,
      },
      {
        name: "zero is a value",
        desired: custom({ size: 0 }),
        live: stored(custom({ size: 3 })),
        is: "write" as const,
      },
      {
        name: "the empty text is a value",
        desired: custom({ label: "" }),
        live: stored(custom({})),
        is: "write" as const,
      },
      {
        name: "an empty map is a value",
        desired: custom({ tags: {} }),
        live: stored(custom({})),
        is: "write" as const,
      },
      {
        name: "a default is filled into a list item",
        desired: custom({ parts: [{ name: "a" }] }),
        live: stored(custom({ parts: [{ name: "a", port: 80 }] })),
        is: "skip" as const,
      },
      {
        name: "a quantity is plain text",
        desired: custom({ amount: "1024Mi" }),
        live: stored(custom({ amount: "1Gi" })),
        is: "write" as const,
      },
      {
        name: "1.0 is 1",
        desired: custom({ size: 1.0 }),
        live: stored(custom({ size: 1 })),
        is: "skip" as const,
      },
      {
        name: "null in an untyped part stays",
        desired: custom({ parts: [{ name: "a", free: { x: null } }] }),
        live: stored(custom({ parts: [{ name: "a", port: 80, free: { x: null } }] })),
        is: "skip" as const,
      },
      {
        name: "a field that the schema lacks is dropped",
        desired: custom({ nonesuch: 1 }),
        live: stored(custom({})),
        is: "skip" as const,
        reason: "unknown-field",
      },
      {
        name: "derivative pairs by keys with their defaults",
        desired: custom({ parts: [{ name: "b" }, { name: "a" }] }),
        live: stored(
          custom({
            parts: [
              { name: "a", port: 80 },
              { name: "b", port: 80 },
            ],
          }),
        ),
        rule: DERIVATIVE,
        is: "skip" as const,
      },
    ].map((row) => ({ ...row, facts: widgets })),
  );
});

describe("empty and zero are absent where Go's encoding drops them, and values where it does not", () => {
  const policy = (spec: Record<string, never[] | object>) =>
    object("networking.k8s.io/v1", "NetworkPolicy", { spec: { policyTypes: ["Ingress"], ...spec } });
  rows([
    {
      name: "env [] is absent",
      desired: deployment({}, {}, { env: [] }),
      live: stored(deployment()),
      is: "skip",
    },
    {
      name: "resources {} is absent",
      desired: deployment({}, {}, { resources: {} }),
      live: stored(deployment()),
      is: "skip",
    },
    {
      name: "volumes [] removes",
      desired: deployment({}, { volumes: [] }),
      live: stored(deployment({}, { volumes: [{ name: "v", emptyDir: {} }] })),
      is: "write",
    },
    {
      name: "nodeSelector {} removes",
      desired: deployment({}, { nodeSelector: {} }),
      live: stored(deployment({}, { nodeSelector: { a: "b" } })),
      is: "write",
      changes: ["spec.template.spec.nodeSelector changed"],
    },
    {
      name: "minReadySeconds 0 is absent",
      desired: deployment({ minReadySeconds: 0 }),
      live: stored(deployment()),
      is: "skip",
    },
    {
      name: "minReadySeconds 0 resets",
      desired: deployment({ minReadySeconds: 0 }),
      live: stored(deployment({ minReadySeconds: 10 })),
      is: "write",
    },
    {
      name: "paused false resets",
      desired: deployment({ paused: false }),
      live: stored(deployment({ paused: true })),
      is: "write",
    },
    {
      name: "hostNetwork false resets",
      desired: deployment({}, { hostNetwork: false }),
      live: stored(deployment({}, { hostNetwork: true })),
      is: "write",
    },
    {
      name: "replicas 0 is a value",
      desired: deployment({ replicas: 0 }),
      live: stored(deployment({ replicas: 1 })),
      is: "write",
      changes: ["spec.replicas changed"],
    },
    {
      name: "replicas 0 is not the default",
      desired: deployment(),
      live: stored(deployment({ replicas: 0 })),
      is: "write",
      changes: ["spec.replicas reset-to-default"],
    },
    {
      name: 'hostPath.type "" is a value',
      desired: deployment({}, { volumes: [{ name: "v", hostPath: { path: "/x", type: "" } }] }),
      live: stored(deployment({}, { volumes: [{ name: "v", hostPath: { path: "/x", type: "Directory" } }] })),
      is: "write",
    },
    {
      name: "emptyDir {} is a value",
      desired: deployment({}, { volumes: [{ name: "v", emptyDir: {} }] }),
      live: stored(
        deployment({}, { volumes: [{ name: "v", secret: { secretName: "s", defaultMode: 420 } }] }),
      ),
      is: "write",
    },
    {
      name: 'env value "" is absent',
      desired: deployment({}, {}, { env: [{ name: "A", value: "" }] }),
      live: stored(deployment({}, {}, { env: [{ name: "A" }] })),
      is: "skip",
    },
    {
      name: "podSelector {} is a value of the field, absent by value",
      desired: policy({ podSelector: {} }),
      live: stored(policy({ podSelector: {} })),
      is: "skip",
    },
    {
      name: "podSelector {} selects all, not these",
      desired: policy({ podSelector: {} }),
      live: stored(policy({ podSelector: { matchLabels: { a: "b" } } })),
      is: "write",
    },
    {
      name: "ingress [{}] is not [] ",
      desired: policy({ podSelector: {}, ingress: [] }),
      live: stored(policy({ podSelector: {}, ingress: [{}] })),
      is: "write",
    },
    {
      name: "from [{}]",
      desired: policy({ podSelector: {}, ingress: [{ from: [{ podSelector: {} }] }] }),
      live: stored(policy({ podSelector: {}, ingress: [{ from: [{ podSelector: {} }] }] })),
      is: "skip",
    },
    {
      name: "a peer's podSelector {} is not absent",
      desired: policy({ podSelector: {}, ingress: [{ from: [{ namespaceSelector: {} }] }] }),
      live: stored(
        policy({ podSelector: {}, ingress: [{ from: [{ namespaceSelector: {}, podSelector: {} }] }] }),
      ),
      is: "write",
    },
    {
      name: "securityContext {} is the default",
      desired: deployment({}, { securityContext: {} }),
      live: stored(deployment({}, {})),
      is: "skip",
    },
    {
      name: "subjects [] is absent",
      desired: object("rbac.authorization.k8s.io/v1", "RoleBinding", {
        subjects: [],
        roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "r" },
      }),
      live: stored(
        object("rbac.authorization.k8s.io/v1", "RoleBinding", {
          roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "r" },
        }),
      ),
      is: "skip",
    },
    {
      name: "annotations {} is absent",
      desired: configMap({}, { annotations: {} }),
      live: stored(configMap({})),
      is: "skip",
    },
    { name: "data {} is absent", desired: configMap({ data: {} }), live: stored(configMap({})), is: "skip" },
    {
      name: "data {} empties",
      desired: configMap({ data: {} }),
      live: stored(configMap({ data: { a: "1" } })),
      is: "write",
    },
  ]);
});
