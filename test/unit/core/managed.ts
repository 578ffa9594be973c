import { fieldSetOf } from "../../../src/core/apply/field-set-of.js";
import { identityOf } from "../../../src/core/decide/identity.js";
import type { JsonObject } from "../../../src/core/json.js";
import { partsOf } from "../../../src/core/plan/parts.js";
import { compilePlan } from "../../../src/core/plan/plan.js";
import { TypeNodes } from "../../../src/core/plan/types.js";
import { bundledFacts } from "../../../src/rules/facts.js";
import { stored } from "./helper.js";

const types = new TypeNodes(bundledFacts);

/** What the server records of somebody's write of what is stated. */
function entry(manager: string, operation: string, stated: JsonObject, more: JsonObject = {}): JsonObject {
  const { group, version, kind } = identityOf(stated);
  const facts = bundledFacts.kind(group, version, kind);
  const { root } = compilePlan(facts, types, partsOf([]), { mode: "apply", keeps: false });
  const { apiVersion } = stated;
  return {
    manager,
    operation,
    apiVersion,
    fieldsType: "FieldsV1",
    fieldsV1: fieldSetOf(root, stated),
    ...more,
  };
}

/** The entry of an apply. */
export const appliedBy = (manager: string, stated: JsonObject, more?: JsonObject): JsonObject =>
  entry(manager, "Apply", stated, more);

/** The entry of an update, by which somebody gave the fields these values. */
export const updatedBy = (manager: string, stated: JsonObject, more?: JsonObject): JsonObject =>
  entry(manager, "Update", stated, more);

/** An object as the server has it, with these entries. */
export const managed = (object: JsonObject, ...managedFields: JsonObject[]): JsonObject =>
  stored(object, { managedFields });
