// What the server does with objects of custom kinds, by their schemas.
import type { Json, JsonObject } from "../../../src/core/json.js";
import { GONE } from "./differences.js";
import { object } from "./objects.js";
import type { Row } from "./row.js";
import { table } from "./table.js";
import { applies, edits } from "./writes.js";

const ALL = ["replace", "apply", "merge"] as const;

const SPEC = `
              type: object
              required: [id]
              properties:
                id: { type: string, default: a, x-kubernetes-validations: [{ rule: self == oldSelf, message: id is fixed }] }
                pinned: { type: string, x-kubernetes-validations: [{ rule: self == oldSelf, message: pinned is fixed }] }
                text: { type: string }
                wait: { type: string, format: duration }
                at: { type: string, format: date-time }
                bytes: { type: string, format: byte }
                size: { x-kubernetes-int-or-string: true, anyOf: [{ type: integer }, { type: string }] }
                ratio: { type: number }
                big: { type: integer, format: int64 }
                count: { type: integer, default: 3 }
                on: { type: boolean, default: true }
                none: { type: string, nullable: true }
                noneOrX: { type: string, nullable: true, default: x }
                probe:
                  type: object
                  properties:
                    path: { type: string }
                    period: { type: integer, default: 10 }
                    deep: { type: object, properties: { level: { type: integer, default: 1 } } }
                mode: { type: object, default: { kind: auto }, properties: { kind: { type: string }, level: { type: integer, default: 5 } } }
                anything: { type: object, x-kubernetes-preserve-unknown-fields: true }
                partly: { type: object, x-kubernetes-preserve-unknown-fields: true, properties: { known: { type: string, default: k } } }
                embedded: { type: object, x-kubernetes-embedded-resource: true, x-kubernetes-preserve-unknown-fields: true }
                labels: { type: object, additionalProperties: { type: string } }
                blanks: { type: object, additionalProperties: { type: string, nullable: true } }
                filled: { type: object, additionalProperties: { type: string, default: f } }
                whole: { type: object, x-kubernetes-map-type: atomic, properties: { a: { type: string }, b: { type: string } } }
                list: { type: array, items: { type: string } }
                set: { type: array, x-kubernetes-list-type: set, items: { type: string } }
                box:
                  type: object
                  properties:
                    set: { type: array, x-kubernetes-list-type: set, items: { type: string } }
                    list: { type: array, items: { type: string } }
                crate:
                  type: object
                  properties:
                    set: { type: array, x-kubernetes-list-type: set, items: { type: string } }
                    level: { type: integer, default: 1 }
                ports:
                  type: array
                  x-kubernetes-list-type: map
                  x-kubernetes-list-map-keys: [port, protocol]
                  items:
                    type: object
                    required: [port]
                    properties:
                      port: { type: integer }
                      protocol: { type: string, default: TCP }
                      name: { type: string }
                      weight: { type: integer, default: 1 }
`;
const definition = (kind: string, subresources: string) => `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: ${kind.toLowerCase()}s.semantics.example }
spec:
  group: semantics.example
  scope: Namespaced
  names: { kind: ${kind}, plural: ${kind.toLowerCase()}s, singular: ${kind.toLowerCase()} }
  versions:
    - name: v1
      served: true
      storage: true
      ${subresources}
      schema:
        openAPIV3Schema:
          type: object
          required: [spec]
          properties:
            spec:${SPEC}
            status: { type: object, properties: { phase: { type: string }, seen: { type: integer } } }
`;
/** A Widget has a status subresource, a Gadget none. */
const crds = `${definition("Widget", "subresources: { status: {} }")}---${definition("Gadget", "")}`;

const widget = (spec: JsonObject) => object("semantics.example/v1", "Widget", { spec });
const gadget = (body: JsonObject) => object("semantics.example/v1", "Gadget", { spec: {}, ...body });

/** A row whose objects are told apart by their spec. */
interface Spelt extends Omit<Row, "first" | "desired" | "modes"> {
  readonly modes?: Row["modes"];
  readonly first: JsonObject;
  readonly desired?: JsonObject;
}
const widgets = (rows: readonly Spelt[]): readonly Row[] =>
  rows.map(({ first, desired, modes = ALL, ...row }) => ({
    ...row,
    modes,
    first: widget(first),
    ...(desired && { desired: widget(desired) }),
  }));

const respelt: readonly (readonly [field: string, first: Json, desired: Json])[] = [
  ["wait", "1m", "60s"],
  ["at", "2026-01-01T00:00:00Z", "2026-01-01T01:00:00+01:00"],
  ["at", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00.000Z"],
  ["bytes", "YQ==", "YR=="],
  ["size", "1", "1000m"],
  ["size", 1, "1"],
  ["ratio", 1, 1.5],
  ["big", 9007199254740993n, 9007199254740994n],
  ["big", 9007199254740993n, 9007199254740995n],
];
const values = widgets([
  ...respelt.flatMap(([field, first, desired]) => [
    {
      name: `${field}: ${desired} over ${typeof first} ${first} is a change`,
      first: { [field]: first },
      desired: { [field]: desired },
      server: { changed: { [`spec.${field}`]: desired } },
    },
    {
      name: `${field}: ${desired} is kept as it is`,
      first: { [field]: desired },
      server: "unchanged" as const,
    },
  ]),
  ...[
    { list: [] },
    { set: [] },
    { ports: [] },
    { labels: {} },
    { anything: {} },
    { whole: {} },
    { text: "" },
    { on: false },
    { count: 0 },
  ].flatMap((spec) => [
    {
      name: `${JSON.stringify(spec)} is a value`,
      first: { wait: "1m" },
      desired: { wait: "1m", ...spec },
      server: {
        changed: Object.fromEntries(Object.entries(spec).map(([key, value]) => [`spec.${key}`, value])),
      },
    },
    { name: `${JSON.stringify(spec)} is kept`, first: { wait: "1m", ...spec }, server: "unchanged" as const },
  ]),
  {
    name: "an empty set in a struct that is ours",
    modes: ["apply"],
    first: { wait: "1m", box: {} },
    desired: { wait: "1m", box: { set: [] } },
    server: { changed: { "spec.box.set": [] } },
  },
  {
    name: "an empty set owns nothing, not even the struct that it stands in: what is in there goes",
    modes: ["apply"],
    first: { wait: "1m", crate: {} },
    desired: { wait: "1m", crate: { set: [] } },
    server: { changed: { "spec.crate": GONE } },
    gate: { mode: "replace", reason: "not-possible-by-apply", lands: { "spec.crate.set": [] } },
  },
  {
    name: "a map that was ours cannot be emptied: null is what the merge leaves",
    modes: ["apply"],
    first: { wait: "1m", labels: { a: "1" } },
    desired: { wait: "1m", labels: {} },
    server: { refused: 422, says: "spec.labels in body must be of type object" },
    gate: {
      mode: "replace",
      reason: "not-possible-by-apply",
      lands: { "spec.labels.a": GONE },
      again: "write",
      because: "an apply follows to own it",
    },
  },
  {
    name: "a struct with no more than an empty set in it is nobody's",
    modes: ["apply"],
    first: { wait: "1m", box: { set: [] } },
    server: "unchanged",
  },
  {
    name: "a struct with no more than an empty set in it does not go by being left out",
    modes: ["apply"],
    first: { wait: "1m", box: { set: [] } },
    desired: { wait: "1m" },
    server: "unchanged",
  },
  {
    name: "an empty atomic list is a statement",
    modes: ["apply"],
    first: { wait: "1m", box: { list: [] } },
    desired: { wait: "1m" },
    server: { changed: { "spec.box": GONE } },
  },
]);

const nulls = widgets([
  {
    name: "null is stored where nullable",
    modes: ["replace", "apply"],
    first: {},
    desired: { none: null },
    server: { changed: { "spec.none": null } },
  },
  {
    name: "null that is stored is kept",
    modes: ["replace", "apply"],
    first: { none: null },
    server: "unchanged",
  },
  {
    name: "null that is stored and no longer stated goes",
    modes: ["replace", "apply"],
    first: { none: null },
    desired: {},
    server: { changed: { "spec.none": GONE } },
  },
  {
    name: "null is stored where nullable, in place of the default",
    modes: ["replace", "apply"],
    first: {},
    desired: { noneOrX: null },
    server: { changed: { "spec.noneOrX": null } },
  },
  {
    name: "null is removal in a patch, nullable or not",
    modes: ["merge"],
    first: { none: "a", text: "b", noneOrX: "c" },
    desired: { none: null, text: null, noneOrX: null },
    server: { changed: { "spec.none": GONE, "spec.text": GONE, "spec.noneOrX": "x" } },
  },
  {
    name: "null gives way to the default",
    modes: ["replace", "apply"],
    first: { count: 7 },
    desired: { count: null },
    server: { changed: { "spec.count": 3 } },
  },
  {
    name: "null over the default",
    modes: ["replace", "merge"],
    first: {},
    desired: { count: null },
    server: "unchanged",
  },
  {
    name: "null over the default is owned",
    modes: ["apply"],
    first: {},
    desired: { count: null },
    server: "own",
    gate: { is: "write", reason: "not-owned" },
  },
  {
    name: "null is pruned where there is no default",
    modes: ["replace", "merge"],
    first: {},
    desired: { text: null },
    server: "unchanged",
  },
  {
    name: "null is pruned where there is no default, and the value with it",
    modes: ["replace", "merge"],
    first: { text: "a" },
    desired: { text: null },
    server: { changed: { "spec.text": GONE } },
  },
  {
    name: "null is refused where there is no default",
    modes: ["apply"],
    first: {},
    desired: { text: null },
    server: { refused: 422, says: "spec.text in body must be of type string" },
    gate: { is: ["blocked", "skip"] },
  },
  {
    name: "null that is refused does not keep a change from being written",
    modes: ["apply"],
    first: { wait: "1m" },
    desired: { wait: "2m", text: null },
    server: { refused: 422, says: "spec.text in body must be of type string" },
    gate: { is: "write", lands: { "spec.wait": "2m" } },
  },
  {
    name: "null in a map of values that are not nullable",
    modes: ["replace"],
    first: { labels: {} },
    desired: { labels: { a: null } },
    server: "unchanged",
  },
  {
    name: "null in a map of nullable values",
    modes: ["replace", "apply"],
    first: { blanks: {} },
    desired: { blanks: { a: null } },
    server: { changed: { "spec.blanks.a": null } },
  },
  {
    name: "null in a map of values with a default",
    modes: ["replace"],
    first: { filled: { a: "f" } },
    desired: { filled: { a: null } },
    server: "unchanged",
  },
]);

const defaults = widgets([
  {
    name: "what the server fills in",
    first: {},
    server: "unchanged",
  },
  {
    name: "a default that is stated",
    modes: ["replace", "merge"],
    first: {},
    desired: { count: 3, on: true, mode: { kind: "auto", level: 5 } },
    server: "unchanged",
  },
  {
    name: "a default that is stated is owned",
    modes: ["apply"],
    first: {},
    desired: { count: 3, on: true, mode: { kind: "auto", level: 5 } },
    server: "own",
    gate: { is: "write", reason: "not-owned" },
  },
  {
    name: "a default is reset",
    modes: ["replace"],
    first: {},
    meanwhile: [edits("other", { spec: { count: 7, on: false, mode: { level: 6 } } })],
    server: { changed: { "spec.count": 3, "spec.on": true, "spec.mode.level": 5 } },
  },
  {
    name: "a default acts in a struct that is there",
    first: {},
    desired: { probe: {} },
    server: { changed: { "spec.probe": { period: 10 } } },
  },
  {
    name: "a default does not act in a struct that is not there",
    modes: ["replace", "merge"],
    first: { probe: { path: "/" } },
    desired: { probe: { path: "/", deep: {} } },
    server: { changed: { "spec.probe.deep": { level: 1 } } },
  },
  {
    name: "a struct with a default of its own comes back when it is left out",
    modes: ["replace", "apply"],
    first: { mode: { kind: "manual", level: 7 } },
    desired: {},
    server: { changed: { "spec.mode.kind": "auto", "spec.mode.level": 5 } },
  },
  {
    name: "a struct's own default is no part of a struct that is stated",
    modes: ["replace"],
    first: {},
    desired: { mode: { level: 5 } },
    server: { changed: { "spec.mode.kind": GONE } },
  },
  {
    name: "our field goes with the defaults in it",
    modes: ["apply"],
    first: { probe: { path: "/" } },
    desired: {},
    server: { changed: { "spec.probe": GONE } },
  },
  {
    name: "our field is refilled by its default while its parent stays",
    modes: ["apply"],
    first: { probe: { path: "/", period: 7 } },
    desired: { probe: { path: "/" } },
    server: { changed: { "spec.probe.period": 10 } },
  },
]);

const port = (number: number, more: JsonObject = {}) => ({ port: number, ...more });
const stored = (number: number, more: JsonObject = {}) => ({
  port: number,
  protocol: "TCP",
  weight: 1,
  ...more,
});
const lists = widgets([
  {
    name: "items are paired after their keys' defaults",
    modes: ["replace", "merge"],
    first: { ports: [port(1)] },
    desired: { ports: [port(1, { protocol: "TCP" })] },
    server: "unchanged",
  },
  {
    name: "items are paired after their keys' defaults: the key is owned then",
    modes: ["apply"],
    first: { ports: [port(1)] },
    desired: { ports: [port(1, { protocol: "TCP" })] },
    server: "own",
    gate: { is: "write", reason: "not-owned" },
  },
  {
    name: "an item that is told apart by the other key",
    first: { ports: [port(1)] },
    desired: { ports: [port(1), port(1, { protocol: "UDP" })] },
    server: { changed: { "spec.ports": [stored(1), stored(1, { protocol: "UDP" })] } },
  },
  {
    name: "a foreign item stays",
    modes: ["apply"],
    first: { ports: [port(1)] },
    meanwhile: [applies("other", widget({ ports: [port(2)] }))],
    server: "unchanged",
  },
  {
    name: "a foreign item goes",
    modes: ["replace", "merge"],
    first: { ports: [port(1)] },
    meanwhile: [applies("other", widget({ ports: [port(2)] }))],
    server: { changed: { "spec.ports": [stored(1)] } },
  },
  {
    name: "an item of ours goes, whose key was filled in",
    modes: ["apply"],
    first: { ports: [port(1), port(2)] },
    desired: { ports: [port(1)] },
    server: { changed: { "spec.ports": [stored(1)] } },
  },
  {
    name: "keyed items swapped",
    first: { ports: [port(1), port(2)] },
    desired: { ports: [port(2), port(1)] },
    server: { changed: { "spec.ports[0].port": 2, "spec.ports[1].port": 1 } },
  },
  {
    name: "one key twice is refused",
    modes: ["replace", "merge"],
    first: { ports: [port(1)] },
    desired: { ports: [port(1), port(1, { protocol: "TCP" })] },
    server: { refused: 422, says: "Duplicate value" },
    gate: { is: "blocked", reason: "duplicate-key", paths: ["spec.ports"] },
  },
  {
    name: "one item of a set twice is refused",
    modes: ["replace", "merge"],
    first: { set: ["a"] },
    desired: { set: ["a", "a"] },
    server: { refused: 422, says: "Duplicate value" },
    gate: { is: ["skip", "blocked"] },
  },
  {
    name: "one item of a set twice is refused",
    modes: ["apply"],
    first: { set: ["a"] },
    desired: { set: ["a", "a"] },
    server: { refused: 500, says: "duplicate" },
    gate: { is: ["skip", "blocked"] },
  },
  {
    name: "one key twice is refused",
    modes: ["apply"],
    first: { ports: [port(1)] },
    desired: { ports: [port(1), port(1, { protocol: "TCP" })] },
    server: { refused: 500, says: "duplicate entries for key" },
    gate: { is: "blocked", reason: "duplicate-key", paths: ["spec.ports"] },
  },
  {
    name: "a set swapped: the server stores another order, the payload keeps live's",
    first: { set: ["a", "b"] },
    desired: { set: ["b", "a"] },
    server: { changed: { "spec.set[0]": "b", "spec.set[1]": "a" } },
    gate: { is: "skip" },
  },
  {
    name: "a foreign item of a set stays",
    modes: ["apply"],
    first: { set: ["a"] },
    meanwhile: [applies("other", widget({ set: ["b"] }))],
    server: "unchanged",
  },
  {
    name: "a foreign item of a set goes",
    modes: ["replace", "merge"],
    first: { set: ["a"] },
    meanwhile: [applies("other", widget({ set: ["b"] }))],
    server: { changed: { "spec.set": ["a"] } },
  },
  {
    name: "an item of a set that is ours goes",
    modes: ["apply"],
    first: { set: ["a", "b"] },
    meanwhile: [applies("other", widget({ set: ["c"] }))],
    desired: { set: ["a"] },
    server: { changed: { "spec.set": ["a", "c"] } },
  },
  {
    name: "the order of a list without a type counts",
    first: { list: ["a", "b"] },
    desired: { list: ["b", "a"] },
    server: { changed: { "spec.list[0]": "b", "spec.list[1]": "a" } },
  },
  {
    name: "a foreign item of a list without a type goes",
    first: { list: ["a"] },
    meanwhile: [edits("other", { spec: { list: ["a", "b"] } })],
    server: { changed: { "spec.list": ["a"] } },
  },
  {
    name: "a foreign field of an atomic struct goes",
    modes: ["replace", "apply"],
    first: { whole: { a: "1" } },
    meanwhile: [edits("other", { spec: { whole: { b: "2" } } })],
    server: { changed: { "spec.whole.b": GONE } },
  },
]);

const unknown = widgets([
  {
    name: "null in what keeps unknown fields",
    modes: ["replace", "apply"],
    first: { anything: {} },
    desired: { anything: { a: null, b: { c: null } } },
    server: { changed: { "spec.anything.a": null, "spec.anything.b": { c: null } } },
  },
  {
    name: "null in what keeps unknown fields is kept",
    modes: ["replace", "apply"],
    first: { anything: { a: null }, partly: { more: { b: null } } },
    server: "unchanged",
  },
  {
    name: "an unknown field beside a known one",
    modes: ["replace", "apply", "merge"],
    first: { partly: {} },
    desired: { partly: { more: 1 } },
    server: { changed: { "spec.partly.more": 1 } },
  },
  {
    name: "an unknown field that is no longer stated",
    modes: ["replace", "apply"],
    first: { partly: { more: 1 } },
    desired: { partly: {} },
    server: { changed: { "spec.partly.more": GONE } },
  },
  {
    name: "a foreign unknown field stays",
    modes: ["apply", "merge"],
    first: { anything: { a: 1 } },
    meanwhile: [edits("other", { spec: { anything: { b: 2 } } })],
    server: "unchanged",
  },
  {
    name: "an unknown field elsewhere is dropped",
    modes: ["replace", "merge"],
    first: {},
    desired: { tekst: "a" },
    server: "unchanged",
    gate: { is: "skip", reason: "unknown-field", paths: ["spec.tekst"] },
  },
  {
    name: "an unknown field elsewhere is refused",
    modes: ["apply"],
    first: {},
    desired: { tekst: "a" },
    server: { refused: 500, says: "field not declared in schema" },
    gate: { is: "blocked", reason: "unknown-field", paths: ["spec.tekst"] },
  },
]);

const config = (metadata: JsonObject, more: JsonObject = {}) => ({
  embedded: { apiVersion: "v1", kind: "Config", metadata: { name: "a", ...metadata }, ...more },
});
const bare = (metadata?: JsonObject | null) => ({
  embedded: { apiVersion: "v1", kind: "Config", ...(metadata !== undefined && { metadata }) },
});
const embedded = widgets([
  ...[{ labels: {} }, { creationTimestamp: null }, { annotations: {} }].map((metadata) => ({
    name: `${JSON.stringify(metadata)} of embedded metadata is dropped`,
    modes: ["replace"] as const,
    first: config({}),
    desired: config(metadata),
    server: "unchanged" as const,
  })),
  {
    name: "an unknown key of embedded metadata is dropped",
    modes: ["replace", "merge"],
    first: config({}),
    desired: config({ nothing: "x" }),
    server: "unchanged",
    gate: { is: "skip" },
  },
  {
    name: "a label of embedded metadata",
    modes: ["replace", "apply", "merge"],
    first: config({}),
    desired: config({ labels: { a: "1" } }),
    server: { changed: { "spec.embedded.metadata.labels": { a: "1" } } },
  },
  {
    name: "a foreign label of embedded metadata goes: it is data",
    modes: ["replace"],
    first: config({}),
    meanwhile: [edits("other", { spec: config({ labels: { a: "1" } }) })],
    server: { changed: { "spec.embedded.metadata.labels": GONE } },
  },
  {
    name: "embedded metadata: null over {}",
    modes: ["replace", "apply"],
    first: bare({}),
    desired: bare(null),
    server: "unchanged",
  },
  {
    name: "embedded metadata: null over nothing leaves {}",
    modes: ["replace", "apply"],
    first: bare(),
    desired: bare(null),
    server: { changed: { "spec.embedded.metadata": {} } },
  },
  {
    name: "embedded metadata: null over a name leaves {}",
    modes: ["replace", "apply"],
    first: config({}),
    desired: bare(null),
    server: { changed: { "spec.embedded.metadata.name": GONE } },
  },
  {
    name: "embedded metadata: null is removal in a patch",
    modes: ["merge"],
    first: bare({}),
    desired: bare(null),
    server: { changed: { "spec.embedded.metadata": GONE } },
  },
  {
    name: "embedded metadata: {} that is no longer stated goes",
    modes: ["replace", "apply"],
    first: bare({}),
    desired: bare(),
    server: { changed: { "spec.embedded.metadata": GONE } },
  },
  {
    name: "the rest of an embedded object is kept",
    modes: ["replace", "apply"],
    first: config({}, { data: { a: null, b: [] } }),
    server: "unchanged",
  },
]);

const validated = widgets([
  {
    name: "a rule of no change refuses another value",
    first: { pinned: "a" },
    desired: { pinned: "b" },
    server: { refused: 422, says: "pinned is fixed" },
    gate: { is: "blocked", reason: "immutable", paths: ["spec.pinned"] },
  },
  {
    name: "a rule of no change lets a first value in",
    first: {},
    desired: { pinned: "a" },
    server: { changed: { "spec.pinned": "a" } },
  },
  {
    name: "a rule of no change refuses another value, and the rest is written",
    first: { id: "a", text: "x" },
    desired: { id: "b", text: "y" },
    server: { refused: 422, says: "id is fixed" },
    gate: { is: "write", lands: { "spec.text": "y" }, again: "blocked", because: "id stays" },
  },
  {
    name: "a rule of no change on a value that cannot be absent",
    first: { id: "a" },
    desired: { id: "b" },
    server: { refused: 422, says: "id is fixed" },
    gate: { is: "blocked", reason: "immutable", paths: ["spec.id"] },
  },
  {
    name: "a rule of no change lets the value go",
    modes: ["replace", "apply"],
    first: { pinned: "a" },
    desired: {},
    server: { changed: { "spec.pinned": GONE } },
  },
]);

const statuses: readonly Row[] = [
  {
    name: "status is written with the object where it has no subresource",
    modes: ["replace", "apply", "merge"],
    first: gadget({ status: { phase: "Up" } }),
    desired: gadget({ status: { phase: "Down" } }),
    server: { changed: { "status.phase": "Down" } },
  },
  {
    name: "status that is not stated stays",
    modes: ["replace", "apply", "merge"],
    first: gadget({}),
    meanwhile: [edits("other", { status: { phase: "Up" } })],
    server: "unchanged",
  },
  {
    name: "status is not written with the object where it has a subresource",
    modes: ["replace", "apply", "merge"],
    first: object("semantics.example/v1", "Widget", { spec: {} }),
    meanwhile: [edits("other", { status: { phase: "Up" } }, { subresource: "status" })],
    desired: object("semantics.example/v1", "Widget", { spec: {}, status: { phase: "Down" } }),
    server: "unchanged",
  },
];

table([...values, ...nulls, ...defaults, ...lists, ...unknown, ...embedded, ...validated, ...statuses], {
  crds,
});
