import { keyOf } from "../../adapter/port/object.js";
import type { ObjectRef } from "../../adapter/port/port.js";
import type { Manifest } from "../input/index.js";

/** Which object a manifest is. One without a name has an empty one. */
export function manifestRef({
  apiVersion,
  kind,
  namespace,
  name = "",
}: Pick<Manifest, "apiVersion" | "kind" | "namespace" | "name">): ObjectRef {
  return namespace === undefined ? { apiVersion, kind, name } : { apiVersion, kind, namespace, name };
}

/** Tells manifests apart as `keyOf` does objects: whatever their version. */
export function manifestKey(manifest: Parameters<typeof manifestRef>[0]): string {
  return keyOf(manifestRef(manifest));
}
