import { describe } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import { configMap, custom, deployment, rows, stored } from "./helper.js";

const data = { data: { a: "1" } };
const desired = (metadata: JsonObject): JsonObject => configMap(data, metadata);
const live = (metadata: JsonObject): JsonObject => stored(configMap(data, metadata));

describe("labels and annotations go by key", () => {
  rows([
    {
      name: "somebody else's stay",
      desired: desired({ labels: { a: "1" } }),
      live: live({ labels: { a: "1", b: "2" }, annotations: { c: "3" } }),
      is: "skip",
      passed: ["metadata.labels.b foreign", "metadata.annotations foreign"].slice(0, 1),
    },
    {
      name: "a wanted key is missing",
      desired: desired({ labels: { a: "1", b: "2" } }),
      live: live({ labels: { a: "1" } }),
      is: "write",
      changes: ["metadata.labels.b added"],
      payload: { "/metadata/labels": { a: "1", b: "2" } },
    },
    {
      name: "a wanted key has another value",
      desired: desired({ annotations: { "example.com/a": "1" } }),
      live: live({ annotations: { "example.com/a": "2", "example.com/b": "3" } }),
      is: "write",
      changes: ["metadata.annotations[example.com/a] changed"],
      payload: { "/metadata/annotations": { "example.com/a": "1", "example.com/b": "3" } },
    },
    {
      name: '"" against x',
      desired: desired({ labels: { a: "" } }),
      live: live({ labels: { a: "x" } }),
      is: "write",
    },
    { name: '"" against absent', desired: desired({ labels: { a: "" } }), live: live({}), is: "write" },
    { name: "none against none", desired: desired({ labels: {} }), live: live({}), is: "skip" },
    {
      name: "in a custom object",
      desired: custom({}, { labels: { a: "1" } }),
      live: stored(custom({}, { labels: { a: "1", b: "2" } })),
      is: "skip",
    },
    {
      name: "under derivative too",
      desired: desired({ labels: { a: "1" } }),
      live: live({ labels: { a: "2" } }),
      rule: { strategy: "derivative" },
      is: "write",
    },
    {
      name: "whatever the rule's fields are",
      desired: desired({ labels: { a: "1" } }),
      live: live({ labels: { a: "2" } }),
      rule: { strategy: "exact", fields: ["data"] },
      is: "write",
    },
    {
      name: "unless ignored",
      desired: desired({ labels: { a: "1" } }),
      live: live({ labels: { a: "2" } }),
      rule: { strategy: "exact", ignore: ["metadata.labels.a"] },
      is: "skip",
    },
    {
      name: "ignored by prefix",
      desired: desired({ annotations: { "example.com/a": "1", b: "1" } }),
      live: live({ annotations: { "example.com/a": "2", "example.com/z": "3", b: "1" } }),
      rule: { strategy: "exact", ignore: ["metadata.annotations[example.com/*]"] },
      is: "skip",
      passed: ["metadata.annotations[example.com/a] ignored"],
    },
  ]);
});

describe("a template's metadata is ordinary data", () => {
  const restarted = { "kubectl.kubernetes.io/restartedAt": "2026-01-01T00:00:00Z" };
  const template = (metadata: JsonObject): JsonObject =>
    deployment({ template: { metadata, spec: { containers: [{ name: "web", image: "demo:1.0" }] } } });
  const path = "spec.template.metadata.annotations";
  rows([
    {
      name: "a foreign annotation goes",
      desired: template({ labels: { app: "demo" } }),
      live: stored(template({ labels: { app: "demo" }, annotations: restarted })),
      is: "write",
      changes: [`${path} removed`],
      payload: { "/spec/template/metadata/annotations": undefined },
    },
    {
      name: "a foreign label goes",
      desired: template({ labels: { app: "demo" } }),
      live: stored(template({ labels: { app: "demo", x: "y" } })),
      is: "write",
    },
    {
      name: "unless ignored",
      desired: template({ labels: { app: "demo" } }),
      live: stored(template({ labels: { app: "demo" }, annotations: restarted })),
      rule: { strategy: "exact", ignore: [`${path}[kubectl.kubernetes.io/restartedAt]`] },
      is: "skip",
    },
    {
      name: "an ignored one stays when another goes",
      desired: template({ labels: { app: "demo" } }),
      live: stored(template({ labels: { app: "demo" }, annotations: { ...restarted, x: "y" } })),
      rule: { strategy: "exact", ignore: [`${path}[kubectl.kubernetes.io/restartedAt]`] },
      is: "write",
      changes: [`${path}.x removed`],
      payload: { "/spec/template/metadata/annotations": restarted },
    },
  ]);
});

const owner = (uid: string, more: JsonObject = {}): JsonObject => ({
  apiVersion: "example.com/v1",
  kind: "Widget",
  name: `owner-${uid}`,
  uid,
  ...more,
});

describe("owner references are paired by uid", () => {
  const refs = (...ownerReferences: JsonObject[]): JsonObject => ({ ownerReferences });
  const path = "metadata.ownerReferences";
  rows([
    { name: "the same", desired: desired(refs(owner("1"))), live: live(refs(owner("1"))), is: "skip" },
    {
      name: "somebody else's stays",
      desired: desired(refs(owner("1"))),
      live: live(refs(owner("2"), owner("1"))),
      is: "skip",
      passed: [`${path}[uid=2] foreign`],
    },
    {
      name: "ours is missing",
      desired: desired(refs(owner("1"))),
      live: live(refs(owner("2"))),
      is: "write",
      changes: [`${path}[uid=1] added`],
      payload: { "/metadata/ownerReferences": [owner("2"), owner("1")] },
    },
    { name: "none stated", desired: desired({}), live: live(refs(owner("2"))), is: "skip" },
    {
      name: "another name",
      desired: desired(refs(owner("1"))),
      live: live(refs({ ...owner("1"), name: "x" })),
      is: "write",
      changes: [`${path}[uid=1].name changed`],
    },
    {
      name: "another apiVersion",
      desired: desired(refs(owner("1"))),
      live: live(refs({ ...owner("1"), apiVersion: "example.com/v2" })),
      is: "write",
      changes: [`${path}[uid=1].apiVersion changed`],
    },
    {
      name: "another kind",
      desired: desired(refs(owner("1"))),
      live: live(refs({ ...owner("1"), kind: "Gadget" })),
      is: "write",
      changes: [`${path}[uid=1].kind changed`],
    },
    {
      name: "controller true against absent",
      desired: desired(refs(owner("1", { controller: true }))),
      live: live(refs(owner("1"))),
      is: "write",
      changes: [`${path}[uid=1].controller added`],
    },
    {
      name: "controller false against absent",
      desired: desired(refs(owner("1", { controller: false }))),
      live: live(refs(owner("1"))),
      is: "write",
    },
    {
      name: "controller absent against true",
      desired: desired(refs(owner("1"))),
      live: live(refs(owner("1", { controller: true }))),
      is: "write",
      changes: [`${path}[uid=1].controller removed`],
    },
    {
      name: "blockOwnerDeletion",
      desired: desired(refs(owner("1", { blockOwnerDeletion: true }))),
      live: live(refs(owner("1", { blockOwnerDeletion: false }))),
      is: "write",
      changes: [`${path}[uid=1].blockOwnerDeletion changed`],
    },
    {
      name: "another controller gives way",
      desired: desired(refs(owner("1", { controller: true }))),
      live: live(refs(owner("2", { controller: true }))),
      is: "write",
      changes: [`${path}[uid=1] added`, `${path}[uid=2] removed`],
      payload: { "/metadata/ownerReferences": [owner("1", { controller: true })] },
    },
    {
      name: "another one that is no controller stays",
      desired: desired(refs(owner("1", { controller: true }))),
      live: live(refs(owner("2"), owner("1", { controller: true }))),
      is: "skip",
    },
    {
      name: "another order is no reason",
      desired: desired(refs(owner("1"), owner("2"))),
      live: live(refs(owner("2"), owner("1"))),
      is: "skip",
    },
    {
      name: "exact duplicates are dropped",
      desired: desired(refs(owner("1"), owner("1"))),
      live: live(refs(owner("1"))),
      is: "skip",
    },
    {
      name: "ignored",
      desired: desired(refs(owner("1"))),
      live: live({}),
      rule: { strategy: "exact", ignore: ["metadata.ownerReferences"] },
      is: "skip",
    },
    {
      name: "in a custom object",
      desired: custom({}, refs(owner("1"))),
      live: stored(custom({}, refs(owner("1"), owner("2")))),
      is: "skip",
    },
  ]);
});

describe("finalizers are a set", () => {
  const own = { strategy: "exact" as const, finalizers: { own: ["example.com/a"] } };
  const with_ = (...finalizers: string[]): JsonObject => ({ finalizers });
  rows([
    {
      name: "the same in another order",
      desired: desired(with_("example.com/a", "example.com/b")),
      live: live(with_("example.com/b", "example.com/a")),
      is: "skip",
      passed: ["metadata.finalizers set-order"],
    },
    {
      name: "somebody else's stays",
      desired: desired(with_("example.com/a")),
      live: live(with_("example.com/b", "example.com/a")),
      is: "skip",
      passed: ["metadata.finalizers[0] foreign"],
    },
    {
      name: "ours is missing",
      desired: desired(with_("example.com/a")),
      live: live(with_("example.com/b")),
      is: "write",
      payload: { "/metadata/finalizers": ["example.com/b", "example.com/a"] },
    },
    {
      name: "one that is no longer stated stays: it may be somebody else's",
      desired: desired({}),
      live: live(with_("example.com/a")),
      is: "skip",
    },
    {
      name: "our own goes",
      desired: desired({}),
      live: live(with_("example.com/a", "example.com/b")),
      rule: own,
      is: "write",
      payload: { "/metadata/finalizers": ["example.com/b"] },
    },
    {
      name: "our own stays while stated",
      desired: desired(with_("example.com/a")),
      live: live(with_("example.com/a", "example.com/b")),
      rule: own,
      is: "skip",
    },
    {
      name: "the last one goes",
      desired: desired({}),
      live: live(with_("example.com/a")),
      rule: own,
      is: "write",
    },
    {
      name: "our own is added",
      desired: desired(with_("example.com/a")),
      live: live({}),
      rule: own,
      is: "write",
    },
    {
      name: "ignored",
      desired: desired(with_("example.com/a")),
      live: live({}),
      rule: { strategy: "exact", ignore: ["metadata.finalizers"] },
      is: "skip",
    },
  ]);
});

describe("with a field manager, a key of ours that is no longer wanted goes", () => {
  const entry = (
    manager: string,
    more: JsonObject = {},
    fields: JsonObject = { "f:metadata": { "f:labels": { "f:old": {} } } },
  ): JsonObject => ({
    manager,
    operation: "Update",
    apiVersion: "v1",
    fieldsType: "FieldsV1",
    fieldsV1: fields,
    ...more,
  });
  const managed = (...managedFields: JsonObject[]): JsonObject =>
    live({ labels: { old: "1" }, managedFields });
  const gate = { fieldManager: "demo-operator" };
  const goes = {
    is: "write",
    changes: ["metadata.labels.old removed"],
    payload: { "/metadata/labels/old": undefined },
  } as const;
  rows([
    {
      name: "recorded as ours alone",
      desired: desired({}),
      live: managed(entry("demo-operator")),
      gate,
      ...goes,
    },
    {
      name: "recorded as ours by an apply",
      desired: desired({}),
      live: managed(entry("demo-operator", { operation: "Apply" })),
      gate,
      ...goes,
    },
    {
      name: "recorded as ours twice",
      desired: desired({}),
      live: managed(entry("demo-operator"), entry("demo-operator", { operation: "Apply" })),
      gate,
      ...goes,
    },
    {
      name: "still wanted",
      desired: desired({ labels: { old: "1" } }),
      live: managed(entry("demo-operator")),
      gate,
      is: "skip",
    },
    {
      name: "somebody else has it too",
      desired: desired({}),
      live: managed(entry("demo-operator"), entry("kubectl")),
      gate,
      is: "skip",
    },
    { name: "somebody else's", desired: desired({}), live: managed(entry("kubectl")), gate, is: "skip" },
    {
      name: "our entry for a subresource",
      desired: desired({}),
      live: managed(entry("demo-operator", { subresource: "status" })),
      gate,
      is: "skip",
    },
    {
      name: "our entry for the object, its subresource empty",
      desired: desired({}),
      live: managed(entry("demo-operator", { subresource: "" })),
      gate,
      ...goes,
    },
    {
      name: "no field manager is known",
      desired: desired({}),
      live: managed(entry("demo-operator")),
      is: "skip",
    },
    {
      name: "nothing recorded",
      desired: desired({}),
      live: live({ labels: { old: "1" } }),
      gate,
      is: "skip",
    },
    {
      name: "an annotation",
      desired: desired({}),
      live: live({
        annotations: { "example.com/old": "1" },
        managedFields: [
          entry("demo-operator", {}, { "f:metadata": { "f:annotations": { "f:example.com/old": {} } } }),
        ],
      }),
      gate,
      is: "write",
      changes: ["metadata.annotations[example.com/old] removed"],
    },
    {
      name: "ignored",
      desired: desired({}),
      live: managed(entry("demo-operator")),
      gate,
      rule: { strategy: "exact", ignore: ["metadata.labels"] },
      is: "skip",
    },
  ]);
});

describe("the rest of metadata is the server's", () => {
  const theirs = {
    uid: "9",
    resourceVersion: "9",
    generation: 9,
    creationTimestamp: "2020-01-01T00:00:00Z",
    deletionGracePeriodSeconds: 9,
    selfLink: "/x",
    generateName: "x-",
    managedFields: [{ manager: "x" }],
  };
  rows([
    { name: "stated", desired: desired(theirs), live: live({}), is: "skip" },
    {
      name: "in live alone",
      desired: desired({}),
      live: live({ selfLink: "/x", generateName: "demo-", deletionGracePeriodSeconds: 0 }),
      is: "skip",
    },
    {
      name: "no metadata at all in desired",
      desired: { apiVersion: "v1", kind: "ConfigMap", ...data },
      live: live({ labels: { a: "1" } }),
      is: "skip",
    },
  ]);
});
