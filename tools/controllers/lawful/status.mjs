// @ts-check
import { now } from "../objects.mjs";

const NAME = "deployment-controller";

/** @typedef {import("../types.d.ts").Loose} Loose */

/**
 * A condition's time moves with its status, its update time with whatever it says.
 * @param {Loose | undefined} before @param {{ type: string, status: string, reason: string }} after
 */
function condition(before, after) {
  const same = before?.status === after.status;
  return {
    ...after,
    message: `${after.type}: ${after.reason}`,
    lastTransitionTime: same ? before?.lastTransitionTime : now(),
    lastUpdateTime: same && before?.reason === after.reason ? before?.lastUpdateTime : now(),
  };
}

/**
 * What the Deployment controller would note next: that it has seen a new generation, whose pods are not there yet; then that they are.
 * @param {Loose} live @returns {Loose | undefined} undefined: nothing
 */
function next({ metadata: { generation }, spec: { replicas }, status }) {
  const isNew = status.observedGeneration !== generation;
  const isDone = status.updatedReplicas === replicas;
  if (!isNew && isDone) return undefined;
  const ready = isNew ? Math.max(0, replicas - 1) : replicas;
  const available = { type: "Available", status: isNew ? "False" : "True", reason: "MinimumReplicas" };
  const reason = isNew ? "ReplicaSetUpdated" : "NewReplicaSetAvailable";
  const was = (/** @type {string} */ type) =>
    status.conditions?.find((/** @type {Loose} */ each) => each.type === type);
  return {
    observedGeneration: generation,
    replicas,
    updatedReplicas: ready,
    readyReplicas: ready,
    availableReplicas: ready,
    ...(isNew ? { unavailableReplicas: 1 } : {}),
    conditions: [
      condition(was("Available"), available),
      condition(was("Progressing"), { type: "Progressing", status: "True", reason }),
    ],
  };
}

/**
 * The status of every Deployment, those included that others flip: it says what is, so that it goes back and forth with them.
 * @param {import("../types.d.ts").Stage} stage @returns {import("../types.d.ts").Actor}
 */
export function statusWriter({ hand, namespace }) {
  const own = hand(NAME);
  return {
    name: NAME,
    follows: true,
    async round() {
      const deployments = await own.list(`/apis/apps/v1/namespaces/${namespace}/deployments`);
      await Promise.all(
        deployments.map(async (live) => {
          const status = next({ ...live, status: live.status ?? {} });
          // After a conflict the next round looks again.
          if (status !== undefined) await own.put({ ...live, status }, "status");
        }),
      );
    },
  };
}
