// @ts-check
// One pass of examples/operator over 500 instances, seven objects each, of which none needs a write.
import { do_not_optimize } from "mitata";
import { createEnsurer, createGate, createMemoryPort } from "./churngate.mjs";
import { childrenOf } from "./instances.mjs";
import { cpuOf, median } from "./measure.mjs";

const INSTANCES = 500;
const SWEEPS = 30;

/** @param {(doing: string) => void} say */
export async function measureOperator(say) {
  say("the operator's objects");
  const gate = createGate();
  const port = createMemoryPort();
  const ensurer = createEnsurer({ port, gate });
  const desireds = Array.from({ length: INSTANCES }, (_, index) => childrenOf(index)).flat();
  /** @type {import("./churngate.mjs").KubeObject[]} */
  const lives = [];
  for (const desired of desireds) {
    const { object } = await ensurer.ensure(desired, { live: undefined });
    lives.push(JSON.parse(JSON.stringify(object)));
  }

  say("sweeps over the operator's objects");
  const all = desireds.map((desired) => gate.prepare(desired));
  const sweep = () => {
    for (const [index, each] of all.entries()) {
      const { verdict } = each.decide(lives[index]);
      if (verdict !== "skip") throw new Error(`${desireds[index]?.kind} ${index}: ${verdict}`);
    }
  };
  const first = cpuOf(sweep);
  const times = Array.from({ length: SWEEPS }, () => cpuOf(sweep));
  const texts = lives.map((live) => JSON.stringify(live));
  const parseAll = () => {
    for (const text of texts) do_not_optimize(JSON.parse(text));
  };
  const parses = Array.from({ length: 5 }, () => cpuOf(parseAll));

  say("the ensurer over the operator's objects");
  port.clearRequests();
  for (let index = 0; index < INSTANCES; index++) {
    for (const [place, desired] of childrenOf(index).entries())
      await ensurer.ensure(desired, { live: lives[index * (desireds.length / INSTANCES) + place] });
  }
  return {
    objects: desireds.length,
    /** In milliseconds. */
    first: first / 1000,
    sweep: median(times) / 1000,
    parse: median(parses) / 1000,
    requests: port.requests.length,
  };
}
