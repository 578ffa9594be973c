// Server-side apply of custom kinds: what it leaves empty, drops and does not record (measured on Kubernetes 1.36.3).
import { describe } from "vitest";
import type { Json, JsonObject } from "../../../src/core/json.js";
import type { FactData } from "../../../src/rules/set.js";
import { type Row, rows, custom as widget } from "./helper.js";
import { managed } from "./managed.js";

const ME = "demo-operator";

const facts: FactData = {
  kinds: [
    {
      group: "example.com",
      version: "v1",
      kind: "Widget",
      type: "example.com/v1.Widget",
      namespaced: true,
      statusSubresource: true,
      immutable: [{ path: "spec.fixed", source: "x-kubernetes-validations" }],
    },
  ],
  types: {
    "example.com/v1.Widget": {
      stored: "asIs",
      fields: {
        apiVersion: { type: "string" },
        kind: { type: "string" },
        metadata: { type: "struct", ref: "meta/v1.ObjectMeta" },
        spec: { type: "struct", ref: "example.com/v1.Spec" },
      },
    },
    "example.com/v1.Spec": {
      stored: "asIs",
      fields: {
        texts: { type: "map", of: { type: "string" } },
        filled: { type: "map", of: { type: "string" }, default: { a: "1" } },
        keyed: {
          type: "list",
          list: "keyed",
          keys: ["host", "path"],
          of: { type: "struct", ref: "example.com/v1.Item" },
        },
        set: { type: "list", list: "set", of: { type: "string" } },
        box: { type: "struct", ref: "example.com/v1.Box" },
        any: { type: "any" },
        partly: { type: "struct", ref: "example.com/v1.Partly" },
        gone: { type: "integer", dropped: true },
        fixed: { type: "string" },
      },
    },
    "example.com/v1.Item": {
      stored: "asIs",
      fields: {
        host: { type: "string", default: "" },
        path: { type: "string", default: "/" },
        weight: { type: "integer" },
      },
    },
    "example.com/v1.Box": {
      stored: "asIs",
      fields: {
        level: { type: "integer", default: 1 },
        set: { type: "list", list: "set", of: { type: "string" } },
      },
    },
    "example.com/v1.Partly": {
      stored: "asIs",
      keepsUnknown: true,
      fields: { strict: { type: "struct", ref: "example.com/v1.Box" } },
    },
  },
};

const entry = (manager: string, spec: JsonObject): JsonObject => ({
  ...{ manager, operation: "Apply", apiVersion: "example.com/v1", fieldsType: "FieldsV1" },
  fieldsV1: { "f:spec": spec },
});

/** Live, of which we own what `own` says. */
const live = (spec: JsonObject, own: JsonObject, theirs?: JsonObject): JsonObject =>
  managed(widget(spec), entry(ME, own), ...(theirs === undefined ? [] : [entry("other", theirs)]));

type Claim = Omit<Row, "desired" | "gate" | "facts"> & { readonly spec: Json };
const applied = (claims: readonly Claim[]): void =>
  rows(
    claims.map(({ spec, ...claim }) => ({
      ...claim,
      facts,
      desired: widget(spec),
      gate: { mode: "apply", fieldManager: ME },
    })),
  );
const byPut = { is: "write", reason: "not-possible-by-apply", mode: "replace" } as const;

describe("what an apply cannot leave empty is a PUT", () => {
  applied([
    {
      ...byPut,
      name: "a map that was ours: the server would refuse null",
      spec: { texts: {} },
      live: live({ texts: { a: "1" } }, { "f:texts": { "f:a": {} } }),
      names: ["spec.texts"],
      payload: { "/spec/texts": {} },
    },
    {
      ...byPut,
      name: "a map whose last key is stated as null",
      spec: { texts: { a: null } },
      live: live({ texts: { a: "1" } }, { "f:texts": { "f:a": {} } }),
      payload: { "/spec/texts": {} },
    },
    {
      ...byPut,
      name: "a keyed list",
      spec: { keyed: [] },
      live: live(
        { keyed: [{ host: "a", path: "/" }] },
        { "f:keyed": { 'k:{"host":"a","path":"/"}': { ".": {}, "f:host": {} } } },
      ),
      payload: { "/spec/keyed": [] },
    },
    {
      ...byPut,
      name: "an object that nothing is known of",
      spec: { any: {} },
      live: live({ any: { a: 1 } }, { "f:any": { "f:a": {} } }),
      payload: { "/spec/any": {} },
    },
    {
      ...byPut,
      name: "a struct in which others put a list without items, which nobody owns",
      spec: { box: {} },
      live: live({ box: { level: 3, set: [] } }, { "f:box": { "f:level": {} } }),
      payload: { "/spec/box": {} },
    },
    {
      ...byPut,
      name: "a struct that is stated with a list without items alone",
      spec: { box: { set: [] } },
      live: live({ box: { level: 1 } }, { "f:box": {} }),
      payload: { "/spec/box/set": [] },
    },
  ]);
});

describe("what an apply does leave empty", () => {
  applied([
    {
      name: "a map with a default: the default is what is left",
      spec: { filled: {} },
      live: live({ filled: { b: "2" } }, { "f:filled": { "f:b": {} } }),
      is: "write",
      mode: "apply",
    },
    {
      name: "a struct that keeps what others own",
      spec: { texts: {} },
      live: live({ texts: { a: "1", b: "2" } }, { "f:texts": { "f:a": {} } }, { "f:texts": { "f:b": {} } }),
      is: "write",
      mode: "apply",
    },
    {
      name: "where nothing differs there is nothing to send",
      spec: { box: {} },
      live: live({ box: { level: 1 } }, { "f:box": { "f:level": {} } }),
      is: "skip",
    },
  ]);
});

describe("an item that states nothing", () => {
  const item = { host: "", path: "/" };
  const bare = { "f:keyed": { 'k:{"host":"","path":"/"}': {} } };
  applied([
    {
      name: "is there",
      spec: { keyed: [{}] },
      live: live({ keyed: [item] }, bare),
      is: "skip",
    },
    {
      name: "is sent with its keys, since the server refuses it a second time without",
      spec: { keyed: [{}], texts: { a: "1" } },
      live: live({ keyed: [item] }, bare),
      is: "write",
      payload: { "/spec/keyed": [item] },
    },
  ]);
});

describe("fields that are not stored", () => {
  applied([
    {
      name: "dropped: it is told",
      spec: { gone: 3 },
      live: live({}, { "f:gone": {} }),
      is: "skip",
      reason: "unknown-field",
      names: ["spec.gone"],
    },
    {
      name: "dropped, but of another type, which the server refuses",
      spec: { gone: "x" },
      live: live({}, { "f:gone": {} }),
      is: "write",
    },
    {
      name: "unknown inside a struct that keeps such fields: dropped, not refused",
      spec: { partly: { strict: { unheardOf: 1 } } },
      live: live({ partly: { strict: { level: 1 } } }, { "f:partly": { "f:strict": { "f:unheardOf": {} } } }),
      is: "skip",
    },
    {
      name: "unknown anywhere else: the server refuses it",
      spec: { box: { unheardOf: 1, level: 2 } },
      live: live({ box: { level: 2 } }, { "f:box": { "f:level": {} } }),
      is: "blocked",
      reason: "unknown-field",
    },
  ]);
});

describe("an immutable field that others own too", () => {
  applied([
    {
      name: "taking it away is no write, by PUT either",
      spec: { fixed: null, box: { level: 1 } },
      live: live(
        { fixed: "a", box: { level: 1 } },
        { "f:fixed": {}, "f:box": { "f:level": {} } },
        { "f:fixed": {} },
      ),
      is: "blocked",
      recreate: ["spec.fixed"],
    },
  ]);
});
