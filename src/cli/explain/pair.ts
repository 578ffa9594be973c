import type { FactSource } from "../../core/facts.js";
import { textOf } from "../../core/json.js";
import type { Manifest } from "../input/index.js";
import { identityProblem } from "../objects/identity-problem.js";
import { manifestKey } from "../objects/key.js";
import { inNamespace, inScope, namespacedByFacts } from "../objects/namespace.js";
import { ObjectError } from "../objects/object-error.js";
import type { Pair } from "../objects/pair.js";

export interface Pairing {
  readonly pairs: readonly Pair[];
  /** Live objects that no desired one names. */
  readonly left: readonly Manifest[];
}

/**
 * Pairs desired with live by group, kind, namespace and name. `namespace` stands in where a namespaced
 * object names none.
 */
export function pairManifests(
  desired: readonly Manifest[],
  live: readonly Manifest[],
  facts: FactSource,
  namespace: string | undefined,
): Pairing {
  const scoped = (each: Manifest): Manifest => inScope(each, namespacedByFacts(each, facts), namespace);
  const lives = new Map<string, Manifest[]>();
  for (const manifest of live) {
    const filled = scoped(manifest);
    const key = manifestKey(filled);
    lives.set(key, [...(lives.get(key) ?? []), filled]);
  }
  const seen = new Map<string, Manifest>();
  const used = new Set<Manifest>();
  const pairs = desired.map((manifest): Pair => {
    const wanted = withNamespace(scoped(manifest), namespace, lives);
    const key = manifestKey(wanted);
    const elsewhere = lives.has(key) ? [] : inOtherNamespaces(wanted, live);
    for (const each of [...(lives.get(key) ?? []), ...elsewhere]) used.add(each);
    const problem = namingProblem(wanted, seen.get(key), elsewhere);
    if (problem) return { desired: wanted, error: problem };
    seen.set(key, wanted);
    return choose(wanted, lives.get(key) ?? []);
  });
  return { pairs, left: [...lives.values()].flat().filter((each) => !used.has(each)) };
}

/** The live object of the same version; one of another version only is an error. */
function choose(desired: Manifest, candidates: readonly Manifest[]): Pair {
  const [same, ...others] = candidates.filter((each) => each.apiVersion === desired.apiVersion);
  const twice = others.find((other) => same && textOf(other.object) !== textOf(same.object));
  if (twice) {
    const message = `live stands at ${same?.file}:${same?.line} and, differing, at ${twice.file}:${twice.line}`;
    return { desired, error: new ObjectError("duplicate-object", message) };
  }
  if (same || candidates.length === 0) return { desired, live: same };
  const versions = candidates.map((each) => each.apiVersion).join(", ");
  const message = `desired is ${desired.apiVersion}, live is ${versions}`;
  return { desired, error: new ObjectError("version-mismatch", message, "Read live in desired's version.") };
}

function namingProblem(
  desired: Manifest,
  other: Manifest | undefined,
  elsewhere: readonly Manifest[],
): ObjectError | undefined {
  const problem = identityProblem(desired, other);
  if (problem !== undefined || elsewhere.length === 0) return problem;
  const found = elsewhere.map((each) => each.namespace).join(", ");
  const message = `desired names no namespace; live is in ${found}`;
  return new ObjectError("no-namespace", message, `-n ${elsewhere[0]?.namespace} fills it in.`);
}

/** Live objects that would be desired's own, if it named their namespace. */
function inOtherNamespaces(desired: Manifest, live: readonly Manifest[]): readonly Manifest[] {
  if (desired.namespace !== undefined) return [];
  const key = manifestKey(desired);
  return live.filter(
    (each) => each.namespace !== undefined && manifestKey({ ...each, namespace: undefined }) === key,
  );
}

/** Fills a missing namespace in for a kind without facts: where live says that it has one. */
function withNamespace(
  manifest: Manifest,
  namespace: string | undefined,
  lives: ReadonlyMap<string, readonly Manifest[]>,
): Manifest {
  if (namespace === undefined || manifest.namespace !== undefined) return manifest;
  return lives.has(manifestKey({ ...manifest, namespace })) ? inNamespace(manifest, namespace) : manifest;
}
