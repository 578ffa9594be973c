import { describe, expect } from "vitest";
import type { EnsureEvent } from "../../../src/adapter/ensure/events.js";
import { createEnsurer } from "../../../src/adapter/ensurer.js";
import type { FightOptions } from "../../../src/adapter/fights/fights.js";
import type { KubeObject } from "../../../src/core/json.js";
import { createGate } from "../../../src/rules/gate.js";
import { clusterTest, freshNamespace, sharedClient } from "../helper.js";
import { clusterPort } from "../port.js";

const desired = (namespace: string, data: Record<string, string>): KubeObject =>
  ({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", namespace }, data }) as KubeObject;

/** Ensures, and undoes that as somebody else, so many times; the results, and what was told of fights. */
async function fought(
  fights: FightOptions,
  rounds: number,
  stated: (round: number) => Record<string, string>,
) {
  const client = sharedClient();
  const port = clusterPort(client);
  const namespace = await freshNamespace(client);
  const events: EnsureEvent[] = [];
  const gate = createGate({ mode: "apply", fieldManager: "tester" });
  const ensurer = createEnsurer({ port, gate, fights, onEvent: (event) => events.push(event) });
  await ensurer.ensure(desired(namespace, stated(-1)));
  const results: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const other = { fieldManager: "rival", force: true };
    await port.apply?.(desired(namespace, { a: "theirs" }), other);
    results.push((await ensurer.ensure(desired(namespace, stated(round)))).result);
  }
  return { results, fights: events.filter((event) => event.type === "fight") };
}

describe("a fight", () => {
  clusterTest("is named, with the other manager and the field", async () => {
    const { results, fights } = await fought({ threshold: 3 }, 4, () => ({ a: "ours" }));
    expect(results).toEqual(["updated", "updated", "updated", "updated"]);
    expect(fights).toMatchObject([
      { paths: ["data.a"], managers: ["rival"], held: false },
      { paths: ["data.a"], managers: ["rival"], held: false },
    ]);
    expect(fights.map(({ heat }) => Math.round(heat))).toEqual([3, 4]);
  });

  clusterTest("is held back where asked", async () => {
    const { results, fights } = await fought({ threshold: 3, hold: true }, 4, () => ({ a: "ours" }));
    expect(results).toEqual(["updated", "updated", "blocked", "blocked"]);
    expect(fights.every(({ held }) => held)).toBe(true);
  });

  clusterTest("is over where writes have come to count too little", async () => {
    const { results, fights } = await fought({ threshold: 3, hold: true, halfLifeSeconds: 0.001 }, 4, () => ({
      a: "ours",
    }));
    expect([results, fights]).toEqual([["updated", "updated", "updated", "updated"], []]);
  });

  clusterTest("is none where each write states something else", async () => {
    const { fights } = await fought({ threshold: 3 }, 4, (round) => ({ a: `ours ${round}` }));
    expect(fights).toEqual([]);
  });
});
