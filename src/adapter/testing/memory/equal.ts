import { isList, isObject, type Json, member } from "../../../core/json.js";
import { sameNumber } from "../../../core/value/leaf.js";

/** Deep equality of JSON, whatever the keys are called; an undefined member is an absent one. */
export function isEqual(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (isList(a) && isList(b))
    return a.length === b.length && a.every((item, index) => isEqual(item, b[index]));
  if (isObject(a) && isObject(b)) {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...keys].every((key) => isEqual(member(a, key), member(b, key)));
  }
  return a !== undefined && b !== undefined && sameNumber(a, b);
}

/** Nothing, or empty. */
export function isBare(value: Json | undefined): boolean {
  if (isObject(value)) return Object.keys(value).length === 0;
  return isList(value) ? value.length === 0 : true;
}
