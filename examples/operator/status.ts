import type { KubeObject, SetResult } from "churngate";
import { CACHE, type Cache } from "./cache.js";

/** Status as the outcome of a pass makes it. Times of conditions are the ensurer's business: they move only where a status does. */
export function withStatus({ metadata, spec }: Cache, results: readonly SetResult[]) {
  const { name, namespace, generation } = metadata;
  const workload = results.find(({ ref }) => ref.kind === "StatefulSet");
  const readyReplicas = readyReplicasOf(workload);
  const ready = readyReplicas === spec.replicas;
  const condition = (type: string, met: boolean, reason: string, message: string) => ({
    type,
    status: met ? "True" : "False",
    observedGeneration: generation,
    reason,
    message,
  });
  return {
    ...CACHE,
    metadata: { name, namespace },
    status: {
      observedGeneration: generation,
      readyReplicas,
      conditions: [
        appliedCondition(results, condition),
        condition(
          "Ready",
          ready,
          ready ? "AllReady" : "Waiting",
          `${readyReplicas} of ${spec.replicas} replicas are ready`,
        ),
      ],
    },
  };
}

type Condition = (type: string, met: boolean, reason: string, message: string) => object;

function appliedCondition(results: readonly SetResult[], condition: Condition): object {
  const named = (which: SetResult["result"]) =>
    results.filter(({ result }) => result === which).map(({ ref }) => ref.kind);
  const failed = named("failed");
  const blocked = named("blocked");
  if (failed.length > 0) return condition("Applied", false, "Failed", `not written: ${failed.join(", ")}`);
  if (blocked.length > 0)
    return condition("Applied", false, "Blocked", `cannot be changed in place: ${blocked.join(", ")}`);
  return condition("Applied", true, "Done", "all objects are as the spec wants them");
}

function readyReplicasOf(workload: SetResult | undefined): number {
  const object: (KubeObject & { readonly status?: { readonly readyReplicas?: number } }) | undefined =
    workload === undefined || workload.result === "failed" ? undefined : workload.object;
  return object?.status?.readyReplicas ?? 0;
}
