import { expect } from "vitest";
import type { Decision } from "../../../src/core/decision.js";
import type { JsonObject, KubeObject as Wire } from "../../../src/core/json.js";
import type { RuleCase } from "../../../src/rules/cases/cases.js";
import type { Client, KubeObject } from "../../../tools/cluster/types.d.ts";
import { differences } from "../semantics/differences.js";
import { accepted, Controller } from "./controller.js";
import type { ExampleKind } from "./example.js";

/** Expects a case's decision, of what the server holds: sent in one write, it leaves nothing more to write. */
export async function check(
  client: Client,
  { gate, writes }: ExampleKind,
  row: RuleCase,
  desired: KubeObject,
): Promise<void> {
  const controller = new Controller(client, gate, writes);
  const decision = await controller.reconcile(desired);
  expect(shown(decision)).toEqual({ ...shown(decision), ...stated(row) });
  expect(controller.sent).toBe("payload" in decision ? 1 : 0);
  if (decision.verdict === "skip" && writes.mode === "apply")
    await expectInert(client, gate, desired, writes.fieldManager);
  const again = await controller.decide(desired);
  const settled = decision.verdict === "blocked" ? "blocked" : "skip";
  expect(again.verdict).toBe(decision.strategy === "unconditional" ? "write" : settled);
}

const shown = (decision: Decision<JsonObject>) => ({
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
  client: Client,
  gate: ExampleKind["gate"],
  desired: KubeObject,
  fieldManager: string,
): Promise<void> {
  const live = accepted(await client.get(desired));
  const { passed } = gate.explain(desired as Wire, live as Wire);
  if (passed.some(({ by }) => by.code === "ignored")) return;
  const applied = await client.apply(desired, { fieldManager, force: true, dryRun: true });
  expect(differences(live, accepted(applied))).toEqual({});
}
