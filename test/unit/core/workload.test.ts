import { describe } from "vitest";
import type { JsonObject } from "../../../src/core/json.js";
import { object, rows, stored } from "./helper.js";

const daemonSet = (updateStrategy: JsonObject): JsonObject =>
  object("apps/v1", "DaemonSet", {
    spec: {
      selector: { matchLabels: { app: "demo" } },
      template: {
        metadata: { labels: { app: "demo" } },
        spec: { containers: [{ name: "web", image: "demo:1.0" }] },
      },
      updateStrategy,
    },
  });

describe("a DaemonSet's rollingUpdate", () => {
  const rolling = { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } };
  const onDelete = (numbers: JsonObject): JsonObject => ({ type: "OnDelete", rollingUpdate: numbers });
  rows([
    {
      name: "its defaults under RollingUpdate",
      desired: daemonSet({ type: "RollingUpdate" }),
      live: stored(daemonSet(rolling)),
      is: "skip",
    },
    { name: "its defaults under none", desired: daemonSet({}), live: stored(daemonSet(rolling)), is: "skip" },
    {
      name: "no default but zero under OnDelete",
      desired: daemonSet(onDelete({})),
      live: stored(daemonSet(onDelete({ maxUnavailable: 1, maxSurge: 0 }))),
      is: "write",
    },
    {
      name: "zeros under OnDelete",
      desired: daemonSet(onDelete({})),
      live: stored(daemonSet(onDelete({ maxUnavailable: 0, maxSurge: 0 }))),
      is: "skip",
    },
    {
      name: "none under OnDelete",
      desired: daemonSet({ type: "OnDelete" }),
      live: stored(daemonSet({ type: "OnDelete" })),
      is: "skip",
    },
  ]);
});
