import { expect } from "vitest";
import { fieldSetOf } from "../../../src/core/apply/field-set-of.js";
import { ownEntry } from "../../../src/core/apply/owners.js";
import { identityOf } from "../../../src/core/decide/identity.js";
import type { JsonObject } from "../../../src/core/json.js";
import { partsOf } from "../../../src/core/plan/parts.js";
import { compilePlan } from "../../../src/core/plan/plan.js";
import { TypeNodes } from "../../../src/core/plan/types.js";
import { compileRules, type FactData } from "../../../src/index.js";
import type { KubeObject } from "../../../tools/cluster/types.d.ts";
import type { Live } from "./row.js";
import { ME } from "./writes.js";

/** Holds that our entry records what fieldSetOf says that an apply of the object records. */
export function checkRecorded(made: Live, applied: KubeObject, own: FactData): void {
  const { facts } = compileRules([{ name: "test", rules: [], facts: own }]);
  const { group, version, kind } = identityOf(applied as unknown as JsonObject);
  const plan = compilePlan(facts.kind(group, version, kind), new TypeNodes(facts), partsOf([]), {
    mode: "apply",
    keeps: false,
  });
  const found = ownEntry(made, { manager: ME, subresource: undefined }, applied.apiVersion);
  expect(found.found === "own" ? found.set : {}).toEqual(
    fieldSetOf(plan.root, applied as unknown as JsonObject),
  );
}
