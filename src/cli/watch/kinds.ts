import { ApiError } from "../../adapter/port/api-error.js";
import { discover } from "../../adapter/served-kinds/discover.js";
import { KindError } from "../../adapter/served-kinds/kind-error.js";
import { resolveKinds } from "../../adapter/served-kinds/resolve-kinds.js";
import type { ServedKind } from "../../adapter/served-kinds/served-kind.js";
import type { Cluster } from "../cluster/cluster.js";
import { CommandError } from "../errors.js";

/** What changes with what runs and is seen, not with what somebody states; Secrets are watched where they are asked for. */
const NOT_BY_ITSELF: ReadonlySet<string> = new Set([
  "pods.",
  "nodes.",
  "events.",
  "events.events.k8s.io",
  "endpoints.",
  "endpointslices.discovery.k8s.io",
  "leases.coordination.k8s.io",
  "replicasets.apps",
  "controllerrevisions.apps",
  "csinodes.storage.k8s.io",
  "secrets.",
]);

export interface Chosen {
  readonly kinds: readonly ServedKind[];
  /** They were named: one that cannot be watched is an error. */
  readonly named: boolean;
}

/**
 * The kinds that names stand for, as kubectl takes them; without names, all that are stated by somebody.
 * @param namespace where given, kinds without namespaces are only watched where they are named
 * @throws CommandError
 */
export async function chooseKinds(
  names: readonly string[],
  { port }: Cluster,
  namespace: string | undefined,
  signal: AbortSignal,
): Promise<Chosen> {
  try {
    if (names.length > 0) return { kinds: await resolveKinds(port, names, { signal }), named: true };
    const { kinds } = await discover(port, signal);
    const able = kinds.filter(
      (kind) =>
        kind.verbs.includes("list") &&
        kind.verbs.includes("watch") &&
        !NOT_BY_ITSELF.has(`${kind.plural}.${kind.group}`) &&
        (namespace === undefined || kind.namespaced),
    );
    return { kinds: firstVersions(able), named: false };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof KindError) throw new CommandError("unknown-kind", error.message, error.hint);
    throw error instanceof ApiError
      ? new CommandError("unreachable", `the server does not say which kinds it serves: ${error.message}`)
      : error;
  }
}

/** Of each resource, the version that the server prefers. */
function firstVersions(kinds: readonly ServedKind[]): readonly ServedKind[] {
  const first = new Map<string, ServedKind>();
  for (const kind of kinds) {
    const key = `${kind.plural}.${kind.group}`;
    if (!first.has(key)) first.set(key, kind);
  }
  return [...first.values()];
}
