// What desired states, what it does not, and what null and empty values say.

import type { JsonObject } from "../../../src/core/json.js";
import { GONE } from "./differences.js";
import { configMap, deployment, object } from "./objects.js";
import { table } from "./table.js";
import { applies, edits } from "./writes.js";

const TEMPLATE = "spec.template.spec";
const WEB = `${TEMPLATE}.containers[0]`;

/** An edit by another manager of the template of the usual Deployment. */
const edited = (pod: JsonObject, container: JsonObject = {}) =>
  edits("other", deployment({}, pod, container));

// A stated null, empty or zero is a statement for scalars, atomic lists and atomic maps.
table([
  {
    name: "the same again changes nothing",
    modes: ["replace", "apply", "merge"],
    first: deployment(),
    server: "unchanged",
  },
  {
    name: "replicas: null is the default",
    modes: ["replace", "apply"],
    first: deployment(),
    meanwhile: [edits("other", { spec: { replicas: 5 } })],
    desired: deployment({ replicas: null }),
    server: { changed: { "spec.replicas": 1 } },
  },
  {
    name: "replicas: null over the default changes nothing",
    modes: ["replace", "merge"],
    first: deployment(),
    desired: deployment({ replicas: null }),
    server: "unchanged",
  },
  {
    name: "replicas: null over the default is owned",
    modes: ["apply"],
    first: deployment(),
    desired: deployment({ replicas: null }),
    server: "own",
    gate: { is: "write", reason: "not-owned" },
  },
  {
    name: "replicas: null removes it by a patch, and the default comes back",
    modes: ["merge"],
    first: deployment({ replicas: 5 }),
    desired: deployment({ replicas: null }),
    server: { changed: { "spec.replicas": 1 } },
  },
  ...[[], null].map((command) => ({
    name: `command: ${JSON.stringify(command)} removes a foreign one`,
    modes: ["replace", "apply", "merge"] as const,
    first: deployment(),
    meanwhile: [edited({}, { command: ["q"] })],
    desired: deployment({}, {}, { command }),
    server: { changed: { [`${WEB}.command`]: GONE } },
  })),
  {
    name: "nodeSelector: {} removes foreign keys",
    modes: ["replace", "apply"],
    first: deployment(),
    meanwhile: [edited({ nodeSelector: { disk: "ssd" } })],
    desired: deployment({}, { nodeSelector: {} }),
    server: { changed: { [`${TEMPLATE}.nodeSelector`]: GONE } },
  },
  {
    name: "nodeSelector: {} merges nothing into foreign keys",
    modes: ["merge"],
    first: deployment(),
    meanwhile: [edited({ nodeSelector: { disk: "ssd" } })],
    desired: deployment({}, { nodeSelector: {} }),
    server: "unchanged",
  },
  {
    name: "zeros reset what others set",
    modes: ["replace", "apply", "merge"],
    first: deployment(),
    meanwhile: [
      edits("other", { spec: { minReadySeconds: 10, paused: true } }),
      edited({ hostNetwork: true }),
    ],
    desired: deployment({ minReadySeconds: 0, paused: false }, { hostNetwork: false }),
    server: {
      changed: {
        "spec.minReadySeconds": GONE,
        "spec.paused": GONE,
        [`${TEMPLATE}.hostNetwork`]: GONE,
      },
    },
  },
  {
    name: "zeros that are not stored change nothing",
    modes: ["replace", "merge"],
    first: deployment(),
    desired: deployment({ minReadySeconds: 0, paused: false }, { hostNetwork: false }),
    server: "unchanged",
  },
  {
    name: "zeros that are not stored are stated all the same",
    modes: ["apply"],
    first: deployment(),
    desired: deployment({ minReadySeconds: 0, paused: false }, { hostNetwork: false }),
    server: "own",
    gate: { is: "write", reason: "not-owned" },
  },
]);

// It is inert for granular maps, structs, and keyed and set lists.
const emptied = [
  {
    what: "volumes: []",
    foreign: { volumes: [{ name: "v", emptyDir: {} }] },
    stated: { volumes: [] },
    path: "volumes",
  },
  {
    what: "securityContext: null",
    foreign: { securityContext: { runAsUser: 7 } },
    stated: { securityContext: null },
    path: "securityContext.runAsUser",
  },
  {
    what: "securityContext: {}",
    foreign: { securityContext: { runAsUser: 7 } },
    stated: { securityContext: {} },
    path: "securityContext.runAsUser",
  },
  {
    what: "volumes: null",
    foreign: { volumes: [{ name: "v", emptyDir: {} }] },
    stated: { volumes: null },
    path: "volumes",
  },
];
table([
  ...emptied.flatMap(({ what, foreign, stated, path }) => [
    {
      name: `${what} leaves what others have in it`,
      modes: ["apply"] as const,
      first: deployment(),
      meanwhile: [edited(foreign)],
      desired: deployment({}, stated),
      server: what.includes("[]") ? ("unchanged" as const) : ("own" as const),
      gate: what.includes("[]") ? {} : ({ is: "write", reason: "not-owned" } as const),
    },
    {
      name: `${what} drops our own in it`,
      modes: ["apply", "replace"] as const,
      first: deployment({}, foreign),
      desired: deployment({}, stated),
      server: { changed: { [`${TEMPLATE}.${path}`]: GONE } },
    },
    {
      name: `${what} removes what others have in it`,
      modes: ["replace"] as const,
      first: deployment(),
      meanwhile: [edited(foreign)],
      desired: deployment({}, stated),
      server: { changed: { [`${TEMPLATE}.${path}`]: GONE } },
    },
  ]),
  {
    name: "resources: {} leaves foreign limits",
    modes: ["apply"],
    first: deployment(),
    meanwhile: [edited({}, { resources: { limits: { cpu: "1" } } })],
    desired: deployment({}, {}, { resources: {} }),
    server: "own",
    gate: { is: "write", reason: "not-owned" },
  },
  {
    name: "resources: {} drops our own limits",
    modes: ["apply", "replace"],
    first: deployment({}, {}, { resources: { limits: { cpu: "1" } } }),
    desired: deployment({}, {}, { resources: {} }),
    server: { changed: { [`${WEB}.resources.limits`]: GONE } },
  },
  {
    name: "labels: null leaves foreign labels",
    modes: ["replace"],
    first: configMap({}),
    meanwhile: [edits("other", { metadata: { labels: { theirs: "1" } } })],
    desired: configMap({}, { labels: null }),
    server: "unchanged",
  },
  {
    name: "labels: null leaves foreign labels, and is owned",
    modes: ["apply"],
    first: configMap({ data: { a: "1" } }),
    meanwhile: [edits("other", { metadata: { labels: { theirs: "1" } } })],
    desired: configMap({ data: { a: "1" } }, { labels: null }),
    server: "own",
    gate: { is: "write", reason: "not-owned" },
  },
  {
    name: "labels: null drops our own labels and no others",
    modes: ["apply"],
    first: configMap({}, { labels: { ours: "1" } }),
    meanwhile: [edits("other", { metadata: { labels: { theirs: "1" } } })],
    desired: configMap({}, { labels: null }),
    server: { changed: { "metadata.labels.ours": GONE } },
  },
]);

// null: absent in a struct, the zero value in a map or list, removal in a patch.
table([
  {
    name: "a map's null is the zero value",
    modes: ["replace", "apply"],
    first: configMap({ data: { a: "1", b: "x" } }),
    desired: configMap({ data: { a: "1", b: null } }),
    server: { changed: { "data.b": "" } },
  },
  {
    name: "a map's null over the zero value changes nothing",
    modes: ["replace", "apply"],
    first: configMap({ data: { a: "1", b: "" } }),
    desired: configMap({ data: { a: "1", b: null } }),
    server: "unchanged",
  },
  {
    name: "a map's null in a patch is a removal",
    modes: ["merge"],
    first: configMap({ data: { a: "1", b: "x" } }),
    desired: configMap({ data: { a: "1", b: null } }),
    server: { changed: { "data.b": GONE } },
  },
  {
    name: "a label's null is the zero value",
    modes: ["replace", "apply"],
    first: configMap({}, { labels: { a: "1" } }),
    desired: configMap({}, { labels: { a: null } }),
    server: { changed: { "metadata.labels.a": "" } },
  },
  {
    name: "a label's null in a patch is a removal",
    modes: ["merge"],
    first: configMap({}, { labels: { a: "1" } }),
    desired: configMap({}, { labels: { a: null } }),
    server: { changed: { "metadata.labels": GONE } },
  },
  {
    name: "a scalar list's null is the zero value",
    modes: ["replace", "apply", "merge"],
    first: deployment({}, {}, { args: ["a"] }),
    desired: deployment({}, {}, { args: ["a", null] }),
    server: { changed: { [`${WEB}.args`]: ["a", ""] } },
  },
  {
    name: "a scalar list's null over the zero value changes nothing",
    modes: ["replace", "apply", "merge"],
    first: deployment({}, {}, { args: ["a", ""] }),
    desired: deployment({}, {}, { args: ["a", null] }),
    server: "unchanged",
  },
]);

// Unknown fields and duplicate keys.
const misspelt = [
  { what: "an unknown field", spec: { replicaz: 3 }, pod: {}, path: "spec.replicaz" },
  { what: "a wrongly cased field", spec: { Replicas: 3 }, pod: {}, path: "spec.Replicas" },
  { what: "a misplaced field", spec: {}, pod: { image: "demo:1.0" }, path: `${TEMPLATE}.image` },
];
const TWICE = [
  { name: "A", value: "1" },
  { name: "A", value: "2" },
];
table([
  ...misspelt.flatMap(({ what, spec, pod, path }) => [
    {
      name: `${what} is dropped`,
      modes: ["replace", "merge"] as const,
      first: deployment(),
      desired: deployment(spec, pod),
      server: "unchanged" as const,
      gate: { is: "skip" as const, reason: "unknown-field" as const, paths: [path] },
    },
    {
      name: `${what} is refused`,
      modes: ["apply"] as const,
      first: deployment(),
      desired: deployment(spec, pod),
      server: { refused: 500, says: "field not declared in schema" },
      gate: { is: "blocked" as const, reason: "unknown-field" as const, paths: [path] },
    },
    {
      name: `${what} does not keep a change from being written`,
      modes: ["apply"] as const,
      first: deployment(),
      desired: deployment({ ...spec, replicas: 2 }, pod),
      server: { refused: 500, says: "field not declared in schema" },
      gate: {
        is: "write" as const,
        lands: { "spec.replicas": 2 },
        again: "blocked" as const,
        because: "the field is still unknown",
      },
    },
  ]),
  {
    name: "an unknown field at the top is dropped",
    modes: ["replace", "merge"],
    first: configMap({ data: { a: "1" } }),
    desired: configMap({ data: { a: "1" }, date: { b: "2" } }),
    server: "unchanged",
    gate: { is: "skip", reason: "unknown-field", paths: ["date"] },
  },
  {
    name: "an unknown field at the top is refused",
    modes: ["apply"],
    first: configMap({ data: { a: "1" } }),
    desired: configMap({ data: { a: "1" }, date: { b: "2" } }),
    server: { refused: 500, says: "field not declared in schema" },
    gate: { is: "blocked", reason: "unknown-field", paths: ["date"] },
  },
  {
    name: "two items with one key are kept",
    modes: ["replace", "merge"],
    first: deployment({}, {}, { env: [{ name: "A", value: "1" }] }),
    desired: deployment({}, {}, { env: TWICE }),
    server: { changed: { [`${WEB}.env`]: TWICE } },
  },
  {
    name: "two items with one key, as live has them",
    modes: ["replace", "merge"],
    first: deployment({}, {}, { env: TWICE }),
    server: "unchanged",
  },
  {
    name: "two items with one key are refused",
    modes: ["apply"],
    first: deployment({}, {}, { env: [{ name: "A", value: "1" }] }),
    desired: deployment({}, {}, { env: TWICE }),
    server: { refused: 500, says: "duplicate entries for key" },
    gate: { is: "blocked", reason: "duplicate-key", paths: ["spec.template.spec.containers[name=web].env"] },
  },
]);

// What desired does not state is not touched by the usual read-modify-write.
const binding = (body: object) =>
  object("rbac.authorization.k8s.io/v1", "RoleBinding", {
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "r" },
    ...body,
  });
const SUBJECTS = { subjects: [{ kind: "ServiceAccount", name: "s", namespace: "default" }] };
table([
  {
    name: "binaryData that desired no longer states stays; the rule lists it, so that it goes",
    modes: ["replace"],
    first: configMap({ data: { a: "1" }, binaryData: { b: "AA==" } }),
    desired: configMap({ data: { a: "1" } }),
    server: "unchanged",
    gate: { is: "write", paths: ["binaryData"], lands: { binaryData: GONE } },
  },
  {
    name: "binaryData that desired no longer states goes, as ours",
    modes: ["apply"],
    first: configMap({ data: { a: "1" }, binaryData: { b: "AA==" } }),
    desired: configMap({ data: { a: "1" } }),
    server: { changed: { binaryData: GONE } },
  },
  {
    name: "subjects that desired no longer states stay; the rule lists them, so that they go",
    modes: ["replace"],
    first: binding(SUBJECTS),
    desired: binding({}),
    server: "unchanged",
    gate: { is: "write", paths: ["subjects"], lands: { subjects: GONE } },
  },
  {
    name: "subjects that desired no longer states go, as ours",
    modes: ["apply"],
    first: binding(SUBJECTS),
    desired: binding({}),
    server: { changed: { subjects: GONE } },
  },
  {
    name: "a top-level field that nobody claims stays, and explain names it",
    modes: ["replace", "merge"],
    first: object("v1", "ServiceAccount", { imagePullSecrets: [{ name: "s" }] }),
    desired: object("v1", "ServiceAccount", {}),
    server: "unchanged",
    gate: { is: "skip", passed: ["imagePullSecrets not-owned"] },
  },
  {
    name: "what another manager applied stays",
    modes: ["apply"],
    first: configMap({ data: { a: "1" } }),
    meanwhile: [applies("other", configMap({ data: { b: "2" }, binaryData: { c: "AA==" } }))],
    desired: configMap({ data: { a: "1" } }),
    server: "unchanged",
  },
]);
