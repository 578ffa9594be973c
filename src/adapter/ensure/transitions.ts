import { isList, isObject, type Json, type JsonObject, type KubeObject } from "../../core/json.js";

/**
 * Desired with the time in each of its status conditions that states none, as meta.SetStatusCondition of apimachinery does it. It
 * is sent where the condition's status changes; elsewhere the time that live has is kept. Desired itself where nothing is missing.
 */
export function withTransitionTimes(desired: KubeObject, now: Date): KubeObject {
  const { status } = desired as JsonObject;
  const conditions = isObject(status) ? status.conditions : undefined;
  if (!isObject(status) || !isList(conditions) || !conditions.some(isUntimed)) return desired;
  const lastTransitionTime = `${now.toISOString().slice(0, -".000Z".length)}Z`;
  const timed = conditions.map((each) => (isUntimed(each) ? { ...each, lastTransitionTime } : each));
  return { ...desired, status: { ...status, conditions: timed } } as KubeObject;
}

function isUntimed(condition: Json): condition is JsonObject {
  return (
    isObject(condition) &&
    typeof condition.type === "string" &&
    typeof condition.status === "string" &&
    condition.lastTransitionTime === undefined
  );
}
