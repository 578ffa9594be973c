import { expect } from "vitest";
import { createEnsurer } from "../../../src/adapter/ensurer.js";
import type { Decision } from "../../../src/core/decision.js";
import type { KubeObject as Wire } from "../../../src/core/json.js";
import type { RuleCase } from "../../../src/rules/cases/cases.js";
import type { Client, KubeObject } from "../../../tools/cluster/types.d.ts";
import type { Account } from "../account.js";
import { clusterPort } from "../port.js";
import { differences } from "../semantics/differences.js";
import { accepted } from "./accepted.js";
import type { ExampleKind } from "./example.js";

/** Expects a case's decision, of what the server holds: sent in one write, it leaves nothing more to write. */
export async function check(
  admin: Client,
  account: Account,
  { gate, writes }: ExampleKind,
  row: RuleCase,
  desired: KubeObject,
): Promise<void> {
  const ensurer = createEnsurer({ port: clusterPort(account.client), gate });
  account.take();
  const { decision, result } = await ensurer.ensure(desired as Wire);
  expect(shown(decision)).toEqual({ ...shown(decision), ...stated(row) });
  expect(result).toBe(RESULTS[decision.verdict]);
  expect(account.take().filter(isWrite)).toHaveLength("payload" in decision ? 1 : 0);
  if (decision.verdict === "skip" && writes.mode === "apply")
    await expectInert(admin, gate, desired, writes.fieldManager);
  const again = await ensurer.ensure(desired as Wire);
  const settled = decision.verdict === "blocked" ? "blocked" : "unchanged";
  expect(again.result).toBe(decision.strategy === "unconditional" ? "updated" : settled);
  expect(account.take().filter(isWrite)).toHaveLength(again.result === "updated" ? 1 : 0);
}

const RESULTS = { create: "created", write: "updated", skip: "unchanged", blocked: "blocked" } as const;

const isWrite = (request: string): boolean => !request.startsWith("get ");

const shown = (decision: Decision<Wire>) => ({
  verdict: decision.verdict,
  reason: decision.reason.code,
  changes: "changes" in decision ? decision.changes.map(({ path }) => path).sort() : [],
  recreate: ("recreate" in decision && decision.recreate) || [],
});

const stated = ({ verdict, reason, changes, recreate }: RuleCase) => ({
  verdict,
  ...(reason && { reason }),
  ...(changes && { changes: [...changes].sort() }),
  ...(recreate && { recreate }),
});

/** Expects that an apply of all of desired would change no value, unless the rule ignores a difference. */
async function expectInert(
  admin: Client,
  gate: ExampleKind["gate"],
  desired: KubeObject,
  fieldManager: string,
): Promise<void> {
  const live = accepted(await admin.get(desired));
  const { passed } = gate.explain(desired as Wire, live as Wire);
  if (passed.some(({ by }) => by.code === "ignored")) return;
  const applied = await admin.apply(desired, { fieldManager, force: true, dryRun: true });
  expect(differences(live, accepted(applied))).toEqual({});
}
