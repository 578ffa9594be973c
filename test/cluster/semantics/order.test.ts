// Which order counts, and what tells one item of a list from another.
import type { JsonObject } from "../../../src/core/json.js";
import { GONE } from "./differences.js";
import { configMap, deployment } from "./objects.js";
import { table } from "./table.js";
import { applies, edits } from "./writes.js";

const ALL = ["replace", "apply", "merge"] as const;

// Owner references.
const owner = (digit: number, more: JsonObject = {}): JsonObject => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  name: `owner-${digit}`,
  uid: `${String(digit).repeat(8)}-0000-0000-0000-000000000000`,
  ...more,
});
const owned = (...ownerReferences: JsonObject[]) => configMap({}, { ownerReferences });
const REFERENCES = "metadata.ownerReferences";
const SWAPPED_OWNERS = {
  [`${REFERENCES}[0].name`]: "owner-2",
  [`${REFERENCES}[0].uid`]: owner(2).uid,
  [`${REFERENCES}[1].name`]: "owner-1",
  [`${REFERENCES}[1].uid`]: owner(1).uid,
};

table([
  {
    name: "the same owner",
    modes: ALL,
    first: owned(owner(1)),
    server: "unchanged",
  },
  ...[
    { field: "name", was: {}, is: { name: "renamed" }, after: "renamed" },
    { field: "apiVersion", was: {}, is: { apiVersion: "v2" }, after: "v2" },
    { field: "kind", was: {}, is: { kind: "Secret" }, after: "Secret" },
    { field: "controller", was: {}, is: { controller: true }, after: true },
    { field: "controller", was: { controller: true }, is: { controller: false }, after: false },
    { field: "controller", was: {}, is: { controller: false }, after: false },
    { field: "blockOwnerDeletion", was: {}, is: { blockOwnerDeletion: true }, after: true },
    { field: "blockOwnerDeletion", was: {}, is: { blockOwnerDeletion: false }, after: false },
  ].map(({ field, was, is, after }) => ({
    name: `an owner's ${field} counts: ${JSON.stringify(is)} over ${JSON.stringify(was)}`,
    modes: ALL,
    first: owned(owner(1, was)),
    desired: owned(owner(1, is)),
    server: { changed: { [`${REFERENCES}[0].${field}`]: after } },
  })),
  {
    name: "owners are not told apart by their names",
    modes: ["apply"],
    first: owned(owner(1)),
    desired: owned(owner(2, { name: "owner-1" })),
    server: { changed: { [`${REFERENCES}[0].uid`]: owner(2).uid } },
  },
  {
    name: "two owners swapped",
    modes: ["apply"],
    first: owned(owner(1), owner(2)),
    desired: owned(owner(2), owner(1)),
    server: { changed: SWAPPED_OWNERS },
  },
  {
    name: "two owners swapped: the server stores another order, the payload keeps live's",
    modes: ["replace", "merge"],
    first: owned(owner(1), owner(2)),
    desired: owned(owner(2), owner(1)),
    server: { changed: SWAPPED_OWNERS },
    gate: { is: "skip" },
  },
  {
    name: "the same owner twice is stored once",
    modes: ["replace", "merge"],
    first: owned(owner(1)),
    desired: owned(owner(1), owner(1)),
    server: "unchanged",
  },
  {
    name: "the same owner twice is refused",
    modes: ["apply"],
    first: owned(owner(1)),
    desired: owned(owner(1), owner(1)),
    server: { refused: 500, says: "duplicate entries for key" },
    gate: { is: "blocked", reason: "duplicate-key" },
  },
  {
    name: "a foreign owner goes by a plain write, and stays by the payload",
    modes: ["replace", "merge"],
    first: owned(owner(1)),
    meanwhile: [edits("other", { metadata: { ownerReferences: [owner(1), owner(2)] } })],
    desired: { ...owned(owner(1)), data: { a: "1" } },
    server: { changed: { data: { a: "1" }, [REFERENCES]: [owner(1)] } },
    gate: { lands: { data: { a: "1" } } },
  },
  {
    name: "a foreign owner stays",
    modes: ["apply"],
    first: owned(owner(1)),
    meanwhile: [applies("other", owned(owner(2)))],
    desired: owned(owner(1)),
    server: "unchanged",
  },
]);

// Sets.
const FINALIZERS = ["example.com/a", "example.com/b"];
const finalized = (...finalizers: string[]) => configMap({}, { finalizers });
table([
  {
    name: "finalizers swapped: the server stores another order, the payload keeps live's",
    modes: ALL,
    first: finalized(...FINALIZERS),
    desired: finalized(...FINALIZERS.toReversed()),
    server: {
      changed: { "metadata.finalizers[0]": FINALIZERS[1], "metadata.finalizers[1]": FINALIZERS[0] },
    },
    gate: { is: "skip" },
  },
  {
    name: "finalizers swapped, and something else: the payload keeps live's order",
    modes: ALL,
    first: finalized(...FINALIZERS),
    desired: { ...finalized(...FINALIZERS.toReversed()), data: { a: "1" } },
    server: {
      changed: {
        data: { a: "1" },
        "metadata.finalizers[0]": FINALIZERS[1],
        "metadata.finalizers[1]": FINALIZERS[0],
      },
    },
    gate: { is: "write", lands: { data: { a: "1" } } },
  },
  {
    name: "a finalizer more comes last",
    modes: ["apply"],
    first: finalized("example.com/b"),
    desired: finalized(...FINALIZERS),
    server: { changed: { "metadata.finalizers": FINALIZERS } },
    gate: { lands: { "metadata.finalizers": FINALIZERS.toReversed() } },
  },
  {
    name: "finalizers: [] leaves foreign ones",
    modes: ["apply"],
    first: configMap({ data: { a: "1" } }),
    meanwhile: [edits("other", { metadata: { finalizers: FINALIZERS } })],
    desired: configMap({ data: { a: "1" } }, { finalizers: [] }),
    server: "unchanged",
  },
  {
    name: "finalizers: [] removes foreign ones by a plain write, and leaves them by the payload",
    modes: ["replace", "merge"],
    first: configMap({ data: { a: "1" } }),
    meanwhile: [edits("other", { metadata: { finalizers: FINALIZERS } })],
    desired: configMap({ data: { a: "2" } }, { finalizers: [] }),
    server: { changed: { "data.a": "2", "metadata.finalizers": GONE } },
    gate: { lands: { "data.a": "2" } },
  },
  {
    name: "a foreign finalizer goes by a plain write, and stays by the payload",
    modes: ["replace", "merge"],
    first: finalized("example.com/a"),
    meanwhile: [edits("other", { metadata: { finalizers: FINALIZERS } })],
    desired: { ...finalized("example.com/a"), data: { a: "1" } },
    server: { changed: { data: { a: "1" }, "metadata.finalizers": ["example.com/a"] } },
    gate: { lands: { data: { a: "1" } } },
  },
  {
    name: "a foreign finalizer stays",
    modes: ["apply"],
    first: finalized("example.com/a"),
    meanwhile: [edits("other", { metadata: { finalizers: FINALIZERS } })],
    desired: finalized("example.com/a"),
    server: "unchanged",
  },
]);

// Keyed lists.
const env = (...names: string[]) => ({ env: names.map((name) => ({ name, value: "1" })) });
const withEnv = (...names: string[]) => deployment({}, {}, env(...names));
const ENV = "spec.template.spec.containers[0].env";
const renamed = (...names: string[]) =>
  Object.fromEntries(names.map((name, index) => [`${ENV}[${index}].name`, name]));
/** Another manager's update of a container's environment. */
const environment = (...names: string[]) => edits("other", withEnv(...names));
table([
  {
    name: "our own items reversed",
    modes: ALL,
    first: withEnv("A", "B"),
    desired: withEnv("B", "A"),
    server: { changed: renamed("B", "A") },
  },
  {
    name: "foreign items between ours",
    modes: ["apply"],
    first: withEnv("A", "B"),
    meanwhile: [environment("A", "X", "B", "Y")],
    server: "unchanged",
  },
  {
    name: "our own items reversed, with foreign ones between",
    modes: ["apply"],
    first: withEnv("A", "B"),
    meanwhile: [environment("A", "X", "B", "Y")],
    desired: withEnv("B", "A"),
    server: {
      changed: {
        [`${ENV}[0].name`]: "X",
        [`${ENV}[1].name`]: "B",
        [`${ENV}[2].name`]: "Y",
        [`${ENV}[3].name`]: "A",
      },
    },
  },
  {
    name: "an item of ours after foreign ones",
    modes: ["apply"],
    first: withEnv("A"),
    meanwhile: [environment("A", "X")],
    desired: withEnv("A", "B"),
    server: { changed: { [ENV]: env("A", "X", "B").env } },
  },
  {
    name: "an item of ours before foreign ones",
    modes: ["apply"],
    first: withEnv("A"),
    meanwhile: [environment("X", "A")],
    desired: withEnv("B", "A"),
    server: { changed: { [ENV]: env("X", "B", "A").env } },
  },
  {
    name: "foreign items, stated by us too and in another order",
    modes: ["apply"],
    first: withEnv("A"),
    meanwhile: [environment("A", "X")],
    desired: withEnv("X", "A"),
    server: { changed: renamed("X", "A") },
  },
  {
    name: "one key twice in live, which we do not state, stays so",
    modes: ["apply"],
    first: withEnv("A"),
    meanwhile: [environment("A", "B", "B")],
    server: "unchanged",
  },
  {
    name: "one key twice in live, which we state too, is collapsed",
    modes: ["apply"],
    first: withEnv("A"),
    meanwhile: [environment("A", "A")],
    server: { changed: { [ENV]: env("A").env } },
  },
]);

// Atomic lists and maps.
table([
  {
    name: "the order of an atomic list counts",
    modes: ALL,
    first: deployment({}, {}, { args: ["a", "b"] }),
    desired: deployment({}, {}, { args: ["b", "a"] }),
    server: {
      changed: {
        "spec.template.spec.containers[0].args[0]": "b",
        "spec.template.spec.containers[0].args[1]": "a",
      },
    },
  },
  {
    name: "a foreign item of an atomic list goes",
    modes: ALL,
    first: deployment({}, {}, { args: ["a"] }),
    meanwhile: [edits("other", deployment({}, {}, { args: ["a", "b"] }))],
    desired: deployment({}, {}, { args: ["a"] }),
    server: { changed: { "spec.template.spec.containers[0].args": ["a"] } },
  },
  {
    name: "a foreign key of an atomic map goes",
    modes: ["replace", "apply"],
    first: deployment({}, { nodeSelector: { disk: "ssd" } }),
    meanwhile: [edits("other", deployment({}, { nodeSelector: { arch: "arm" } }))],
    server: { changed: { "spec.template.spec.nodeSelector.arch": GONE } },
  },
  {
    name: "a foreign key of a granular map stays",
    modes: ["apply", "merge"],
    first: configMap({ data: { a: "1" } }),
    meanwhile: [edits("other", { data: { b: "2" } })],
    server: "unchanged",
  },
]);
