// @ts-check
import { object } from "../objects.mjs";

const RUNNER = "job-runner";
const COUNTER = "quota-controller";
const COUNTED = "count/jobs.batch";

/** @typedef {import("../types.d.ts").Stage} Stage @typedef {import("../types.d.ts").Actor} Actor */

/**
 * A quota whose use two report in turn: the API server counts up when it admits an object, the quota controller down when that is gone.
 * The same two values come and go, and nobody is at fault.
 * @param {Stage} stage @returns {Actor[]}
 */
export function quota({ hand, namespace }) {
  const runner = hand(RUNNER);
  const counter = hand(COUNTER);
  const hard = { [COUNTED]: "50" };
  const limit = object("v1", "ResourceQuota", namespace, "jobs");
  const job = object("batch/v1", "Job", namespace, "nightly");
  const containers = [{ name: "main", image: "registry.example/nightly:1.0" }];
  const template = { spec: { restartPolicy: "Never", containers } };
  const count = async (/** @type {number} */ used) => {
    await counter.update(
      limit,
      (live) => {
        live.status = { hard, used: { [COUNTED]: String(used) } };
      },
      "status",
    );
  };
  return [
    {
      name: RUNNER,
      async round(round) {
        if (round % 2 === 1) await runner.create({ ...job, spec: { template } });
        else if (round > 0) await runner.delete(job);
      },
    },
    {
      name: COUNTER,
      async start() {
        await counter.create({ ...limit, spec: { hard } });
      },
      async round(round) {
        if (round % 2 === 0) await count(0);
      },
    },
  ];
}
