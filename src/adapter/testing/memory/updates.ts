import { isObject, type Json, type JsonObject } from "../../core/json.js";
import { mergePatch } from "../../core/merge/patch.js";
import { ApiError } from "../port/api-error.js";
import type { WriteOptions } from "../port/port.js";
import { suffix } from "./born.js";
import type { Writer } from "./entries.js";
import { type Kind, metaOf, withMeta } from "./kinds.js";
import { landed, startingEntries } from "./landing.js";
import { alreadyExists, badRequest, conflict, invalid, notFound } from "./refusing.js";
import { refOf, type Store } from "./store.js";
import type { Write } from "./write.js";

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

/** Finishes a write, and stores it unless it is a dry run. */
export function land(store: Store, write: Write, { dryRun }: WriteOptions): Answer {
  const { live: before, kind } = write;
  const after = landed(write, store);
  return { before, after: after === before || dryRun === true ? after : store.put(kind, after) };
}

export function writerOf(
  { apiVersion }: Kind,
  operation: Writer["operation"],
  { fieldManager, subresource }: WriteOptions,
): Writer {
  const manager = fieldManager || NAMELESS;
  return { manager, operation, apiVersion, ...(subresource !== undefined && { subresource }) };
}

export function refuseStale(kind: Kind, live: JsonObject, sent: JsonObject): void {
  const { resourceVersion } = metaOf(sent);
  if (resourceVersion === undefined || resourceVersion === "") return;
  if (resourceVersion !== metaOf(live).resourceVersion) {
    const why = "the object has been modified; please apply your changes to the latest version and try again";
    throw conflict(kind, refOf(live).name, why);
  }
}

/** A PATCH: to it, a uid is a field like any other. */
export function refuseUid(kind: Kind, live: JsonObject, sent: JsonObject): void {
  const { uid } = metaOf(sent);
  if (uid === undefined || uid === "" || uid === metaOf(live).uid) return;
  const cause = { field: "metadata.uid", reason: "FieldValueInvalid", message: "field is immutable" };
  throw invalid(kind, refOf(live).name, [cause]);
}
