// @ts-check
import { object } from "../objects.mjs";

/** @typedef {import("../types.d.ts").Stage} Stage @typedef {import("../types.d.ts").Actor} Actor */

/**
 * Two that want different replicas of the same Deployments, each of which puts its own back whenever it looks: one by apply, one by update.
 * @param {Stage} stage @returns {Actor[]}
 */
export function flippers({ hand, apps, namespace }) {
  const flipped = apps.filter(({ replicas }) => replicas === "flipped").map(({ name }) => name);
  const objects = flipped.map((name) => object("apps/v1", "Deployment", namespace, name));
  const guilt = /** @type {const} */ ({
    what: "flips",
    objects: [{ kind: "Deployment", names: flipped }],
    path: "spec.replicas",
  });
  const budget = hand("budget-keeper");
  const floor = hand("floor-keeper");
  const stating = (/** @type {number} */ replicas) =>
    objects.map((each) => ({ ...each, spec: { replicas } }));
  return [
    {
      name: "budget-keeper",
      guilt,
      cure: { mode: "apply", desired: stating(2) },
      // Each has its turn: had they both the same, what a round does would hang on who comes first.
      async round(round) {
        if (round % 2 === 0) await Promise.all(stating(2).map((desired) => budget.apply(desired)));
      },
    },
    {
      name: "floor-keeper",
      guilt,
      cure: { mode: "merge", desired: stating(4) },
      async round(round) {
        if (round % 2 === 1)
          await Promise.all(
            objects.map((each) =>
              floor.update(each, ({ spec }) => {
                spec.replicas = 4;
              }),
            ),
          );
      },
    },
  ];
}
