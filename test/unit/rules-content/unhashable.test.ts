import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { KubeObject } from "../../../src/core/json.js";
import { parseCases } from "../../../src/rules/cases/cases.js";
import { caseObjects } from "../../../src/rules/cases/objects.js";
import { createGate } from "../../../src/rules/gate.js";
import { loadRules } from "../../../src/rules/load.js";

const DIR = fileURLToPath(new URL("../../../examples/valkey-operator/rules", import.meta.url));

describe("the Valkey operator's gates that hash", async () => {
  const rules = await loadRules({ dirs: [DIR] });

  test.each(["apps/StatefulSet", "batch/CronJob"])("%s: what cannot be hashed is written", async (kind) => {
    const file = `${DIR}/${kind}.cases.json`;
    const { base, stored } = parseCases(file, await readFile(file, "utf8"));
    const { desired, live } = caseObjects(
      { base, ...(stored && { stored }), cases: [{ name: "steady state", verdict: "skip" }] },
      { name: "steady state", verdict: "skip" },
    );
    const broken = createGate({
      rules,
      hash: () => {
        throw new Error("no hash");
      },
    });
    expect(createGate({ rules }).decide(desired as KubeObject, live as KubeObject).verdict).toBe("skip");
    expect(broken.decide(desired as KubeObject, live as KubeObject)).toMatchObject({
      verdict: "write",
      reason: { code: "unhashable", detail: "no hash" },
    });
  });

  test("a StatefulSet's write keeps what an update can't change", async () => {
    const file = `${DIR}/apps/StatefulSet.cases.json`;
    const table = parseCases(file, await readFile(file, "utf8"));
    const row = table.cases.find(({ name }) => name.includes("larger claim template"));
    const { desired, live } = caseObjects(table, row as (typeof table.cases)[number]);
    const decision = createGate({ rules }).decide(desired as KubeObject, live as KubeObject);
    const payload = decision.verdict === "write" ? decision.payload() : undefined;
    const spec = (object: unknown) => (object as { spec: Record<string, unknown> }).spec;
    expect(spec(payload).volumeClaimTemplates).toEqual(spec(live).volumeClaimTemplates);
    expect(spec(payload).podManagementPolicy).toEqual(spec(live).podManagementPolicy);
    expect(spec(payload).template).not.toEqual(spec(live).template);
  });
});
