// @ts-check
import { isSafeNumber, parse, stringify } from "lossless-json";

/** JSON with each integer exact: a BigInt where a double cannot hold it. @param {string} text @returns {unknown} */
export function parseJson(text) {
  // The exact parser is slower by far, and hardly an object needs it.
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return parse(text, null, (digits) =>
    /^-?\d+$/.test(digits) && !isSafeNumber(digits) ? BigInt(digits) : Number(digits),
  );
}

/** @param {unknown} value */
export function printJson(value) {
  return stringify(value) ?? "null";
}
