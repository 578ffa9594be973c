import { UsageError } from "../errors.js";
import type { FactSource, KindFacts } from "../facts.js";
import { isObject, type Json, type JsonObject } from "../json.js";
import { assertWire } from "../wire.js";

/** Which object this is. */
export interface Identity {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/**
 * Reads apiVersion and kind.
 * @throws UsageError `no-kind` where the value is no object or lacks one of them
 */
export function identityOf(desired: unknown): Identity {
  if (!isObject(desired)) throw new UsageError("no-kind", "desired is not an object");
  const { apiVersion, kind } = desired;
  if (typeof kind !== "string" || kind === "") throw new UsageError("no-kind", "desired has no kind", "kind");
  if (typeof apiVersion !== "string" || apiVersion === "") {
    throw new UsageError("no-kind", "desired has no apiVersion", "apiVersion");
  }
  return { ...groupVersionOf(apiVersion), kind };
}

/** `apps/v1`: group apps, version v1. The core group's name is empty: `v1`. */
export function groupVersionOf(apiVersion: string): Omit<Identity, "kind"> {
  const slash = apiVersion.indexOf("/");
  return { group: slash < 0 ? "" : apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) };
}

/**
 * Refuses to compare two different objects. What either side leaves out (an informer's items have no kind) is
 * taken from the other; a desired object with generateName has no name yet.
 * @param called what the other one is to be called in an error
 * @throws UsageError `identity-mismatch`, `version-mismatch`
 */
export function assertSameObject(
  desired: JsonObject,
  live: unknown,
  called: "live" | "observed" = "live",
): asserts live is JsonObject {
  if (!isObject(live)) throw new UsageError("not-wire-json", `${called} is not an object`);
  if (!isObject(live.metadata)) assertWire(live);
  assertMetadata(desired);
  assertSame("kind", desired.kind, live.kind, "identity-mismatch", called);
  assertSame("apiVersion", desired.apiVersion, live.apiVersion, "version-mismatch", called);
  if (!isObject(desired.metadata) || !isObject(live.metadata)) return;
  const [from, to] = [desired.metadata, live.metadata];
  assertSame("metadata.name", from.name, to.name, "identity-mismatch", called);
  assertSame("metadata.namespace", from.namespace, to.namespace, "identity-mismatch", called);
}

/** @throws UsageError `bad-option` for another subresource than status */
export function assertSubresource(subresource: unknown): void {
  if (subresource !== "status")
    throw new UsageError(
      "bad-option",
      `${String(subresource)} is no subresource here; status is`,
      "subresource",
    );
}

/** @throws UsageError `no-live` where there is no object to write a status to */
export function assertLive(live: unknown): void {
  if (live === undefined || live === null)
    throw new UsageError("no-live", "create the object before its status is written");
}

/** @throws UsageError `no-status` for a kind that is known to have no status */
export function assertStatus({ group, kind, type, statusSubresource }: KindFacts, facts: FactSource): void {
  const { fields, keepsUnknown } = facts.type(type) ?? {};
  if (statusSubresource || fields === undefined || keepsUnknown === true || Object.hasOwn(fields, "status"))
    return;
  throw new UsageError("no-status", `${group === "" ? kind : `${kind}.${group}`} has no status`);
}

function assertMetadata({ metadata }: JsonObject): void {
  if (metadata === undefined || metadata === null) return;
  if (isObject(metadata)) {
    // A Date or a Map has no name; to ask for its prototype takes longer.
    if (metadata.name === undefined) assertWire(metadata, "metadata");
    return;
  }
  throw new UsageError("not-wire-json", "desired's metadata is not an object", "metadata");
}

function assertSame(
  path: string,
  desired: Json | undefined,
  live: Json | undefined,
  code: "identity-mismatch" | "version-mismatch",
  called: string,
): void {
  if (desired === live || desired === undefined || live === undefined || desired === "" || live === "")
    return;
  throw new UsageError(code, `desired is ${String(desired)}, ${called} is ${String(live)}`, path);
}
