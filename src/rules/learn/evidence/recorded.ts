import { isList, isObject, type Json, type JsonObject, member } from "../../../core/json.js";
import type { Gate } from "../../gate.js";
import { valueAt, withValue } from "./steps.js";

/**
 * Live as it would be if `applied` had been written last by the gate, whose rule records a fingerprint: with that fingerprint, which an
 * apply would also own.
 */
export function asRecorded(live: JsonObject, applied: JsonObject, gate: Gate): JsonObject {
  const annotation = gate.ruleFor(applied).rule.hash?.annotation ?? "churngate.dev/hash";
  const made = gate.decide(applied as object, undefined);
  const created = made.verdict === "create" ? (made.payload() as JsonObject) : {};
  const steps = ["metadata", "annotations", annotation];
  const recorded = withValue(live, steps, valueAt(created, steps));
  if (gate.mode !== "apply") return recorded;
  const entries = valueAt(live, ["metadata", "managedFields"]);
  if (!isList(entries)) return recorded;
  const owned = entries.map((entry) => owning(entry, annotation, gate.fieldManager));
  return withValue(recorded, ["metadata", "managedFields"], owned);
}

function owning(entry: Json, annotation: string, manager: string | undefined): Json {
  if (!isObject(entry) || entry.manager !== manager || entry.operation !== "Apply") return entry;
  if ((member(entry, "subresource") ?? "") !== "") return entry;
  return withValue(entry, ["fieldsV1", "f:metadata", "f:annotations", `f:${annotation}`], {});
}
