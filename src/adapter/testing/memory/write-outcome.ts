import { foldWriteOnly } from "../../core/decide/fold.js";
import { isList, type Json, type JsonObject } from "../../core/json.js";
import { born, type Numbers, uid } from "./born.js";
import { refuseConflicts, refuseFinalizers, refuseImmutable } from "./checking.js";
import { type Entry, entriesOf, printed } from "./entries.js";
import { isEqual } from "./equal.js";
import { type Kind, metaOf, withMeta } from "./kinds.js";
import { applied, updated } from "./managing.js";
import { settled, zeroObject } from "./settling.js";
import type { Write } from "./write.js";

/** Metadata that a writer states; the rest is the server's. */
const WRITERS = ["generateName", "labels", "annotations", "ownerReferences", "finalizers"] as const;
const SERVERS = ["uid", "creationTimestamp", "deletionTimestamp", "deletionGracePeriodSeconds"] as const;

/**
 * The object that a write leaves behind, all but its resourceVersion; live itself where it changes nothing.
 * @throws ApiError 409, 422
 */
export function landed(write: Write, numbers: Numbers): JsonObject {
  const { kind, live } = write;
  if (write.stated !== undefined && write.force !== true) refuseConflicts(write);
  const folded = foldWriteOnly(write.target, kind.facts);
  const target = withStatus(write, folded);
  if (live !== undefined && write.writer.subresource === undefined) refuseImmutable(write, target);
  const decoded = settled(kind, target);
  const stored = stampedWith(write, live === undefined ? decoded : settled(kind, target, live));
  if (live !== undefined && live.metadata !== undefined) refuseFinalizers(write, stored);
  const entries = ownership(write, decoded);
  const managed = withMeta(stored, { managedFields: entries.length === 0 ? undefined : printed(entries) });
  if (live === undefined) return created(write, managed, numbers);
  const after = numbered(kind, live, managed);
  return isEqual(unstamped(after), unstamped(live)) ? live : after;
}

/** Without what is no change by itself. Source: fieldmanager IgnoreManagedFieldsTimestampsTransformer. */
function unstamped(object: JsonObject): JsonObject {
  const managedFields = printed(entriesOf(object).map(({ time: _, ...entry }) => entry));
  return withMeta(object, { resourceVersion: undefined, managedFields });
}

function ownership(write: Write, decoded: JsonObject): readonly Entry[] {
  const { kind, live, target, entries, writer, stated, time } = write;
  if (live !== undefined && entries.length === 0 && stated === undefined) return [];
  const before = live ?? { ...zeroObject(kind), metadata: {} };
  return stated === undefined
    ? updated(kind, before, decoded, entries, writer, time)
    : applied(kind, before, target, entries, writer, stated, time);
}

/** Status is what its subresource wrote last, whatever else states. */
function withStatus({ kind, live, writer }: Write, target: JsonObject): JsonObject {
  if (writer.subresource === "status") return { ...(live ?? {}), status: target.status };
  return kind.statusSubresource ? { ...target, status: live?.status } : target;
}

/** With the metadata that the server alone writes, as live has it. */
function stampedWith({ live, writer }: Write, object: JsonObject): JsonObject {
  const [stated, there] = [metaOf(object), metaOf(live)];
  const metadata: Record<string, Json | undefined> = {};
  const take = (from: JsonObject, keys: readonly string[]): void => {
    for (const key of keys) if (from[key] !== undefined) metadata[key] = from[key];
  };
  take(stated, ["name", "namespace"]);
  take(writer.subresource === undefined ? stated : there, WRITERS);
  take(there, [...SERVERS, "generation", "resourceVersion"]);
  return { ...object, metadata: metadata as JsonObject };
}

function created({ kind, target, time }: Write, object: JsonObject, numbers: Numbers): JsonObject {
  const { generation } = metaOf(target);
  const metadata = {
    uid: uid(numbers),
    creationTimestamp: time,
    generation: kind.traits.numbered ? 1 : generation,
  };
  return settled(kind, born(kind, withMeta(object, metadata), numbers));
}

/** Moves the generation where something but metadata and status is another. */
function numbered(kind: Kind, live: JsonObject, after: JsonObject): JsonObject {
  const { generation } = metaOf(live);
  if (typeof generation !== "number") return after;
  const { numbers } = kind.traits;
  const body = ({ metadata, status, ...rest }: JsonObject): JsonObject => ({
    ...rest,
    ...(!kind.statusSubresource && { status }),
    ...(numbers !== undefined && { metadata: metaOf({ metadata })[numbers] }),
  });
  return isEqual(body(live), body(after)) ? after : withMeta(after, { generation: generation + 1 });
}

/** Ownership that a write starts from: as the object that is sent states it, else as live has it. */
export function startingEntries(sent: JsonObject, live: JsonObject | undefined): readonly Entry[] {
  const { managedFields } = metaOf(sent);
  return isList(managedFields) ? entriesOf(sent) : entriesOf(live);
}
