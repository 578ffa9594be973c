import { isList, isObject, type Json, type JsonObject, member } from "../../../core/json.js";

/** True where two values are the same JSON, whatever their keys are called; an absent member and an undefined one are the same. */
export function same(left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  if (isList(left) && isList(right))
    return left.length === right.length && left.every((item, index) => same(item, right[index]));
  return isObject(left) && isObject(right) && sameMembers(left, right);
}

function sameMembers(left: JsonObject, right: JsonObject): boolean {
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => same(member(left, key), member(right, key)));
}
