import { randomUUID } from "node:crypto";
import type { Json } from "../core/json.js";

/** Go's int64: beyond it, kubectl and the server read an integer as a float64. */
const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;

/** A piece of JSON text that is a string, or an integer of 16 digits or more; not digits of a fraction or exponent. */
const TEXT_OR_LONG_INTEGER = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/gs;

/** Digits that a double may not hold. */
const LONG = /\d{16}/;

/** Reads what a server sent, or printJson printed, with every integer exact; undefined where it is no JSON. */
export function readJson(text: string): Json | undefined {
  try {
    // The exact reader is slower, and hardly an object needs it.
    return LONG.test(text) ? exactJson(text) : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}

/**
 * Reads a JSON text that JSON.parse accepts, with every integer exact: long ones are handed through
 * JSON.parse as text, under a mark that no data can know.
 * @throws RangeError where it is nested too deeply
 */
export function exactJson(text: string): Json {
  const mark = randomUUID();
  const marked = text.replace(TEXT_OR_LONG_INTEGER, (piece) =>
    piece[0] === '"' ? piece : `"${mark}${piece}"`,
  );
  return JSON.parse(marked, (_key, value: Json) =>
    typeof value === "string" && value.startsWith(mark)
      ? exactInteger(BigInt(value.slice(mark.length)))
      : value,
  ) as Json;
}

/** A number where a double holds the integer, a bigint where int64 does, else the nearest double. */
export function exactInteger(value: bigint): number | bigint {
  if (value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER) return Number(value);
  return value >= MIN_INT64 && value <= MAX_INT64 ? value : Number(value);
}
