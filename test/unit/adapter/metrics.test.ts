import { Registry } from "prom-client";
import { describe, expect, it } from "vitest";
import { EnsureError } from "../../../src/adapter/ensure/ensure-error.js";
import type { EnsureEvent } from "../../../src/adapter/ensure/events.js";
import { createMetrics } from "../../../src/adapter/metrics.js";

const ref = { apiVersion: "apps/v1", kind: "Deployment", namespace: "demo", name: "web" };
const skip = { verdict: "skip", strategy: "exact", reason: { code: "equal" } } as const;
const kind = 'group="apps",kind="Deployment",subresource=""';

const rows: readonly [name: string, event: EnsureEvent, lines: readonly string[]][] = [
  [
    "a decision",
    { type: "decision", ref, decision: skip, seconds: 3e-6 },
    [
      `churngate_decisions_total{${kind},strategy="exact",verdict="skip"} 1`,
      'churngate_decision_seconds_bucket{le="0.000002",kind="Deployment"} 0',
      'churngate_decision_seconds_bucket{le="0.000005",kind="Deployment"} 1',
    ],
  ],
  [
    "a write",
    { type: "write", ref, verb: "apply", dryRun: false, seconds: 0.01, changed: true },
    [`churngate_writes_total{${kind},verb="apply"} 1`, 'churngate_write_seconds_count{verb="apply"} 1'],
  ],
  [
    "a write of a status that changed nothing",
    {
      type: "write",
      ref,
      subresource: "status",
      verb: "replace",
      dryRun: false,
      seconds: 0.01,
      changed: false,
    },
    ['churngate_idle_writes_total{group="apps",kind="Deployment",subresource="status",verb="replace"} 1'],
  ],
  ["a dry run", { type: "write", ref, verb: "apply", dryRun: true, seconds: 0.01, changed: undefined }, []],
  [
    "what the server makes of desired",
    { type: "observe", ref, verb: "apply", seconds: 0.01 },
    [`churngate_observations_total{${kind},verb="apply"} 1`],
  ],
  ["a conflict", { type: "conflict", ref, tries: 1 }, [`churngate_conflicts_total{${kind}} 1`]],
  [
    "a retry",
    { type: "retry", ref, tries: 1, waitMs: 100, error: 0 },
    [`churngate_retries_total{${kind}} 1`],
  ],
  [
    "a fight",
    { type: "fight", ref, paths: [], managers: [], heat: 5, held: true },
    [`churngate_fights_total{${kind},held="true"} 1`],
  ],
  [
    "an error",
    { type: "error", ref, error: new EnsureError("forbidden", ref, "no") },
    [`churngate_errors_total{${kind},code="forbidden"} 1`],
  ],
];

describe("metrics", () => {
  it.each(rows)("of %s", async (_, event, lines) => {
    const registry = new Registry();
    createMetrics({ registry })(event);
    const text = (await registry.metrics()).split("\n");
    const seen = text.filter((line) => line !== "" && !line.startsWith("#"));
    expect(seen).toEqual(expect.arrayContaining([...lines]));
    if (lines.length === 0) expect(seen.filter((line) => !line.endsWith(" 0"))).toEqual([]);
  });

  it("take another prefix, and stand beside others in one registry", async () => {
    const registry = new Registry();
    createMetrics({ registry });
    createMetrics({ registry, prefix: "other_" })({ type: "conflict", ref, tries: 1 });
    expect(await registry.metrics()).toContain(`other_conflicts_total{${kind}} 1`);
    expect(() => createMetrics({ registry })).toThrow("already been registered");
  });
});
