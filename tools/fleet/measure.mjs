// @ts-check
import { setTimeout as wait } from "node:timers/promises";
import { between, countersOf } from "./counters.mjs";
import { countChildren, countConverged, createInstances } from "./instances.mjs";
import { Replica } from "./replica.mjs";

/**
 * @typedef {import("../cluster/types.d.ts").Cluster} Cluster
 * @typedef {{ cluster: Cluster, instances: number, leaseSeconds: number, say: (text: string) => void }} Run
 * @typedef {ReturnType<typeof between> & { seconds: number, passes: number }} Figures
 */

/** Milliseconds without anything to do, after which nothing more is expected. */
const QUIET = 1000;

/** @param {Run} run @param {string} identity @param {"gated" | "apply" | "update"} ensurer */
const start = ({ cluster: { kubeconfig }, leaseSeconds }, identity, ensurer) =>
  new Replica({ kubeconfig, identity, leaseSeconds, ensurer });

/**
 * Waits until a replica has nothing left to do, after at least so many passes.
 * @param {Run} run @param {Replica} replica @param {number} least @param {string} what
 * @returns {Promise<{ passes: number, at: number }>} when the last one ended
 */
async function settled({ instances, say }, replica, least, what) {
  let last = { passes: -1, at: performance.now() };
  await replica.until(
    ({ depth, passes }) => {
      if (depth > 0 || passes !== last.passes) last = { passes, at: performance.now() };
      return passes >= least && depth === 0 && performance.now() - last.at >= QUIET;
    },
    ({ depth }) => say(`${what}: ${instances - Math.min(instances, depth)} of ${instances}`),
  );
  return last;
}

/**
 * Creates all instances, with two replicas of the operator. Where one is to be killed it is the one that works, when half is done.
 * @param {Run} run @param {boolean} kills
 * @returns {Promise<{ figures: Figures, children: number, writtenAgain: number, leader: Replica, takenOverAfter: number | undefined }>}
 */
export async function create(run, kills) {
  const { cluster, instances, say } = run;
  const what = "creating instances";
  let leader = start(run, "one", "gated");
  await leader.until(({ leads }) => leads);
  const other = start(run, "two", "gated");
  await other.ask();
  const before = await countersOf(cluster.client);
  const began = performance.now();
  const creating = createInstances(cluster.client, instances, () => {});
  let takenOverAfter;
  if (kills) {
    await leader.until(
      ({ passes }) => passes >= instances / 2,
      ({ passes }) => say(`${what}: ${passes} passes`),
    );
    await leader.kill();
    const killed = performance.now();
    leader = other;
    await leader.until(
      ({ leads }) => leads,
      () => say("the leader is killed; the other waits for its lease to run out"),
    );
    takenOverAfter = (performance.now() - killed) / 1000;
  }
  await creating;
  const { passes, at } = await settled(run, leader, instances, what);
  const figures = {
    ...between(before, await countersOf(cluster.client)),
    seconds: (at - began) / 1000,
    passes,
  };
  const converged = await countConverged(cluster.client);
  if (converged !== instances) throw new Error(`${instances - converged} instances did not converge`);
  if (!kills) await other.stop();
  const children = await countChildren(cluster.client);
  return { figures, children, writtenAgain: figures.childWrites - children, leader, takenOverAfter };
}

/** Reconciles every instance again. @param {Run} run @param {Replica} replica @param {string} what @returns {Promise<Figures>} */
export async function again(run, replica, what) {
  const { client } = run.cluster;
  const before = await countersOf(client);
  const began = performance.now();
  const { passes: earlier } = await replica.ask("again");
  const { passes, at } = await settled(run, replica, earlier + run.instances, what);
  const figures = between(before, await countersOf(client));
  return { ...figures, seconds: (at - began) / 1000, passes: passes - earlier };
}

/** The same by an operator without the gate, when it has made itself at home. @param {Run} run @param {"apply" | "update"} how */
export async function againUngated(run, how) {
  const replica = start(run, how, how);
  await replica.until(({ leads }) => leads);
  await settled(run, replica, run.instances, `starting the operator that always sends an ${how}`);
  const figures = await again(run, replica, `without the gate, by ${how}`);
  await replica.stop();
  return figures;
}

/** CPU seconds of a server that nobody asks anything, by the second. @param {Run} run */
export async function idle({ cluster: { client } }) {
  const before = await countersOf(client);
  await wait(3000);
  return (await countersOf(client)).cpu / 3 - before.cpu / 3;
}
