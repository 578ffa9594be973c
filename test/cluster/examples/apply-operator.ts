import { metadataOf } from "../../../src/adapter/port/object.js";
import { isList, isObject, type JsonObject, type KubeObject } from "../../../src/core/json.js";
import { createGate, loadRules } from "../../../src/index.js";
import type { Client } from "../../../tools/cluster/types.d.ts";
import { basesIn, EXAMPLES, exampleKinds } from "./example.js";
import { Operator } from "./operator.js";

const RULES = "apply-operator/rules";
export const kinds = await exampleKinds(RULES, "apply");
const gate = createGate({
  rules: await loadRules({ dirs: [`${EXAMPLES}${RULES}`] }),
  mode: "apply",
  fieldManager: "agent-operator",
});

export function startOperator(admin: Client): Promise<Operator> {
  return Operator.of(admin, gate, (namespace) => basesIn(admin, kinds, namespace));
}

/** Our entry of an object's managedFields. */
export function entryOf(live: KubeObject): JsonObject {
  const { managedFields } = metadataOf(live);
  const entries = isList(managedFields) ? managedFields.filter(isObject) : [];
  const found = entries.find(
    ({ manager, operation }) => manager === "agent-operator" && operation === "Apply",
  );
  if (found === undefined) throw new Error(`${live.kind}: it is not ours`);
  return found;
}
