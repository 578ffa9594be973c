// @ts-check
import { setTimeout as wait } from "node:timers/promises";
import { createRandom } from "../accuracy/random.mjs";
import { blind } from "./guilty/blind.mjs";
import { flippers } from "./guilty/flipper.mjs";
import { mover } from "./guilty/mover.mjs";
import { Hand } from "./hand.mjs";
import { autoscaler } from "./lawful/autoscaler.mjs";
import { certificates, contents, queues } from "./lawful/contents.mjs";
import { endpoints } from "./lawful/endpoints.mjs";
import { gated } from "./lawful/gated.mjs";
import { leases } from "./lawful/leases.mjs";
import { person } from "./lawful/person.mjs";
import { quota } from "./lawful/quota.mjs";
import { rollouts } from "./lawful/rollouts.mjs";
import { statusWriter } from "./lawful/status.mjs";
import { tasks } from "./lawful/tasks.mjs";

/** @typedef {import("./types.d.ts").Stage} Stage @typedef {import("./types.d.ts").Actor} Actor @typedef {import("./types.d.ts").App} App */

/** All is in it, and nothing that anybody else writes. */
export const NAMESPACE = "fleet";
const REPLICAS = /** @type {const} */ (["flipped", "autoscaled", "own"]);

/** @param {string} prefix @param {number} count @param {readonly App["replicas"][]} replicas @returns {App[]} */
const appsOf = (prefix, count, replicas) =>
  Array.from({ length: count }, (_, index) => ({
    name: `${prefix}-${index}`,
    replicas: replicas[index % replicas.length] ?? "own",
  }));

/**
 * Who writes, and where.
 * @param {import("../cluster/types.d.ts").Cluster} cluster
 * @param {{ updates: number, seed: string }} options how many lawful updates, about: the status of Deployments comes on top
 */
export async function setStage(cluster, { updates, seed }) {
  const rounds = Math.max(24, Math.min(100, Math.round(updates / 200)));
  /** @type {Hand[]} */
  const hands = [];
  const stage = {
    cluster,
    namespace: NAMESPACE,
    rounds,
    apps: appsOf("app", Math.max(6, Math.ceil(updates / 170)), REPLICAS),
    hand(/** @type {string} */ name, /** @type {string | undefined} */ manager) {
      const hand = new Hand(cluster, name, manager);
      hands.push(hand);
      return hand;
    },
    random: (/** @type {string} */ name) => createRandom(`${seed}/${name}`),
    share: (/** @type {number} */ part) => Math.ceil((updates / rounds) * part),
  };
  const shops = appsOf("shop", Math.max(3, Math.ceil(updates / 340)), ["own"]);
  /** @type {Actor[]} */
  const actors = [
    gated(stage, { name: "gated-operator", mode: "apply", apps: stage.apps, part: 0.2 }),
    gated(stage, { name: "gated-shops", mode: "replace", apps: shops, part: 0.1 }),
    blind(stage),
    ...flippers(stage),
    mover(stage),
    statusWriter(stage),
    autoscaler(stage, 0.06),
    contents(stage, 0.17),
    queues(stage),
    ...quota(stage),
    endpoints(stage, 0.2),
    certificates(stage, 0.04),
    ...tasks(stage, 0.06),
    rollouts(stage, 0.06),
    leases(stage),
    person(stage, 0.01),
  ];
  await cluster.client.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: NAMESPACE } });
  await Promise.all(actors.map((actor) => actor.start?.()));
  return {
    stage,
    actors,
    strike() {
      for (const hand of hands) hand.close();
    },
  };
}

/** Milliseconds of a round at least: managedFields have whole seconds, and what is done twice in one leaves no mark of who did it. */
const LEAST = 500;

/** @param {Stage} stage @param {readonly Actor[]} actors @param {(text: string) => void} say */
export async function play({ rounds }, actors, say) {
  try {
    for (let round = 0; round < rounds; round++) {
      say(`round ${round + 1} of ${rounds}`);
      const least = wait(LEAST);
      await Promise.all(actors.filter(({ follows }) => !follows).map((actor) => actor.round(round)));
      await Promise.all(actors.filter(({ follows }) => follows).map((actor) => actor.round(round)));
      await least;
    }
  } finally {
    await Promise.all(actors.map((actor) => actor.stop?.()));
  }
}
