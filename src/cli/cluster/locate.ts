import { Limit } from "../../adapter/ensure/limit.js";
import { definitionsIn } from "../../adapter/set/definitions.js";
import { groupVersionOf } from "../../core/decide/identity.js";
import type { FactSource } from "../../core/facts.js";
import type { Manifest } from "../input/index.js";
import { identityProblem } from "../objects/identity-problem.js";
import { manifestKey } from "../objects/key.js";
import { inScope, namespacedByFacts } from "../objects/namespace.js";
import type { ObjectError } from "../objects/object-error.js";
import type { Cluster } from "./cluster.js";
import { objectErrorOf } from "./problem.js";

/** A desired object as it will stand in the cluster, or why it cannot. */
export type Located =
  /** defined: one of the objects defines its kind, so that the server need not serve it yet. */
  | { readonly desired: Manifest; readonly defined: boolean }
  | { readonly desired: Manifest; readonly error: ObjectError };

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
  const definitions = definitionsIn(desired.map(({ object }) => object));
  const seen = new Map<string, Manifest>();
  const located: Located[] = [];
  for (const manifest of desired) {
    const { apiVersion, kind } = manifest;
    const key = `${apiVersion} ${kind}`;
    const { group } = groupVersionOf(apiVersion);
    const definition = definitions.find((each) => each.group === group && each.kind === kind);
    const known = namespacedByFacts(manifest, options.facts) ?? definition?.namespaced;
    const scope =
      scopes.get(key) ?? (known === undefined ? asked(manifest, options) : Promise.resolve(known));
    scopes.set(key, scope);
    const isDefined = definition !== undefined;
    located.push(placed(manifest, isDefined, await scope, options.namespace, seen));
  }
  return located;
}

function placed(
  manifest: Manifest,
  defined: boolean,
  scope: boolean | ObjectError,
  namespace: string,
  seen: Map<string, Manifest>,
): Located {
  if (typeof scope !== "boolean") return { desired: manifest, error: scope };
  const desired = inScope(manifest, scope, namespace);
  const key = manifestKey(desired);
  const error = identityProblem(desired, seen.get(key));
  if (error !== undefined) return { desired, error };
  seen.set(key, desired);
  return { desired, defined };
}

async function asked(manifest: Manifest, options: LocateOptions): Promise<boolean | ObjectError> {
  const { apiVersion, kind } = manifest;
  try {
    const limit = new Limit(options.signal, options.timeoutMs);
    return await limit.run(options.timeoutMs, (signal) =>
      options.cluster.port.isNamespaced({ apiVersion, kind }, { signal }),
    );
  } catch (error) {
    options.signal?.throwIfAborted();
    return objectErrorOf(error, manifest);
  }
}
