// What a rule keeps out of a write, and what becomes of it on the server.
import { expect } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import { GONE } from "./differences.js";
import { configMap, deployment, object } from "./objects.js";
import type { Row } from "./row.js";
import { table } from "./table.js";
import { applies, edits } from "./writes.js";

const ALL = ["replace", "apply", "merge"] as const;
const APPLY = ["apply"] as const;
type Rule = NonNullable<Row["rule"]>;

// ignore: never a reason to write, never changed by a write.
const IGNORE_REPLICAS: Rule = {
  strategy: "exact",
  ignore: [{ path: "spec.replicas", why: "scaled by an autoscaler" }],
};
const scaledTo = (replicas: number) => edits("autoscaler", { spec: { replicas } });
const stamped = (a: string, at: string) => configMap({ data: { a, at } });
table([
  {
    name: "what is incidental is no reason to write",
    modes: ALL,
    first: stamped("1", "then"),
    desired: stamped("1", "now"),
    rule: { strategy: "exact", incidental: ["data.at"] },
    server: { changed: { "data.at": "now" } },
    gate: { is: "skip", passed: ["data.at incidental"] },
  },
  {
    name: "what is incidental is sent along with what is beside it",
    modes: ALL,
    first: stamped("1", "then"),
    desired: stamped("2", "now"),
    rule: { strategy: "exact", incidental: ["data.at"] },
    server: { changed: { "data.a": "2", "data.at": "now" } },
    gate: { paths: ["data.a"] },
  },
  {
    name: "what is incidental to something else is kept",
    modes: ALL,
    first: stamped("1", "then"),
    desired: stamped("2", "now"),
    rule: { strategy: "exact", incidental: [{ path: "data.at", with: ["b"] }] },
    server: { changed: { "data.a": "2", "data.at": "now" } },
    gate: { lands: { "data.a": "2" } },
  },
  {
    name: "ignored: scaled by another manager, stated by us",
    modes: ALL,
    first: deployment({ replicas: 2 }),
    meanwhile: [scaledTo(5)],
    server: { changed: { "spec.replicas": 2 } },
    rule: IGNORE_REPLICAS,
    gate: { is: "skip" },
  },
  {
    name: "ignored: scaled by another manager, stated by us, and something else",
    modes: ALL,
    first: deployment({ replicas: 2 }),
    meanwhile: [scaledTo(5)],
    desired: deployment({ replicas: 2, minReadySeconds: 7 }),
    server: { changed: { "spec.replicas": 2, "spec.minReadySeconds": 7 } },
    rule: IGNORE_REPLICAS,
    gate: { lands: { "spec.minReadySeconds": 7 } },
  },
  {
    name: "ignored: ours alone, and another value is stated",
    modes: ALL,
    first: deployment({ replicas: 5 }),
    desired: deployment({ replicas: 2, minReadySeconds: 7 }),
    server: { changed: { "spec.replicas": 2, "spec.minReadySeconds": 7 } },
    rule: IGNORE_REPLICAS,
    gate: { lands: { "spec.minReadySeconds": 7 } },
  },
  {
    name: "ignored: ours alone, and no longer stated",
    modes: ["replace", "apply"],
    first: deployment({ replicas: 5 }),
    desired: deployment({ minReadySeconds: 7 }),
    server: { changed: { "spec.replicas": 1, "spec.minReadySeconds": 7 } },
    rule: IGNORE_REPLICAS,
    gate: { lands: { "spec.minReadySeconds": 7 } },
  },
  {
    name: "ignored: ours and another manager's apply's",
    modes: APPLY,
    first: deployment({ replicas: 5 }),
    meanwhile: [applies("autoscaler", deployment({ replicas: 5 }))],
    desired: deployment({ minReadySeconds: 7 }),
    server: { changed: { "spec.minReadySeconds": 7 } },
    rule: IGNORE_REPLICAS,
  },
  {
    name: "ignored: a key of a map that is ours alone, and no longer stated",
    modes: APPLY,
    first: configMap({ data: { a: "1", b: "2" } }),
    desired: configMap({ data: { a: "3" } }),
    server: { changed: { "data.a": "3", "data.b": GONE } },
    rule: { strategy: "exact", ignore: [{ path: "data.b" }] },
    gate: { lands: { "data.a": "3" } },
  },
  {
    name: "ignored: a field of one item",
    modes: ALL,
    first: deployment({}, {}, { image: "demo:1.0" }),
    meanwhile: [edits("other", deployment({}, {}, { image: "demo:9.9" }))],
    desired: deployment({ minReadySeconds: 7 }),
    server: { changed: { "spec.minReadySeconds": 7, "spec.template.spec.containers[0].image": "demo:1.0" } },
    rule: { strategy: "exact", ignore: [{ path: "spec.template.spec.containers[name=web].image" }] },
    gate: { lands: { "spec.minReadySeconds": 7 } },
  },
  {
    name: "ignored: a label of others that we state too",
    modes: ALL,
    first: configMap({}, { labels: { a: "1" } }),
    meanwhile: [edits("other", { metadata: { labels: { a: "2" } } })],
    desired: configMap({ data: { b: "3" } }, { labels: { a: "1" } }),
    server: { changed: { data: { b: "3" }, "metadata.labels.a": "1" } },
    rule: { strategy: "exact", ignore: [{ path: "metadata.labels.a" }] },
    gate: { lands: { data: { b: "3" } } },
  },
]);

// release: no longer ours, and never deleted by letting go.
const RELEASE_REPLICAS: Rule = { strategy: "exact", release: ["spec.replicas"] };
table([
  {
    name: "released: ours alone, and no longer stated",
    modes: ["replace", "apply"],
    first: deployment({ replicas: 5 }),
    desired: deployment(),
    server: { changed: { "spec.replicas": 1 } },
    rule: RELEASE_REPLICAS,
    gate: { is: "skip" },
  },
  {
    name: "released: ours alone, no longer stated, and something else",
    modes: ["replace", "apply"],
    first: deployment({ replicas: 5 }),
    desired: deployment({ minReadySeconds: 7 }),
    server: { changed: { "spec.replicas": 1, "spec.minReadySeconds": 7 } },
    rule: RELEASE_REPLICAS,
    gate: { lands: { "spec.minReadySeconds": 7 } },
  },
  {
    name: "released: another manager's too",
    modes: APPLY,
    first: deployment({ replicas: 5 }),
    meanwhile: [applies("autoscaler", deployment({ replicas: 5 }))],
    desired: deployment({ minReadySeconds: 7 }),
    server: { changed: { "spec.minReadySeconds": 7 } },
    rule: RELEASE_REPLICAS,
  },
  {
    name: "released: changed by another manager since",
    modes: ALL,
    first: deployment({ replicas: 2 }),
    meanwhile: [scaledTo(5)],
    desired: deployment({ replicas: 2, minReadySeconds: 7 }),
    server: { changed: { "spec.replicas": 2, "spec.minReadySeconds": 7 } },
    rule: RELEASE_REPLICAS,
    gate: { lands: { "spec.minReadySeconds": 7 } },
  },
]);

// absent: must be gone.
const OLD = "example.com/old";
const annotated = (annotations?: JsonObject) =>
  configMap({ data: { a: "1" } }, annotations && { annotations });
const WITHOUT_OLD: Rule = { strategy: "exact", absent: [`metadata.annotations[${OLD}]`] };
table([
  {
    name: "absent: ours, by an apply that leaves it out",
    modes: APPLY,
    first: annotated({ [OLD]: "1" }),
    desired: annotated(),
    server: { changed: { "metadata.annotations": GONE } },
    rule: WITHOUT_OLD,
  },
  {
    name: "absent: another manager's, which no apply can take away",
    modes: APPLY,
    first: annotated(),
    meanwhile: [edits("other", { metadata: { annotations: { [OLD]: "1" } } })],
    server: "unchanged",
    rule: WITHOUT_OLD,
    gate: {
      is: "write",
      reason: "not-possible-by-apply",
      mode: "replace",
      lands: { "metadata.annotations": GONE },
    },
  },
  {
    name: "absent: anybody's, by a PUT or a patch",
    modes: ["replace", "merge"],
    first: annotated(),
    meanwhile: [edits("other", { metadata: { annotations: { [OLD]: "1" } } })],
    server: "unchanged",
    rule: WITHOUT_OLD,
    gate: { is: "write", lands: { "metadata.annotations": GONE } },
  },
  {
    name: "absent, and it is",
    modes: ALL,
    first: annotated({ "example.com/new": "1" }),
    server: "unchanged",
    rule: WITHOUT_OLD,
  },
]);

// once: stated while live lacks it.
const ONCE: Rule = { strategy: "exact", once: ["data.seed"] };
table([
  {
    name: "once: another value than live's",
    modes: ALL,
    first: configMap({ data: { a: "1", seed: "x" } }),
    desired: configMap({ data: { a: "1", seed: "y" } }),
    server: { changed: { "data.seed": "y" } },
    rule: ONCE,
    gate: { is: "skip" },
  },
  {
    name: "once: another value than live's, and something else",
    modes: ALL,
    first: configMap({ data: { a: "1", seed: "x" } }),
    desired: configMap({ data: { a: "2", seed: "y" } }),
    server: { changed: { "data.a": "2", "data.seed": "y" } },
    rule: ONCE,
    gate: { lands: { "data.a": "2" } },
  },
  {
    name: "once: live lacks it",
    modes: ALL,
    first: configMap({ data: { a: "1" } }),
    desired: configMap({ data: { a: "1", seed: "y" } }),
    server: { changed: { "data.seed": "y" } },
    rule: ONCE,
  },
]);

// Lists, and quantities that only grow.
const quota = (cpu: string, pods: string) => object("v1", "ResourceQuota", { spec: { hard: { cpu, pods } } });
const AT_LEAST: Rule = { strategy: "exact", atLeast: ["spec.hard.cpu"] };
const secrets = (...names: string[]) =>
  object("v1", "ServiceAccount", { imagePullSecrets: names.map((name) => ({ name })) });
const theirs = edits("other", { imagePullSecrets: [{ name: "a" }, { name: "theirs" }] });
table([
  {
    name: "atLeast: live is above",
    modes: ALL,
    first: quota("2", "5"),
    meanwhile: [edits("other", { spec: { hard: { cpu: "3" } } })],
    server: { changed: { "spec.hard.cpu": "2" } },
    rule: AT_LEAST,
    gate: { is: "skip" },
  },
  {
    name: "atLeast: live is above, and something else",
    modes: ALL,
    first: quota("2", "5"),
    meanwhile: [edits("other", { spec: { hard: { cpu: "3" } } })],
    desired: quota("2", "6"),
    server: { changed: { "spec.hard.cpu": "2", "spec.hard.pods": "6" } },
    rule: AT_LEAST,
    gate: { lands: { "spec.hard.pods": "6" } },
  },
  {
    name: "atLeast: live is below",
    modes: ALL,
    first: quota("2", "5"),
    meanwhile: [edits("other", { spec: { hard: { cpu: "1" } } })],
    server: { changed: { "spec.hard.cpu": "2" } },
    rule: AT_LEAST,
  },
  {
    name: "a list's foreign items are kept by the rule",
    modes: ["replace", "merge"],
    first: secrets("a"),
    meanwhile: [theirs],
    server: { changed: { imagePullSecrets: [{ name: "a" }] } },
    rule: { strategy: "exact", lists: [{ path: "imagePullSecrets", keys: ["name"], foreign: "keep" }] },
    gate: { is: "skip" },
  },
  {
    name: "a list's foreign items are kept by the rule, and one of ours is new",
    modes: ["replace", "merge"],
    first: secrets("a"),
    meanwhile: [theirs],
    desired: secrets("a", "b"),
    server: { changed: { "imagePullSecrets[1].name": "b" } },
    rule: { strategy: "exact", lists: [{ path: "imagePullSecrets", keys: ["name"], foreign: "keep" }] },
    gate: { lands: { imagePullSecrets: [{ name: "a" }, { name: "theirs" }, { name: "b" }] } },
  },
]);

// Other strategies.
const HASH = "churngate.dev/hash";
table([
  {
    name: "hash: no fingerprint yet",
    modes: ALL,
    first: configMap({ data: { a: "1" } }),
    server: "unchanged",
    rule: { strategy: "hash" },
    gate: {
      is: "write",
      reason: "hash-missing",
      lands: { "metadata.annotations": { [HASH]: expect.stringMatching(/^h1-/) } },
    },
  },
  {
    name: "derivative: a key that is no longer stated stays",
    modes: ["replace"],
    first: configMap({ data: { a: "1", b: "2" } }),
    desired: configMap({ data: { a: "1" } }),
    server: { changed: { "data.b": GONE } },
    rule: { strategy: "derivative" },
    gate: { is: "skip" },
  },
  {
    name: "derivative: a value that was changed",
    modes: ALL,
    first: configMap({ data: { a: "1", b: "2" } }),
    meanwhile: [edits("other", { data: { a: "3" } })],
    server: { changed: { "data.a": "1" } },
    rule: { strategy: "derivative" },
  },
  {
    name: "unconditional: written although nothing changes",
    modes: ALL,
    first: configMap({ data: { a: "1" } }),
    server: "unchanged",
    rule: { strategy: "unconditional" },
    gate: { is: "write", reason: "unconditional", again: "write", because: "it always is" },
  },
]);
