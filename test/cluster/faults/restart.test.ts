import { createEnsurer } from "../../../src/adapter/ensurer.js";
import { createGate } from "../../../src/rules/gate.js";
import { startCluster } from "../../../tools/cluster/start.mjs";
import { clusterTest } from "../helper.js";
import { clusterPort } from "../port.js";
import { configMap } from "./config-map.js";
import { type Plan, startProxy } from "./proxy.js";
import { STACKS } from "./stacks.js";

const COUNT = 50;
/** The write at which the server is killed. */
const KILLED_AT = 20;

clusterTest(
  "the API server is killed, and starts anew, in the middle of a pass over 50 objects",
  async ({ expect }) => {
    const version = process.env.CHURNGATE_KUBERNETES || undefined;
    const cluster = await startCluster({ version });
    try {
      for (const { open, modes, name: stack } of STACKS)
        for (const mode of modes) {
          let writes = 0;
          const plan: Plan = ({ does }) => {
            if (does === "write" && ++writes === KILLED_AT) cluster.restart();
            return undefined;
          };
          const proxy = await startProxy(cluster, plan);
          const { port, close } = open({ ...cluster, server: proxy.server });
          const gate = createGate({ mode, fieldManager: "tester" });
          const retry = { tries: 100, maxBackoffMs: 500, deadlineMs: 90_000 };
          const ensurer = createEnsurer({ port, gate, retry });
          const prefix = `${mode}-${stack.replaceAll(" ", "-")}`;
          const desired = Array.from({ length: COUNT }, (_, index) =>
            configMap(
              { apiVersion: "v1", kind: "ConfigMap", namespace: "default", name: `${prefix}-${index}` },
              { a: "1" },
            ),
          );
          const results = await ensurer.ensureAll(desired);
          expect(results.map((each) => ("error" in each ? each.error : each.result))).toEqual(
            desired.map(() => "created"),
          );
          expect(writes).toBeGreaterThanOrEqual(COUNT);
          const other = clusterPort(cluster.client);
          expect(await Promise.all(results.map(({ ref }) => other.read(ref)))).toMatchObject(desired);
          writes = KILLED_AT;
          const again = await ensurer.ensureAll(desired);
          expect(again.map(({ result }) => result)).toEqual(desired.map(() => "unchanged"));
          expect(writes).toBe(KILLED_AT);
          close();
          await proxy.close();
        }
    } finally {
      await cluster.stop();
    }
  },
  400_000,
);
