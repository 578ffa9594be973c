import { Limit } from "../../adapter/ensure/limit.js";
import type { FactSource } from "../../core/facts.js";
import { isObject, type Json, member } from "../../core/json.js";
import { groupVersion } from "../explain/group-version.js";
import { inScope, namespacedByFacts } from "../explain/namespace.js";
import type { ObjectError } from "../explain/object-error.js";
import { identityProblem, keyOf } from "../explain/pair.js";
import type { Manifest } from "../input/index.js";
import type { Cluster } from "./cluster.js";
import { notServed } from "./not-served.js";
import { objectErrorOf } from "./problem.js";

/** A desired object as it will stand in the cluster, or why it cannot. */
export interface Located {
  readonly desired: Manifest;
  readonly error?: ObjectError;
  /** One of the objects defines its kind, so that the server need not serve it yet. */
  readonly defined?: boolean;
}

export interface LocateOptions {
  readonly cluster: Cluster;
  readonly facts: FactSource;
  /** Of the objects that name none. */
  readonly namespace: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Says of each object in which namespace it belongs: by facts, by a definition among the objects, or by asking the server. The
 * second of two that are the same is an error.
 */
export async function locate(desired: readonly Manifest[], options: LocateOptions): Promise<Located[]> {
  const scopes = new Map<string, Promise<boolean | ObjectError>>();
  const defined = definedScopes(desired);
  const seen = new Map<string, Manifest>();
  const located: Located[] = [];
  for (const manifest of desired) {
    const { apiVersion, kind } = manifest;
    const key = `${apiVersion} ${kind}`;
    const known =
      namespacedByFacts(manifest, options.facts) ?? defined.get(`${groupVersion(apiVersion)[0]} ${kind}`);
    const scope =
      scopes.get(key) ?? (known === undefined ? asked(manifest, options) : Promise.resolve(known));
    scopes.set(key, scope);
    const isDefined = defined.has(`${groupVersion(apiVersion)[0]} ${kind}`);
    located.push({ ...placed(manifest, await scope, options.namespace, seen), defined: isDefined });
  }
  return located;
}

function placed(
  manifest: Manifest,
  scope: boolean | ObjectError,
  namespace: string,
  seen: Map<string, Manifest>,
): Located {
  if (typeof scope !== "boolean") return { desired: manifest, error: scope };
  const desired = inScope(manifest, scope, namespace);
  const error = identityProblem(desired, seen.get(keyOf(desired)));
  if (error !== undefined) return { desired, error };
  seen.set(keyOf(desired), desired);
  return { desired };
}

async function asked(manifest: Manifest, options: LocateOptions): Promise<boolean | ObjectError> {
  const { apiVersion, kind } = manifest;
  try {
    const limit = new Limit(options.signal, options.timeoutMs);
    const answer = await limit.run(options.timeoutMs, (stop) =>
      options.cluster.isNamespaced(apiVersion, kind, stop),
    );
    return answer ?? notServed(apiVersion, kind);
  } catch (error) {
    options.signal?.throwIfAborted();
    return objectErrorOf(error, manifest);
  }
}

/** Have the kinds that the objects themselves define namespaces? By group and kind. */
function definedScopes(manifests: readonly Manifest[]): ReadonlyMap<string, boolean> {
  const scopes = new Map<string, boolean>();
  for (const { kind, object } of manifests) {
    const spec = kind === "CustomResourceDefinition" ? member(object, "spec") : undefined;
    const names: Json | undefined = isObject(spec) ? member(spec, "names") : undefined;
    if (!isObject(spec) || !isObject(names)) continue;
    scopes.set(`${String(spec.group)} ${String(names.kind)}`, spec.scope === "Namespaced");
  }
  return scopes;
}
