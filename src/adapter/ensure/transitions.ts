import { isList, isObject, type Json, type JsonObject, type KubeObject } from "../../core/json.js";

/**
 * Desired with the time in each of its status conditions that states none, as meta.SetStatusCondition of apimachinery does it: live's
 * while the condition's status is the same, else now. A condition that live has without a time is one of a kind that has none.
 * Desired itself where nothing is missing.
 */
export function withTransitionTimes(
  desired: KubeObject,
  live: KubeObject | undefined,
  now: Date,
): KubeObject {
  const { status } = desired as JsonObject;
  const conditions = isObject(status) ? status.conditions : undefined;
  if (!isObject(status) || !isList(conditions) || !conditions.some(isUntimed)) return desired;
  const known = conditionsOf(live);
  const timed = conditions.map((each) => (isUntimed(each) ? withTime(each, known, now) : each));
  return { ...desired, status: { ...status, conditions: timed } } as KubeObject;
}

function withTime(condition: JsonObject, known: readonly JsonObject[], now: Date): JsonObject {
  const there = known.find(({ type }) => type === condition.type);
  if (there === undefined ? known.some(isUntimed) : isUntimed(there)) return condition;
  const lastTransitionTime =
    there?.status === condition.status && there?.lastTransitionTime !== undefined
      ? there.lastTransitionTime
      : `${now.toISOString().slice(0, -".000Z".length)}Z`;
  return { ...condition, lastTransitionTime };
}

function conditionsOf(live: KubeObject | undefined): readonly JsonObject[] {
  const { status } = (live ?? {}) as JsonObject;
  const conditions = isObject(status) ? status.conditions : undefined;
  return isList(conditions) ? conditions.filter(isObject) : [];
}

function isUntimed(condition: Json): condition is JsonObject {
  return (
    isObject(condition) &&
    typeof condition.type === "string" &&
    typeof condition.status === "string" &&
    condition.lastTransitionTime === undefined
  );
}
