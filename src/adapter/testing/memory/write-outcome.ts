import { foldWriteOnly } from "../../../core/decide/fold.js";
import { isList, type Json, type JsonObject } from "../../../core/json.js";
import { metadataOf } from "../../port/object.js";
import { born, type Numbers, uid } from "./born.js";
import { asManagedFields, type Entry, entriesOf, untimedEntries } from "./entries.js";
import { isEqual } from "./equal.js";
import type { Kind } from "./kinds.js";
import { applied, updated } from "./managed-fields.js";
import { refuseConflicts, refuseFinalizers, refuseImmutable } from "./refusals.js";
import { storedForm, zeroObject } from "./stored-form.js";
import { withMetadata } from "./with-metadata.js";
import type { Write } from "./write.js";

/** Metadata that a writer states; the rest is the server's. */
const WRITERS = ["generateName", "labels", "annotations", "ownerReferences", "finalizers"] as const;
const SERVERS = ["uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds"] as const;

/**
 * The object that a write leaves behind, all but its resourceVersion; live itself where it changes nothing.
 * @throws ApiError 409, 422
 */
export function outcomeOf(write: Write, numbers: Numbers): JsonObject {
  const { kind, live } = write;
  if (write.operation === "Apply" && !write.force) refuseConflicts(write);
  const folded = foldWriteOnly(write.target, kind.facts);
  const target = withStatus(write, folded);
  if (live !== undefined && write.by.subresource === undefined) refuseImmutable(write, target);
  const decoded = storedForm(kind, target);
  const stored = stampedWith(write, live === undefined ? decoded : storedForm(kind, target, live));
  if (live !== undefined && live.metadata !== undefined) refuseFinalizers(write, stored);
  const entries = ownership(write, decoded);
  const managed = withMetadata(stored, {
    managedFields: entries.length === 0 ? undefined : asManagedFields(entries),
  });
  if (live === undefined) return created(write, managed, numbers);
  const after = numbered(kind, live, managed);
  return isEqual(unstamped(after), unstamped(live)) ? live : after;
}

/** Without what is no change by itself. */
function unstamped(object: JsonObject): JsonObject {
  return withMetadata(object, { resourceVersion: undefined, managedFields: untimedEntries(object) });
}

function ownership(write: Write, decoded: JsonObject): readonly Entry[] {
  const { kind, live, entries } = write;
  const before = live ?? { ...zeroObject(kind), metadata: {} };
  if (write.operation === "Apply") return applied(write, before);
  return live !== undefined && entries.length === 0 ? [] : updated(write, before, decoded);
}

/** Status is what its subresource wrote last, whatever else states. */
function withStatus({ kind, live, by }: Write, target: JsonObject): JsonObject {
  if (by.subresource === "status") return { ...(live ?? {}), status: target.status };
  return kind.statusSubresource ? { ...target, status: live?.status } : target;
}

/** With the metadata that the server alone writes, as live has it. */
function stampedWith({ live, by }: Write, object: JsonObject): JsonObject {
  const [stated, there] = [metadataOf(object), metadataOf(live)];
  const metadata: Record<string, Json | undefined> = {};
  const take = (from: JsonObject, keys: readonly string[]): void => {
    for (const key of keys) if (from[key] !== undefined) metadata[key] = from[key];
  };
  take(stated, ["name", "namespace"]);
  take(by.subresource === undefined ? stated : there, WRITERS);
  take(there, [...SERVERS, "generation", "resourceVersion"]);
  return { ...object, metadata: metadata as JsonObject };
}

function created({ kind, target, time }: Write, object: JsonObject, numbers: Numbers): JsonObject {
  const { generation, resourceVersion } = metadataOf(target);
  const metadata = {
    // A dry run is answered with the one that it stated.
    resourceVersion,
    uid: uid(numbers),
    creationTimestamp: time,
    generation: kind.traits.numbered ? 1 : generation,
  };
  return storedForm(kind, born(kind, withMetadata(object, metadata), numbers));
}

/** Moves the generation where something but metadata and status is another. */
function numbered(kind: Kind, live: JsonObject, after: JsonObject): JsonObject {
  const { generation } = metadataOf(live);
  if (typeof generation !== "number") return after;
  const { numbers } = kind.traits;
  const body = ({ metadata, status, ...rest }: JsonObject): JsonObject => ({
    ...rest,
    ...(!kind.statusSubresource && { status }),
    ...(numbers !== undefined && { metadata: metadataOf({ metadata })[numbers] }),
  });
  return isEqual(body(live), body(after)) ? after : withMetadata(after, { generation: generation + 1 });
}

/** Ownership that a write starts from: as the object that is sent states it, else as live has it. */
export function startingEntries(sent: JsonObject, live: JsonObject | undefined): readonly Entry[] {
  const { managedFields } = metadataOf(sent);
  return isList(managedFields) ? entriesOf(sent) : entriesOf(live);
}
