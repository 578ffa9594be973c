import { expect } from "vitest";
import type { Explanation, Mode } from "../../../src/core/decision.js";
import type { JsonObject, KubeObject as Wire } from "../../../src/core/json.js";
import { bundledRules, compileRules, createGate, type FactData, type Gate } from "../../../src/index.js";
import type { KubeObject } from "../../../tools/cluster/types.d.ts";
import type { Differences } from "./differences.js";
import type { Row, Server, Verdict } from "./row.js";
import { ME } from "./writes.js";

/** The gate that a row asks: with the bundled rules, unless the row has one of its own. */
export function gateOf({ rule, first, options }: Row, mode: Mode, facts: FactData): Gate {
  const [group = ""] = first.apiVersion.includes("/") ? first.apiVersion.split("/") : [];
  const rules = rule === undefined ? [] : [{ group, kind: first.kind, ...rule }];
  const set = { name: "test", rules, facts };
  const manager = mode === "apply" ? { fieldManager: ME } : {};
  return createGate({ mode, ...manager, ...options, rules: compileRules([bundledRules, set]) });
}

/** The decision, explained. */
export function decide(gate: Gate, desired: KubeObject, live: JsonObject, row: Row): Explanation<JsonObject> {
  const explained = gate.explain(
    desired as Wire,
    live as Wire,
    row.decide,
  ) as unknown as Explanation<JsonObject>;
  expect(gate.decide(desired as Wire, live as Wire, row.decide).verdict).toBe(explained.verdict);
  return explained;
}

/** Holds that a verdict agrees with the server, and that it is what the row says. */
export function checkVerdict(decision: Explanation<JsonObject>, { gate, server }: Row): void {
  const allowed = gate?.is === undefined ? agreeing(server) : [gate.is].flat();
  expect(allowed, JSON.stringify(decision, printable)).toContain(decision.verdict);
  if (gate?.reason !== undefined) expect(decision.reason).toMatchObject({ code: gate.reason });
  if (gate?.passed !== undefined) {
    const passed = decision.passed.map(({ path, by }) => `${path} ${by.code}`);
    expect(passed).toEqual(expect.arrayContaining([...gate.passed]));
  }
  if (gate?.paths === undefined) return;
  const changes = "changes" in decision ? decision.changes.map(({ path }) => path) : [];
  expect("paths" in decision.reason ? decision.reason.paths : changes).toEqual(gate.paths);
}

/** The verdicts that agree with the server. */
function agreeing(server: Server): readonly Verdict[] {
  if (server === "unchanged") return ["skip"];
  if (server === "own") return ["skip", "write"];
  return "changed" in server ? ["write"] : ["blocked", "write"];
}

/** What the plain write changes, as far as the row says it. */
export function landsPlainly(server: Server): Differences | undefined {
  if (typeof server === "string") return {};
  return "changed" in server ? server.changed : undefined;
}

/** For JSON.stringify. */
export function printable(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
