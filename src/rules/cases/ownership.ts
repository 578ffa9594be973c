import { fieldSetOf } from "../../core/apply/field-set-of.js";
import { identityOf } from "../../core/decide/identity.js";
import type { FactSource } from "../../core/facts.js";
import { isObject, type JsonObject, type KubeObject } from "../../core/json.js";
import { partsOf } from "../../core/plan/parts.js";
import { compilePlan } from "../../core/plan/plan.js";
import { TypeNodes } from "../../core/plan/types.js";
import type { OtherManager } from "../../generated/cases.js";
import type { Decides } from "./decides.js";
import type { Writes } from "./writes.js";

/**
 * The managedFields that live of a case has, as far as the case does not state them.
 * @param applied what our manager applied; undefined where it never did, so that somebody else wrote live
 */
export type Ownership = (
  applied: JsonObject | undefined,
  others: readonly OtherManager[],
  live: JsonObject,
) => readonly JsonObject[];

/**
 * In apply mode, what the server would have recorded after our manager applied what the gate creates of base; for a table of
 * statuses, after it applied base's status.
 */
export function ownershipOf(
  writes: Writes,
  gate: Decides,
  facts: FactSource,
  subresource?: "status",
): Ownership | undefined {
  if (writes.mode !== "apply") return undefined;
  const { fieldManager } = writes;
  const types = new TypeNodes(facts);

  const entry = (manager: string, operation: string, object: JsonObject): readonly JsonObject[] => {
    const { group, version, kind } = identityOf(object);
    const { root } = compilePlan(facts.kind(group, version, kind), types, partsOf([]), {
      mode: "apply",
      keeps: false,
      onlyStatus: subresource === "status",
    });
    const fieldsV1 = fieldSetOf(root, object);
    const { apiVersion } = object;
    const nothing = Object.keys(fieldsV1).length === 0;
    const recorded = { manager, operation, apiVersion, fieldsType: "FieldsV1", fieldsV1 };
    return nothing ? [] : [subresource === undefined ? recorded : { ...recorded, subresource }];
  };

  const stated = (applied: JsonObject) => (subresource === undefined ? created(gate, applied) : applied);

  return (applied, others, live) => [
    ...(applied === undefined ? [] : entry(fieldManager, "Apply", stated(applied))),
    ...(applied === undefined && others.length === 0 ? entry("somebody-else", "Update", live) : []),
    ...others.flatMap(({ manager, operation = "Apply", states }) =>
      entry(manager, operation, { apiVersion: live.apiVersion, kind: live.kind, ...states }),
    ),
  ];
}

function created(gate: Decides, desired: JsonObject): JsonObject {
  const decision = gate.decide(desired as KubeObject, undefined);
  const payload = decision.verdict === "create" ? decision.payload() : undefined;
  return isObject(payload) ? payload : desired;
}
