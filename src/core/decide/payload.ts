import type { KindFacts } from "../facts.js";
import { isObject, type Json, type JsonObject, put } from "../json.js";
import { cloneWire } from "../wire.js";

/** What the server alone writes; stale or misleading in any payload. */
const SERVER_METADATA = [
  "uid",
  "resourceVersion",
  "generation",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "managedFields",
  "selfLink",
];

/**
 * The body of a PUT: what live will be, with live's resourceVersion. Shares nothing with live.
 * @param onlyStatus it is for the status subresource, or status is all that it changes
 */
export function replacePayload(
  after: JsonObject,
  desired: JsonObject,
  facts: KindFacts | undefined,
  onlyStatus = false,
): JsonObject {
  const live = isObject(after.metadata) ? after.metadata : {};
  const stated = isObject(desired.metadata) ? desired.metadata : {};
  const metadata = stripMetadata(live, onlyStatus ? [] : ["generateName"]);
  for (const key of ["name", "namespace"]) if (!live[key]) put(metadata, key, stated[key]);
  if (live.resourceVersion !== undefined) put(metadata, "resourceVersion", live.resourceVersion);
  return body(after, desired, metadata, !onlyStatus && facts?.statusSubresource === true);
}

/** The body of a create: desired whole, less what the server alone writes. */
export function createPayload(desired: JsonObject, facts: KindFacts | undefined): JsonObject {
  const stated = isObject(desired.metadata) ? desired.metadata : {};
  const metadata = stripMetadata(stated, stated.name === undefined ? [] : ["generateName"]);
  return body(desired, desired, metadata, facts?.statusSubresource === true);
}

function stripMetadata(metadata: JsonObject, more: readonly string[]): Record<string, Json | undefined> {
  const kept: Record<string, Json | undefined> = { ...metadata };
  for (const key of [...SERVER_METADATA, ...more]) delete kept[key];
  return kept;
}

/** Status goes through its subresource, where there is one; elsewhere live's stays, since a PUT writes it too. */
function body(
  object: JsonObject,
  desired: JsonObject,
  metadata: JsonObject,
  dropsStatus: boolean,
): JsonObject {
  const { apiVersion, kind } = desired;
  const copy: Record<string, Json | undefined> = { apiVersion, kind, ...object, metadata };
  put(put(copy, "apiVersion", apiVersion), "kind", kind); // an informer's item states neither
  if (dropsStatus) delete copy.status;
  return cloneWire(copy as JsonObject) as JsonObject;
}
