import { groupVersionOf } from "../../core/decide/identity.js";
import { UsageError } from "../../core/errors.js";
import { isObject, type JsonObject, type KubeObject } from "../../core/json.js";
import type { ObjectRef } from "./port.js";

/**
 * Which object desired is.
 * @throws UsageError `no-kind`; `bad-option` where it has no name: a generated one could not be found again
 */
export function refOf(desired: KubeObject): ObjectRef {
  const { apiVersion, kind } = desired;
  if (typeof kind !== "string" || kind === "") throw new UsageError("no-kind", "desired has no kind", "kind");
  if (typeof apiVersion !== "string" || apiVersion === "")
    throw new UsageError("no-kind", "desired has no apiVersion", "apiVersion");
  const { name, namespace } = desired.metadata ?? {};
  if (typeof name !== "string" || name === "")
    throw new UsageError("bad-option", "an object without a name cannot be ensured", "metadata.name");
  return typeof namespace === "string" && namespace !== ""
    ? { apiVersion, kind, namespace, name }
    : { apiVersion, kind, name };
}

/** Tells objects apart, whatever their version. */
export function keyOf({ apiVersion, kind, namespace = "", name }: ObjectRef): string {
  return `${groupVersionOf(apiVersion).group}|${kind}|${namespace}|${name}`;
}

/** The metadata of an object; empty where it has none. */
export function metadataOf(object: unknown): JsonObject {
  return isObject(object) && isObject(object.metadata) ? object.metadata : {};
}

/** An object's resourceVersion, which tells whether it is another than before. */
export function versionOf(object: unknown): string | undefined {
  const { resourceVersion } = metadataOf(object);
  return typeof resourceVersion === "string" ? resourceVersion : undefined;
}

/** What binds a request to the object as it was seen. */
export function preconditionsOf(live: unknown): { readonly uid?: string; readonly resourceVersion?: string } {
  const { uid, resourceVersion } = metadataOf(live);
  return {
    ...(typeof uid === "string" && { uid }),
    ...(typeof resourceVersion === "string" && { resourceVersion }),
  };
}
