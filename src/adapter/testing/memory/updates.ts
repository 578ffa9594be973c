import { isObject, type Json, type JsonObject } from "../../../core/json.js";
import { mergePatch } from "../../../core/merge/patch.js";
import { ApiError } from "../../port/api-error.js";
import { metadataOf } from "../../port/object.js";
import type { WriteOptions } from "../../port/port.js";
import { suffix } from "./born.js";
import { alreadyExists, badRequest, conflict, invalid, notFound } from "./errors.js";
import type { Kind } from "./kinds.js";
import { type Place, placeOf } from "./namespace.js";
import { refuseLost, refuseStale, refuseUid } from "./refusals.js";
import type { Store } from "./store.js";
import { withMetadata } from "./with-metadata.js";
import { authorOf, type Write } from "./write.js";
import { outcomeOf, startingEntries } from "./write-outcome.js";

/** What a write is answered with, and the object that was there before it. */
export interface Answer {
  readonly before: JsonObject | undefined;
  readonly after: JsonObject;
}

export function create(store: Store, kind: Kind, sent: JsonObject, options: WriteOptions): Answer {
  const { name, generateName, resourceVersion } = metadataOf(sent);
  if (resourceVersion !== undefined && resourceVersion !== "")
    throw new ApiError(500, "resourceVersion should not be set on objects to be created");
  if (name === undefined && generateName === undefined) {
    const message = "name or generateName is required";
    throw invalid(kind, "", [{ field: "metadata.name", reason: "FieldValueRequired", message }]);
  }
  const named = name === undefined ? withMetadata(sent, { name: `${generateName}${suffix(store)}` }) : sent;
  const ref = placeOf(named);
  if (store.get(kind, ref) !== undefined) throw alreadyExists(kind, ref.name);
  return make(store, kind, named, options);
}

function make(store: Store, kind: Kind, target: JsonObject, options: WriteOptions): Answer {
  const { name } = placeOf(target);
  const by = authorOf(kind, options);
  const write = { kind, name, live: undefined, target, by, entries: [], time: store.time() };
  return finish(store, { ...write, operation: "Update" }, options);
}

export function replace(store: Store, kind: Kind, sent: JsonObject, options: WriteOptions): Answer {
  const ref = placeOf(sent);
  const live = store.get(kind, ref);
  if (live === undefined) {
    if (!kind.traits.createdByPut) throw notFound(kind, ref.name);
    refuseLost(kind, sent, (uid) => otherUid(uid, ""));
    if (options.subresource !== undefined) throw notFound(kind, ref.name);
    return make(store, kind, sent, options);
  }
  const { uid, resourceVersion } = metadataOf(sent);
  refuseStale(kind, live, sent);
  if (uid !== undefined && uid !== "" && uid !== metadataOf(live).uid)
    throw conflict(kind, ref.name, otherUid(String(uid), String(metadataOf(live).uid)));
  if (kind.traits.versioned && (resourceVersion === undefined || resourceVersion === "")) {
    const message = "must be specified for an update";
    throw invalid(kind, ref.name, [
      { field: "metadata.resourceVersion", reason: "FieldValueInvalid", message },
    ]);
  }
  return update(store, kind, live, sent, options);
}

function otherUid(stated: string, live: string): string {
  return `Precondition failed: UID in precondition: ${stated}, UID in object meta: ${live}`;
}

export function merge(store: Store, kind: Kind, ref: Place, patch: Json, options: WriteOptions): Answer {
  const live = store.get(kind, ref);
  if (live === undefined) throw notFound(kind, ref.name);
  if (!isObject(patch)) throw badRequest("a merge patch is an object");
  const target = mergePatch(live, patch) as JsonObject;
  const { name, namespace } = metadataOf(target);
  if (name !== metadataOf(live).name || namespace !== metadataOf(live).namespace)
    throw badRequest("the patch names another object");
  refuseStale(kind, live, target);
  refuseUid(kind, live, target);
  return update(store, kind, live, target, options);
}

function update(
  store: Store,
  kind: Kind,
  live: JsonObject,
  target: JsonObject,
  options: WriteOptions,
): Answer {
  const { name } = placeOf(live);
  const by = authorOf(kind, options);
  const write = { kind, name, live, target, by, entries: startingEntries(target, live), time: store.time() };
  return finish(store, { ...write, operation: "Update" }, options);
}

/** Finishes a write, and stores it unless it is a dry run. */
export function finish(store: Store, write: Write, { dryRun }: WriteOptions): Answer {
  const { live: before, kind } = write;
  const after = outcomeOf(write, store);
  return { before, after: after === before || dryRun === true ? after : store.put(kind, after) };
}
