import { randomUUID } from "node:crypto";
import type { Json } from "../../core/json.js";
import { exactInteger } from "./scalar.js";

/** A piece of JSON text that is a string, or an integer of 16 digits or more; not digits of a fraction or exponent. */
const TEXT_OR_LONG_INTEGER = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/gs;

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
