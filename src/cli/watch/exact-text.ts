import { configure } from "safe-stable-stringify";
import { exactJson } from "../../adapter/exact-json.js";
import type { Json } from "../../core/json.js";

const serialize = configure({ deterministic: false, bigint: true });

/** Digits that a double may not hold. */
const LONG = /\d{16}/;

/** JSON text with every integer in full. */
export function exactText(value: unknown): string {
  return serialize(value) ?? "null";
}

/** Reads it. */
export function fromExactText(text: string): Json {
  return LONG.test(text) ? exactJson(text) : (JSON.parse(text) as Json);
}
