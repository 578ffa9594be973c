import type { Json } from "../json.js";
import { memo } from "./memo.js";
import { canonicalQuantity } from "./quantity.js";

/** The kinds of leaf value; two spellings of one value are equal only within the same kind. */
export type LeafType =
  | "plain"
  | "intOrString"
  | "quantity"
  | "milliQuantity"
  | "time"
  | "microTime"
  | "bytes";

/** True where the server would store the same value for both spellings. */
export function sameLeaf(type: LeafType, a: Json, b: Json): boolean {
  if (a === b) return true;
  switch (type) {
    case "plain":
    case "intOrString":
      return sameNumber(a, b);
    default: {
      const [left, right] = [canonicalLeaf(type, a), canonicalLeaf(type, b)];
      return left === right || sameNumber(a, b);
    }
  }
}

/** A bigint and a number that stand for the same integer are one value: `==` compares them exactly. */
export function sameNumber(a: Json, b: Json): boolean {
  // biome-ignore lint/suspicious/noDoubleEquals: bigint and number compare exactly only with ==
  return isNumeric(a) && isNumeric(b) && a == b;
}

function isNumeric(value: Json): value is number | bigint {
  return typeof value === "number" || typeof value === "bigint";
}

const canonical = memo((text) => canonicalQuantity(text) ?? text);
const canonicalMilli = memo((text) => canonicalQuantity(text, true) ?? text);

/** A leaf as the server would print it; what is no value of its type comes back as it is. */
export function canonicalLeaf(type: LeafType, value: Json): Json {
  switch (type) {
    case "quantity":
    case "milliQuantity":
      return isNumeric(value) || typeof value === "string"
        ? (type === "quantity" ? canonical : canonicalMilli)(String(value))
        : value;
    case "time":
      return typeof value === "string" ? canonicalTime(value, 0) : value;
    case "microTime":
      return typeof value === "string" ? canonicalTime(value, 6) : value;
    case "bytes":
      return typeof value === "string" ? canonicalBase64(value) : value;
    default:
      return value;
  }
}

const RFC3339 = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$/;

/** metav1.Time and MicroTime print in UTC with no, or with six, digits after the second; MicroTime reads no other. */
function canonicalTime(text: string, digits: number): string {
  const match = RFC3339.exec(text);
  if (match === null) return text;
  const [, date, clock, fraction = "", zone] = match;
  const second = Date.parse(`${date}T${clock}${zone}`);
  if (Number.isNaN(second)) return text;
  if (digits > 0 && fraction.length !== digits) return text;
  const whole = new Date(second).toISOString().slice(0, 19);
  return digits === 0 ? `${whole}Z` : `${whole}.${fraction}Z`;
}

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Base64 as Go's encoder prints what its decoder read: no line ends, spare bits zero. */
function canonicalBase64(text: string): string {
  const joined = text.replaceAll(/[\r\n]/g, "");
  const padding = joined.endsWith("==") ? 2 : joined.endsWith("=") ? 1 : 0;
  if (padding === 0) return joined;
  const at = joined.length - padding - 1;
  const last = BASE64.indexOf(joined.charAt(at));
  if (last < 0) return joined;
  const kept = last & (padding === 2 ? 0b110000 : 0b111100);
  return joined.slice(0, at) + BASE64.charAt(kept) + joined.slice(at + 1);
}
