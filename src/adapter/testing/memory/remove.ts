import type { JsonObject } from "../../../core/json.js";
import { metadataOf } from "../../port/object.js";
import type { DeleteOptions } from "../../port/port.js";
import { isEqual } from "./equal.js";
import { conflict } from "./errors.js";
import type { Kind } from "./kinds.js";
import { placeOf } from "./namespace.js";
import type { Store } from "./store.js";
import { withMetadata } from "./with-metadata.js";

/** True where that changed something: an object with finalizers is only marked. */
export function remove(
  store: Store,
  kind: Kind,
  live: JsonObject,
  { dryRun, preconditions = {} }: DeleteOptions,
): boolean {
  const { uid: own, resourceVersion, finalizers, deletionTimestamp, generation } = metadataOf(live);
  const name = placeOf(live).name;
  if (preconditions.uid !== undefined && preconditions.uid !== own)
    throw conflict(kind, name, "the UID in the precondition does not match the UID in record");
  if (preconditions.resourceVersion !== undefined && preconditions.resourceVersion !== resourceVersion)
    throw conflict(kind, name, "the ResourceVersion in the precondition does not match the one in record");
  if (isEqual(finalizers ?? [], [])) {
    if (dryRun !== true) store.remove(kind, live);
    return true;
  }
  if (deletionTimestamp !== undefined) return false;
  const marked = withMetadata(live, {
    deletionTimestamp: store.time(),
    deletionGracePeriodSeconds: 0,
    ...(typeof generation === "number" && { generation: generation + 1 }),
  });
  if (dryRun !== true) store.put(kind, marked);
  return true;
}
