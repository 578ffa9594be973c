import { isList, isObject, type Json } from "../../core/json.js";

/** Whether JSON.parse gives the same value again: no integer in it is larger than a double holds. */
export function isHeld(value: Json | undefined): boolean {
  if (typeof value === "bigint") return false;
  if (isList(value)) return value.every(isHeld);
  return !isObject(value) || Object.values(value).every(isHeld);
}
