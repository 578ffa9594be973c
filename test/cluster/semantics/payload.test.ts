// What must not be in a payload, and what must.
import type { JsonObject } from "../../../src/core/json.js";
import { GONE } from "./differences.js";
import { configMap, deployment } from "./objects.js";
import type { Row } from "./row.js";
import { table } from "./table.js";
import { applies, edits } from "./writes.js";

const ALL = ["replace", "apply", "merge"] as const;

/** A change to data, with metadata that only the server should write; `says` where it is refused. */
const stray = (
  name: string,
  metadata: JsonObject,
  answers: Partial<Record<(typeof ALL)[number], Row["server"]>>,
): readonly Row[] =>
  ALL.map((mode) => ({
    name: `${name}: a plain write of it; the payload has none`,
    modes: [mode],
    first: configMap({ data: { a: "1" } }),
    desired: configMap({ data: { a: "2" } }, metadata),
    server: answers[mode] ?? { changed: { "data.a": "2" } },
    gate: { is: "write" as const, lands: { "data.a": "2" } },
  }));
const OTHER_UID = "11111111-2222-3333-4444-555555555555";
const stale = { refused: 409, says: "the object has been modified" };
const fixed = { refused: 422, says: "field is immutable" };
const noOwners = { refused: 400, says: "metadata.managedFields must be nil" };
const stored = (path: string, value: string) => ({ changed: { "data.a": "2", [path]: value } });
const inEach = (answer: Row["server"]) => ({ replace: answer, apply: answer, merge: answer });

table([
  ...stray(
    "another uid",
    { uid: OTHER_UID },
    { ...inEach(fixed), replace: { refused: 409, says: "Precondition failed: UID in precondition" } },
  ),
  ...stray("a stale resourceVersion", { resourceVersion: "1" }, inEach(stale)),
  ...stray("a generation", { generation: 7 }, {}),
  ...stray("managedFields: []", { managedFields: [] }, { apply: noOwners }),
  ...stray(
    "managedFields",
    {
      managedFields: [
        { manager: "x", operation: "Update", apiVersion: "v1", fieldsType: "FieldsV1", fieldsV1: {} },
      ],
    },
    { apply: noOwners },
  ),
  ...stray("a deletionTimestamp", { deletionTimestamp: "2026-01-01T00:00:00Z" }, inEach(fixed)),
  ...stray("a deletionGracePeriodSeconds", { deletionGracePeriodSeconds: 7 }, inEach(fixed)),
  ...stray("a selfLink", { selfLink: "/x" }, inEach(stored("metadata.selfLink", "/x"))),
  ...stray("a generateName", { generateName: "x-" }, inEach(stored("metadata.generateName", "x-"))),
  ...stray("a creationTimestamp", { creationTimestamp: "2020-01-01T00:00:00Z" }, {}),
  ...stray("creationTimestamp: null", { creationTimestamp: null }, {}),
  {
    name: "managedFields: [] in a PUT takes everybody's ownership away",
    modes: ["replace"],
    first: configMap({ data: { a: "1" } }),
    meanwhile: [applies("other", configMap({ data: { b: "2" } }))],
    desired: (live) => ({
      ...configMap({ data: { a: "1", b: "2" } }),
      metadata: { ...live.metadata, managedFields: [] },
    }),
    bare: true,
    server: "own",
    gate: { is: "skip" },
  },
  {
    name: "managedFields absent from a PUT change nothing",
    modes: ["replace"],
    first: configMap({ data: { a: "1" } }),
    meanwhile: [applies("other", configMap({ data: { b: "2" } }))],
    desired: configMap({ data: { a: "1", b: "2" } }),
    bare: true,
    server: "unchanged",
  },
  {
    name: "a copy of what was read",
    modes: ["replace", "merge"],
    first: deployment(),
    desired: (live) => live,
    server: "unchanged",
  },
  {
    name: "a copy of what was read",
    modes: ["apply"],
    first: deployment(),
    desired: (live) => live,
    server: noOwners,
    gate: { is: "write", reason: "not-owned", lands: {} },
  },
  {
    name: "a copy of what was read then, and is stale now",
    modes: ALL,
    first: configMap({ data: { a: "1" } }),
    desired: (live) => ({
      ...live,
      metadata: { ...live.metadata, resourceVersion: "1", managedFields: undefined },
    }),
    server: stale,
    gate: { is: "skip" },
  },
]);

// The base of a PUT is a full read.
table([
  {
    name: "a PUT of what a cache has stripped of annotations removes them",
    modes: ["replace"],
    first: configMap({ data: { a: "1" } }, { annotations: { b: "2" } }),
    desired: configMap({ data: { a: "1" } }),
    bare: true,
    server: { changed: { "metadata.annotations": GONE } },
    gate: { is: "skip" },
  },
  {
    name: "the payload has what others have put in",
    modes: ["replace"],
    first: configMap({ data: { a: "1" } }),
    meanwhile: [
      edits("other", {
        metadata: { annotations: { b: "2" }, labels: { c: "3" }, finalizers: ["example.com/d"] },
      }),
    ],
    desired: configMap({ data: { a: "2" } }),
    server: { changed: { "data.a": "2" } },
  },
]);
