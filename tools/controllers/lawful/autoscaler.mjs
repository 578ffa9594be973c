// @ts-check
import { object } from "../objects.mjs";

const NAME = "horizontal-pod-autoscaler";
const CLASS = "autoscaling/v2";
/** What a Deployment is scaled to, and at which tenth of the run: up in two steps, down in two. */
const STEPS = [
  { tenth: 1, replicas: 3 },
  { tenth: 2, replicas: 6 },
  { tenth: 5, replicas: 3 },
  { tenth: 7, replicas: 2 },
];

/** @typedef {import("../types.d.ts").Stage} Stage @typedef {import("../types.d.ts").Loose} Loose */

/** @param {number} load @param {Loose} spec @param {number} replicas */
const statusOf = (load, spec, replicas) => ({
  currentReplicas: replicas,
  desiredReplicas: Math.min(replicas, spec.maxReplicas),
  currentMetrics: [
    {
      type: "Resource",
      resource: { name: "cpu", current: { averageUtilization: load, averageValue: `${load * 5}m` } },
    },
  ],
});

/**
 * Scales slowly, up and later down, by the scale subresource; and notes what it measures, which goes up and down, in its own objects' status.
 * @param {Stage} stage @param {number} part @returns {import("../types.d.ts").Actor}
 */
export function autoscaler({ hand, apps, namespace, random, rounds, share }, part) {
  const own = hand(NAME);
  const installer = hand("platform-installer");
  const chance = random(NAME);
  const scaled = apps
    .filter(({ replicas }) => replicas === "autoscaled")
    .map(({ name }, index) => ({
      target: object("apps/v1", "Deployment", namespace, name),
      autoscaler: object(CLASS, "HorizontalPodAutoscaler", namespace, name, {
        spec: {
          scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name },
          minReplicas: 1,
          maxReplicas: 8,
          metrics: [
            {
              type: "Resource",
              resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 60 } },
            },
          ],
        },
      }),
      offset: index % Math.ceil(rounds / 10),
      replicas: 1,
      load: 50,
    }));

  /** @param {typeof scaled[number]} one */
  async function measure(one) {
    one.load = Math.max(5, Math.min(95, one.load + (1 + chance.int(6)) * (chance.int(2) === 0 ? 1 : -1)));
    await own.update(
      one.autoscaler,
      (live) => {
        live.status = { ...live.status, ...statusOf(one.load, live.spec, one.replicas) };
      },
      "status",
    );
  }

  return {
    name: NAME,
    async start() {
      await Promise.all(scaled.map((each) => installer.create(each.autoscaler)));
    },
    async round(round) {
      // The server notes who scales only where somebody has stated the replicas before.
      const stated = round > 0 ? [] : scaled.filter((_, index) => index % 2 === 0);
      await Promise.all(stated.map(({ target }) => installer.merge(target, { spec: { replicas: 2 } })));
      const due = scaled.flatMap((each) =>
        STEPS.filter(({ tenth }) => round === Math.floor((tenth * rounds) / 10) + each.offset).map(
          ({ replicas }) => ({ each, replicas }),
        ),
      );
      for (const { each, replicas } of due) {
        each.replicas = replicas;
        await own.merge(each.target, { spec: { replicas } }, "scale");
      }
      await Promise.all(chance.some(scaled, share(part)).map(measure));
    },
  };
}
