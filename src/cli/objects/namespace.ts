import { groupVersionOf } from "../../core/decide/identity.js";
import type { FactSource } from "../../core/facts.js";
import { type JsonObject, member } from "../../core/json.js";
import type { Manifest } from "../input/index.js";

/** Does the kind have namespaces, as far as facts tell? */
export function namespacedByFacts({ apiVersion, kind }: Manifest, facts: FactSource): boolean | undefined {
  const { group, version } = groupVersionOf(apiVersion);
  return facts.kind(group, version, kind)?.namespaced;
}

/** Fills a missing namespace in where the kind has them, and drops one where it has none, as the server does. */
export function inScope(
  manifest: Manifest,
  namespaced: boolean | undefined,
  namespace: string | undefined,
): Manifest {
  if (namespaced === false && manifest.namespace !== undefined) return inNamespace(manifest, undefined);
  const filled = namespaced === true && manifest.namespace === undefined && namespace !== undefined;
  return filled ? inNamespace(manifest, namespace) : manifest;
}

/** A copy in another namespace, or in none. */
export function inNamespace(manifest: Manifest, namespace: string | undefined): Manifest {
  const { namespace: _, ...metadata } = (member(manifest.object, "metadata") ?? {}) as JsonObject;
  const stated = namespace === undefined ? metadata : { ...metadata, namespace };
  return { ...manifest, namespace, object: { ...manifest.object, metadata: stated } };
}
