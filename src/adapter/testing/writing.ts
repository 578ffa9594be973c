import { isObject, type Json, type JsonObject } from "../../core/json.js";
import { mergePatch } from "../../core/merge/patch.js";
import { ApiError } from "../api-error.js";
import type { WriteOptions } from "../port.js";
import { suffix } from "./born.js";
import { union } from "./field-sets.js";
import { type Kind, metaOf, withMeta } from "./kinds.js";
import { landed, startingEntries, type Write } from "./landing.js";
import { beforeFirstApply, type Entry, entriesOf, isOf, statedSet, type Writer } from "./managing.js";
import { merged, pruned } from "./merging.js";
import { alreadyExists, badRequest, conflict, invalid, notFound } from "./refusing.js";
import { zeroObject } from "./settling.js";
import { refOf, type Store } from "./store.js";

/** What a write is answered with, and the object that was there before it. */
export interface Answer {
  readonly before: JsonObject | undefined;
  readonly after: JsonObject;
}

/** The manager of a client that names none. */
const NAMELESS = "unknown";

export function create(store: Store, kind: Kind, sent: JsonObject, options: WriteOptions): Answer {
  const { name, generateName, resourceVersion } = metaOf(sent);
  if (resourceVersion !== undefined && resourceVersion !== "")
    throw new ApiError(500, "resourceVersion should not be set on objects to be created");
  if (name === undefined && generateName === undefined) {
    const message = "name or generateName is required";
    throw invalid(kind, "", [{ field: "metadata.name", reason: "FieldValueRequired", message }]);
  }
  const named = name === undefined ? withMeta(sent, { name: `${generateName}${suffix(store)}` }) : sent;
  const ref = refOf(named);
  if (store.get(kind, ref) !== undefined) throw alreadyExists(kind, ref.name);
  const write = { kind, name: ref.name, live: undefined, target: named, entries: [] };
  return land(store, { ...write, writer: writerOf(kind, "Update", options), time: store.time() }, options);
}

export function replace(store: Store, kind: Kind, sent: JsonObject, options: WriteOptions): Answer {
  const ref = refOf(sent);
  const live = store.get(kind, ref);
  if (live === undefined) {
    if (!kind.traits.createdByPut || options.subresource !== undefined) throw notFound(kind, ref.name);
    return create(store, kind, withMeta(sent, { resourceVersion: undefined }), options);
  }
  const { uid, resourceVersion } = metaOf(sent);
  refuseStale(kind, live, sent);
  if (uid !== undefined && uid !== "" && uid !== metaOf(live).uid)
    throw conflict(
      kind,
      ref.name,
      `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${metaOf(live).uid}`,
    );
  if (kind.traits.versioned && (resourceVersion === undefined || resourceVersion === "")) {
    const message = "must be specified for an update";
    throw invalid(kind, ref.name, [
      { field: "metadata.resourceVersion", reason: "FieldValueInvalid", message },
    ]);
  }
  return update(store, kind, live, sent, sent, options);
}

export function merge(
  store: Store,
  kind: Kind,
  ref: { readonly namespace?: string | undefined; readonly name: string },
  patch: Json,
  options: WriteOptions,
): Answer {
  const live = store.get(kind, ref);
  if (live === undefined) throw notFound(kind, ref.name);
  if (!isObject(patch)) throw badRequest("a merge patch is an object");
  const target = mergePatch(live, patch) as JsonObject;
  const { name, namespace } = metaOf(target);
  if (name !== metaOf(live).name || namespace !== metaOf(live).namespace)
    throw badRequest("the patch names another object");
  refuseStale(kind, live, target);
  refuseUid(kind, live, target);
  return update(store, kind, live, target, target, options);
}

export function apply(store: Store, kind: Kind, sent: JsonObject, options: WriteOptions): Answer {
  const { managedFields } = metaOf(sent);
  if (!options.fieldManager) {
    const message = "is required for apply patch";
    throw invalid(kind, "", [{ field: "fieldManager", reason: "FieldValueRequired", message }]);
  }
  if (managedFields !== undefined) throw badRequest("metadata.managedFields must be nil");
  const ref = refOf(sent);
  if (ref.name === "") throw badRequest("name is required");
  const live = store.get(kind, ref);
  if (live === undefined && options.subresource !== undefined) throw notFound(kind, ref.name);
  if (live !== undefined) {
    refuseStale(kind, live, sent);
    refuseUid(kind, live, sent);
  }
  const writer = writerOf(kind, "Apply", options);
  const time = store.time();
  const entries = appliedEntries(kind, live, time);
  const stated = statedSet(kind, sent, options.subresource);
  const target = appliedTo(kind, sent, live, entries, writer, stated);
  const { force = false } = options;
  const write = { kind, name: ref.name, live, target, writer, entries, stated, force, time };
  return land(store, write, options);
}

function appliedEntries(kind: Kind, live: JsonObject | undefined, time: string): readonly Entry[] {
  const entries = entriesOf(live);
  if (live === undefined || entries.length > 0) return entries;
  return beforeFirstApply(kind, { ...zeroObject(kind), metadata: {} }, live, time);
}

/** Live with an apply merged in, less what it no longer states. */
function appliedTo(
  kind: Kind,
  sent: JsonObject,
  live: JsonObject | undefined,
  entries: readonly Entry[],
  writer: Writer,
  stated: Write["stated"] = {},
): JsonObject {
  const { struct } = kind.root;
  const body = bodyOf(kind, sent, writer.subresource);
  const all = merged(struct, body, live) as JsonObject;
  const own = entries.find((entry) => isOf(entry, writer));
  if (own === undefined) return all;
  const managed = entries.filter((entry) => entry !== own).reduce((sum, { set }) => union(sum, set), stated);
  return pruned(struct, all, own.set, managed) as JsonObject;
}

/** What an apply can state: its metadata as far as writers own it, and status by its subresource alone. */
function bodyOf(kind: Kind, sent: JsonObject, subresource: string | undefined): JsonObject {
  const { apiVersion, kind: name, metadata: _, status, ...rest } = sent;
  const meta = metaOf(sent);
  const kept = [
    "name",
    "namespace",
    "generateName",
    "labels",
    "annotations",
    "ownerReferences",
    "finalizers",
  ];
  const metadata = Object.fromEntries(
    kept.flatMap((key) => (meta[key] === undefined ? [] : [[key, meta[key]]])),
  );
  const identity = { apiVersion, kind: name, metadata };
  if (subresource !== undefined) return { ...identity, ...(status !== undefined && { status }) };
  return { ...identity, ...rest, ...(!kind.statusSubresource && status !== undefined && { status }) };
}

function update(
  store: Store,
  kind: Kind,
  live: JsonObject,
  target: JsonObject,
  sent: JsonObject,
  options: WriteOptions,
): Answer {
  const { name } = refOf(live);
  const writer = writerOf(kind, "Update", options);
  const entries = startingEntries(sent, live);
  return land(store, { kind, name, live, target, writer, entries, time: store.time() }, options);
}

function land(store: Store, write: Write, { dryRun }: WriteOptions): Answer {
  const { live: before, kind } = write;
  const after = landed(write, store);
  return { before, after: after === before || dryRun === true ? after : store.put(kind, after) };
}

function writerOf(
  { apiVersion }: Kind,
  operation: Writer["operation"],
  { fieldManager, subresource }: WriteOptions,
): Writer {
  const manager = fieldManager || NAMELESS;
  return { manager, operation, apiVersion, ...(subresource !== undefined && { subresource }) };
}

function refuseStale(kind: Kind, live: JsonObject, sent: JsonObject): void {
  const { resourceVersion } = metaOf(sent);
  if (resourceVersion === undefined || resourceVersion === "") return;
  if (resourceVersion !== metaOf(live).resourceVersion) {
    const why = "the object has been modified; please apply your changes to the latest version and try again";
    throw conflict(kind, refOf(live).name, why);
  }
}

function refuseUid(kind: Kind, live: JsonObject, sent: JsonObject): void {
  const { uid } = metaOf(sent);
  if (uid === undefined || uid === "" || uid === metaOf(live).uid) return;
  const cause = { field: "metadata.uid", reason: "FieldValueInvalid", message: "field is immutable" };
  throw invalid(kind, refOf(live).name, [cause]);
}
