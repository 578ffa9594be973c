// Whose fields an apply may take away, and which entry in managedFields is ours.
import { expect } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import { GONE } from "./differences.js";
import { configMap, deployment, object, secret } from "./objects.js";
import { table } from "./table.js";
import { applies, edits, ME, scales } from "./writes.js";

const APPLY = ["apply"] as const;

// Our entry is: our manager, operation Apply, no subresource.
table([
  {
    name: "what we created and never applied is not ours yet",
    modes: APPLY,
    first: configMap({ data: { a: "1" } }),
    firstBy: (client, object) => client.create(object, { fieldManager: ME }),
    server: "own",
    gate: { is: "write", reason: "not-owned" },
  },
  {
    name: "what we updated under our own name stays, as another's",
    modes: APPLY,
    first: configMap({ data: { a: "1" } }),
    meanwhile: [edits(ME, { data: { b: "2" } })],
    server: "unchanged",
  },
  {
    name: "what we applied and then updated under our own name is no longer the apply's",
    modes: APPLY,
    first: configMap({ data: { a: "1", b: "2" } }),
    meanwhile: [edits(ME, { data: { b: "3" } })],
    desired: configMap({ data: { a: "1" } }),
    server: "unchanged",
  },
  {
    name: "what we applied to the scale subresource is not the object's",
    modes: APPLY,
    first: deployment(),
    meanwhile: [scales(ME, 5)],
    server: "unchanged",
  },
  {
    name: "what we applied to the scale subresource is taken back by stating it",
    modes: APPLY,
    first: deployment(),
    meanwhile: [scales(ME, 5)],
    desired: deployment({ replicas: 5 }),
    server: "own",
    gate: { is: "write", reason: "not-owned", paths: [] },
  },
  {
    name: "what we applied to the status subresource stays",
    modes: APPLY,
    first: deployment(),
    meanwhile: [
      (client, { apiVersion, kind, metadata }) =>
        client.apply(
          { apiVersion, kind, metadata: metadata ?? {}, status: { replicas: 3, observedGeneration: 1 } },
          { fieldManager: ME, subresource: "status" },
        ),
    ],
    server: "unchanged",
  },
  {
    name: "an object of which nothing is stated needs no entry",
    modes: APPLY,
    first: configMap({}),
    firstBy: (client, object) => client.create({ ...object, data: { b: "2" } }, { fieldManager: "other" }),
    server: "unchanged",
  },
  {
    name: "an object that nobody was recorded for: the first apply records whoever it was",
    modes: APPLY,
    first: configMap({}),
    firstBy: (client, object) => client.create(object, { fieldManager: "other" }),
    meanwhile: [edits("other", { data: { b: "2" } })],
    server: "own",
    gate: { reason: "no-managed-fields" },
  },
]);

// Nothing, stated where a rule keeps live's value: our entry records it.
const NOT_OWNED = { server: "own", gate: { is: "write", reason: "not-owned" } } as const;
table([
  {
    name: "no items of an atomic list in which something is incidental",
    modes: APPLY,
    first: deployment(),
    desired: deployment({}, { tolerations: [] }),
    rule: {
      strategy: "exact",
      incidental: [{ path: "spec.template.spec.tolerations[*].tolerationSeconds" }],
    },
    ...NOT_OWNED,
  },
  {
    name: "no items of an atomic list that a rule gives keys",
    modes: APPLY,
    first: deployment(),
    desired: deployment({}, { tolerations: [] }),
    rule: { strategy: "exact", lists: [{ path: "spec.template.spec.tolerations", keys: ["key"] }] },
    ...NOT_OWNED,
  },
  {
    name: "nothing of an atomic map of which a rule ignores a key",
    modes: APPLY,
    first: deployment(),
    desired: deployment({}, { nodeSelector: {} }),
    rule: { strategy: "exact", ignore: ["spec.template.spec.nodeSelector[example.com/pool]"] },
    ...NOT_OWNED,
  },
]);

// An equal value that only others own.
table([
  {
    name: "an equal value of another manager's apply",
    modes: APPLY,
    first: configMap({ data: { a: "1" } }),
    firstBy: (client, object) => client.apply(object, { fieldManager: "other" }),
    server: "own",
    gate: { is: "write", reason: "not-owned" },
  },
  {
    name: "an equal value of another manager's update, beside ours",
    modes: APPLY,
    first: configMap({ data: { a: "1" } }),
    meanwhile: [edits("other", { data: { b: "2" } })],
    desired: configMap({ data: { a: "1", b: "2" } }),
    server: "own",
    gate: { is: "write", reason: "not-owned" },
  },
  {
    name: "an equal item of another manager's in a keyed list",
    modes: APPLY,
    first: deployment(),
    meanwhile: [applies("other", deployment({}, {}, { env: [{ name: "A", value: "1" }] }))],
    desired: deployment({}, {}, { env: [{ name: "A", value: "1" }] }),
    server: "own",
    gate: { is: "write", reason: "not-owned" },
  },
  {
    name: "a value that both own, and only we no longer state",
    modes: APPLY,
    first: configMap({ data: { a: "1", b: "2" } }),
    meanwhile: [applies("other", configMap({ data: { b: "2" } }))],
    desired: configMap({ data: { a: "1" } }),
    server: "own",
    gate: { is: "skip" },
  },
  {
    name: "a label that both own, and only we no longer state",
    modes: APPLY,
    first: configMap({}, { labels: { a: "1", b: "2" } }),
    meanwhile: [applies("other", configMap({}, { labels: { b: "2" } }))],
    desired: configMap({}, { labels: { a: "1" } }),
    server: "own",
    gate: { is: "skip" },
  },
  {
    name: "a label that is ours alone, and that we no longer state",
    modes: APPLY,
    first: configMap({}, { labels: { a: "1", b: "2" } }),
    desired: configMap({}, { labels: { a: "1" } }),
    server: { changed: { "metadata.labels.b": GONE } },
  },
  {
    name: "a foreign label and a foreign annotation",
    modes: APPLY,
    first: configMap({}, { labels: { a: "1" } }),
    meanwhile: [edits("other", { metadata: { labels: { b: "2" }, annotations: { c: "3" } } })],
    server: "unchanged",
  },
  {
    name: "a value that another manager has changed is taken back",
    modes: APPLY,
    first: configMap({ data: { a: "1" } }),
    meanwhile: [edits("other", { data: { a: "2" } })],
    server: { changed: { "data.a": "1" } },
  },
  {
    name: "a foreign container stays, and ours goes",
    modes: APPLY,
    first: deployment({}, { initContainers: [{ name: "ours", image: "demo:1.0" }] }),
    meanwhile: [
      applies("other", deployment({}, { initContainers: [{ name: "theirs", image: "demo:1.0" }] })),
    ],
    desired: deployment(),
    server: {
      changed: {
        "spec.template.spec.initContainers": [expect.objectContaining({ name: "theirs" })],
      },
    },
  },
]);

// Without force.
table([
  {
    name: "without force, another manager's value stands in the way",
    modes: APPLY,
    first: configMap({ data: { a: "1" } }),
    meanwhile: [edits("other", { data: { a: "2" } })],
    options: { force: false },
    server: { refused: 409, says: 'conflict with "other"' },
    gate: { is: "blocked", reason: "conflict", paths: ["data.a"] },
  },
  {
    name: "without force, another manager's equal value is shared",
    modes: APPLY,
    first: configMap({ data: { a: "1" } }),
    meanwhile: [edits("other", { data: { b: "2" } })],
    desired: configMap({ data: { a: "1", b: "2" } }),
    options: { force: false },
    server: "own",
    gate: { is: "write", reason: "not-owned" },
  },
  {
    name: "without force, an atomic list of another manager's stands in the way",
    modes: APPLY,
    first: deployment(),
    meanwhile: [edits("other", deployment({}, {}, { args: ["a"] }))],
    desired: deployment({}, {}, { args: ["b"] }),
    options: { force: false },
    server: { refused: 409, says: "conflict with" },
    gate: { is: "blocked", reason: "conflict", paths: ["spec.template.spec.containers[name=web].args"] },
  },
  {
    name: "without force, a default that nobody owns is changed",
    modes: APPLY,
    first: deployment(),
    desired: deployment({ replicas: 3 }),
    options: { force: false },
    server: { changed: { "spec.replicas": 3 } },
  },
]);

// Another apiVersion.
const SCALED = {
  scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "demo" },
  maxReplicas: 5,
};
const scaler = (version: "v1" | "v2", spec: JsonObject = {}) =>
  object(`autoscaling/${version}`, "HorizontalPodAutoscaler", { spec: { ...SCALED, ...spec } });
const BEHAVIOR = {
  metrics: [
    {
      type: "Resource",
      resource: { name: "memory", target: { type: "Utilization", averageUtilization: 60 } },
    },
  ],
  behavior: { scaleDown: { stabilizationWindowSeconds: 60 } },
};
table([
  {
    name: "an entry in another apiVersion is written once",
    modes: APPLY,
    first: scaler("v1"),
    desired: scaler("v2"),
    server: "own",
    gate: { is: "write", reason: "owned-in-other-version" },
  },
  {
    name: "a removal beside an entry in another apiVersion",
    modes: APPLY,
    first: scaler("v1", { minReplicas: 2 }),
    desired: scaler("v2"),
    server: { changed: { "spec.minReplicas": 1 } },
    gate: { is: "write", reason: "owned-in-other-version" },
  },
  {
    name: "a PUT of v1 keeps what only v2 has, in annotations",
    modes: ["replace"],
    first: scaler("v2", BEHAVIOR),
    desired: scaler("v1", { minReplicas: 2 }),
    server: { changed: { "spec.minReplicas": 2 } },
  },
  {
    name: "a PUT of v1 without these annotations wipes what only v2 has",
    modes: ["replace"],
    first: scaler("v2", BEHAVIOR),
    desired: scaler("v1"),
    bare: true,
    server: {
      changed: { "metadata.annotations": GONE, "spec.targetCPUUtilizationPercentage": 80 },
    },
    gate: { is: "skip" },
  },
]);

// stringData.
const STORED = { a: "MQ==", b: "Mg==" };
const kept = { is: "write", reason: "not-possible-by-apply", paths: ["data.b"], mode: "replace" } as const;
table([
  {
    name: "stringData is folded into data",
    modes: ["replace", "merge"],
    first: secret({ data: STORED }),
    desired: secret({ stringData: { a: "1", b: "2" } }),
    server: "unchanged",
  },
  {
    name: "stringData is folded into data, which is ours already",
    modes: APPLY,
    first: secret({ data: STORED }),
    desired: secret({ stringData: { a: "1", b: "2" } }),
    server: "own",
    gate: { is: "skip" },
  },
  {
    name: "an entry that records stringData",
    modes: APPLY,
    first: secret({ stringData: { a: "1", b: "2" } }),
    server: "unchanged",
  },
  {
    name: "an entry that records stringData, and desired states data",
    modes: APPLY,
    first: secret({ stringData: { a: "1", b: "2" } }),
    desired: secret({ data: STORED }),
    server: "own",
    gate: { is: "skip" },
  },
  {
    name: "a key that we stated as stringData does not go by being left out",
    modes: APPLY,
    first: secret({ stringData: { a: "1", b: "2" } }),
    desired: secret({ stringData: { a: "1" } }),
    server: "own",
    gate: { ...kept, lands: { "data.b": GONE } },
  },
  {
    name: "a key that we stated as stringData does not go by an apply of data",
    modes: APPLY,
    first: secret({ stringData: { a: "1", b: "2" } }),
    desired: secret({ data: { a: "MQ==" } }),
    server: "own",
    gate: { ...kept, lands: { "data.b": GONE } },
  },
  {
    name: "a key that we stated as data goes by being left out",
    modes: APPLY,
    first: secret({ data: STORED }),
    desired: secret({ data: { a: "MQ==" } }),
    server: { changed: { "data.b": GONE } },
  },
  {
    name: "a key that we stated as data, and another one as stringData",
    modes: APPLY,
    first: secret({ data: STORED }),
    desired: secret({ stringData: { a: "1" } }),
    server: { changed: { "data.b": GONE } },
  },
  {
    name: "a key that is new in stringData",
    modes: ["replace", "apply", "merge"],
    first: secret({ data: STORED }),
    desired: secret({ data: STORED, stringData: { c: "3" } }),
    server: { changed: { "data.c": "Mw==" } },
  },
]);
