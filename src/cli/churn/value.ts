import type { Json } from "../../core/json.js";
import { printable } from "../../prose/index.js";
import { formatText } from "../../prose/value.js";

/** A value of a path: a text bare where it cannot be mistaken, anything else as JSON. null stands for a field that is not there. */
export function valueText(value: Json): string {
  if (value === null) return "(absent)";
  if (typeof value === "string") return formatText(value);
  if (typeof value === "bigint") return String(value);
  return printable(JSON.stringify(value, (_key, part) => (typeof part === "bigint" ? String(part) : part)));
}
