// The gate beside an API server: a small run of npm run accuracy.
import { afterAll, beforeAll, describe, expect } from "vitest";
import { readManifests } from "../../src/cli/input/index.js";
import * as engine from "../../src/index.js";
import { measure } from "../../tools/accuracy/measure.mjs";
import { readOptions } from "../../tools/accuracy/options.mjs";
import type { Report } from "../../tools/accuracy/types.d.ts";
import { startCluster } from "../../tools/cluster/index.mjs";
import type { Cluster } from "../../tools/cluster/types.d.ts";
import { MODES } from "../../tools/score/modes.mjs";
import { clusterTest, given, sharedCluster } from "./helper.js";

/** What a run must come to. */
interface Bounds {
  /** The least of these, as shares of the pairs asked for. */
  readonly pairs: number;
  readonly refused: number;
  /** Each reason why a server of this version refuses objects of the manifests. */
  readonly refusals: (version: string) => readonly string[];
}

/**
 * Tests of one run over some manifests.
 * @param args as npm run accuracy takes them
 * @param pairs about how many
 */
export function accuracyTests(args: readonly string[], pairs: number, bounds: Bounds): void {
  /** Of its own: the manifests have cluster-wide objects that other tests would meet. */
  let cluster: Cluster | undefined;
  let report: Report;

  beforeAll(async () => {
    if (!given) return;
    cluster = await startCluster({ version: sharedCluster().version });
    report = await measure(cluster.client, {
      ...readOptions([...args, "--converge", "--pairs", String(pairs)]),
      ...{ engine, readManifests, version: cluster.version },
      onStep() {},
      onPair() {},
    });
  });

  afterAll(async () => cluster?.stop());

  clusterTest("the server takes every object, and gives every one back", () => {
    expect(report.unread).toEqual([]);
    expect([...new Set(report.run.refused.map(({ why }) => why))]).toEqual(bounds.refusals(report.version));
    expect(report.run.lost).toEqual([]);
  });

  describe.each(MODES)("%s", (mode) => {
    const found = () => {
      const of = report.modes.find(({ score }) => score.mode === mode);
      if (of === undefined) throw new Error(`no ${mode}`);
      return of;
    };
    const wrong = (outcome: string) =>
      found().score.wrong.filter((pair) => pair.outcome === outcome && pair.listed === undefined);

    clusterTest("there are pairs, of every label", () => {
      const { total } = found().score;
      expect(total.pairs).toBeGreaterThan(pairs * bounds.pairs);
      expect(total.skipLabelled).toBeGreaterThan(pairs / 10);
      expect(total.refused).toBeGreaterThan(pairs * bounds.refused);
      expect(total.errors).toBe(0);
    });

    clusterTest("no write that is needed is skipped", () => expect(wrong("false-skip")).toEqual([]));
    clusterTest("no write that is possible is blocked", () => expect(wrong("false-block")).toEqual([]));
    clusterTest("a write that is not needed is of a kind that cannot be known", () =>
      expect(wrong("false-write")).toEqual([]),
    );

    clusterTest("the gate's payload is accepted where the naive write is, and does something", () => {
      expect(found().payloads.sent).toBeGreaterThan(pairs / 4);
      expect(found().payloads.wrong).toEqual([]);
    });

    clusterTest("once it is sent, nothing is left to write", () => {
      expect(found().payloads.converged).toBeGreaterThan(pairs / 8);
      expect(found().payloads.repeated).toEqual([]);
    });
  });
}
