// The gate beside an API server, on custom kinds whose facts are learned of their definitions.
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { readManifests } from "../../src/cli/input/index.js";
import * as engine from "../../src/index.js";
import { startCluster } from "../../tools/cluster/index.mjs";
import type { Cluster } from "../../tools/cluster/types.d.ts";
import { runLearn } from "../../tools/learn/run.mjs";
import type { LearnReport } from "../../tools/learn/types.d.ts";
import { accuracyTests } from "./accuracy.js";
import { clusterTest, given, sharedCluster } from "./helper.js";

const CUSTOM = fileURLToPath(new URL("../accuracy/custom", import.meta.url));

describe("what is learned of definitions is what the server does", () => {
  let cluster: Cluster | undefined;
  let report: LearnReport;

  beforeAll(async () => {
    if (!given) return;
    cluster = await startCluster({ version: sharedCluster().version });
    const { client, version } = cluster;
    report = await runLearn(client, { engine, readManifests, version, paths: [CUSTOM] });
  });

  afterAll(async () => cluster?.stop());

  clusterTest("every definition is learned of, and installed", () => {
    expect(report.learning.failures).toEqual([]);
    expect(report.notInstalled).toEqual([]);
    expect(report.checked.length).toBeGreaterThanOrEqual(10);
  });

  clusterTest("scope and status are the server's", () => {
    expect(report.checked.filter(({ disagreements }) => disagreements.length > 0)).toEqual([]);
  });

  clusterTest("so are defaults, and nothing is left to write of what it stored", () => {
    const tried = report.checked.flatMap((each) => each.tried.map((one) => ({ kind: each.kind, ...one })));
    expect(tried.filter(({ refused }) => refused !== undefined)).toEqual([]);
    expect(tried.reduce((sum, { defaults }) => sum + defaults, 0)).toBeGreaterThan(80);
    expect(tried.filter(({ disagreements }) => disagreements.length > 0)).toEqual([]);
  });
});

describe("custom kinds", () =>
  accuracyTests([CUSTOM, "--custom"], 300, { pairs: 0.8, refused: 0.03, refusals: () => [] }));
