// The claims of examples/valkey-operator, by an ensurer, with every request counted at the server: steady state.
import { describe, expect } from "vitest";
import { isObject, type JsonObject } from "../../../src/core/json.js";
import { clusterTest } from "../helper.js";
import type { Operator } from "./operator.js";
import { withCustomKinds } from "./served.js";
import { ALWAYS, all, comparing, gateWith, startOperator } from "./valkey-operator.js";

const admin = withCustomKinds();
const gate = await gateWith();

describe("in steady state", () => {
  clusterTest(
    "five passes write the ServiceMonitor each, which is unconditional, and nothing else",
    async () => {
      const operator = await startOperator(admin(), gate);
      try {
        const first = await operator.pass();
        expect(first.results).toEqual(operator.each("created"));
        // Of a kind that is made in the same pass, the first tries may be too early.
        const writes = new Set(first.requests.filter((each) => !each.startsWith("get ")));
        expect([...writes]).toEqual(all("create"));
        await established(operator);
        const versions = await operator.versions();
        for (let pass = 1; pass <= 5; pass++) {
          const { results, requests } = await operator.pass();
          expect(requests).toEqual([ALWAYS]);
          expect(results.filter((each) => !each.endsWith(" unchanged"))).toEqual(["ServiceMonitor updated"]);
          expect(await operator.versions()).toEqual(versions);
        }
        operator.restart();
        expect((await operator.pass()).requests).toEqual([ALWAYS]);
        expect(await operator.versions()).toEqual(versions);
      } finally {
        await operator.end();
      }
    },
  );

  clusterTest("five passes ask nothing at all where the ServiceMonitor is compared too", async () => {
    const operator = await startOperator(admin(), await gateWith(comparing));
    try {
      await operator.pass();
      await established(operator);
      const versions = await operator.versions();
      for (let pass = 1; pass <= 5; pass++) {
        expect(await operator.pass()).toEqual({ results: operator.each("unchanged"), requests: [] });
        expect(await operator.versions()).toEqual(versions);
      }
      expect((await operator.pass({ reading: true })).requests).toEqual(all("get"));
    } finally {
      await operator.end();
    }
  });
});

/** The server itself writes the definition's status, and changes it no more once that is done. */
async function established(operator: Operator): Promise<void> {
  const accepted = async () => {
    const { status } = (await operator.live(operator.of("CustomResourceDefinition"))) as JsonObject;
    return isObject(status) && JSON.stringify(status.conditions);
  };
  await expect.poll(accepted).toMatch(/"type":"Established"/);
}
