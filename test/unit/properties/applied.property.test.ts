import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fieldSetOf } from "../../../src/core/apply/field-set-of.js";
import type { KindFacts } from "../../../src/core/facts.js";
import type { JsonObject } from "../../../src/core/json.js";
import { partsOf } from "../../../src/core/plan/parts.js";
import { compilePlan } from "../../../src/core/plan/plan.js";
import { TypeNodes } from "../../../src/core/plan/types.js";
import { bundledFacts } from "../../../src/rules/facts.js";
import { changesOf, DERIVATIVE, decideOn, deepFreeze, EXACT, explainOn, gateFor } from "../core/helper.js";
import { apiVersionOf, KINDS, nameOf, PATIENCE, runs, stated } from "./arbitrary.js";
import { liveFrom } from "./server.js";

/** The keys of items beside the first: the server takes "" for another key than the default that it stores for it. */
const EMPTY_KEY = /"(protocol|whenUnsatisfiable)":""/;

const types = new TypeNodes(bundledFacts);

/** Live as our own apply of this body left it. */
function applied(kind: KindFacts, body: JsonObject): JsonObject {
  const { root } = compilePlan(kind, types, partsOf([]), { mode: "apply", keeps: false });
  const live = liveFrom(kind, body);
  const entry = {
    manager: "ours",
    operation: "Apply",
    apiVersion: apiVersionOf(kind),
    fieldsType: "FieldsV1",
    fieldsV1: fieldSetOf(root, body),
  };
  return { ...live, metadata: { ...(live.metadata as JsonObject), managedFields: [entry] } };
}

describe("what we applied, read back unchanged, is skipped", { timeout: PATIENCE }, () => {
  test.each(KINDS.map((kind) => [nameOf(kind), kind] as const))("%s", (_name, kind) => {
    const of = { apiVersion: apiVersionOf(kind), kind: kind.kind };
    const gates = [EXACT, DERIVATIVE].map((rule) =>
      gateFor(of, rule, { mode: "apply", fieldManager: "ours" }),
    );
    fc.assert(
      fc.property(stated(kind), (desired) => {
        fc.pre(!EMPTY_KEY.test(JSON.stringify(desired)));
        for (const gate of gates) {
          const created = decideOn(gate, deepFreeze(desired), undefined);
          const body = created.verdict === "create" ? created.payload() : {};
          const live = deepFreeze(applied(kind, body));
          const decision = decideOn(gate, desired, live);
          const explained = explainOn(gate, desired, live);
          expect([decision.verdict, changesOf(decision)]).toEqual(["skip", []]);
          expect([explained.verdict, changesOf(explained)]).toEqual(["skip", []]);
        }
      }),
      runs(40),
    );
  });
});
