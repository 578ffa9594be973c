import type { Shown } from "../core/decision.js";
import { isList, isObject, type Json, member } from "../core/json.js";
import { Sensitive } from "../core/sensitive.js";
import { printable } from "./printable.js";

/** The longest that one value gets on a line. */
export const VALUE_WIDTH = 60;
/** How deep a small object is written out. */
const SMALL_DEPTH = 4;

/** Text that YAML, JSON or a reader would take for something else than text. */
const NEEDS_QUOTES = /^$|^\s|\s$|^[-+.\d]|^(?:null|true|false|yes|no|on|off|y|n|~)$|^["'{[<(]| -> /i;

/** One value as a line shows it: text bare where it cannot be mistaken, small objects as JSON, the rest counted. */
export function formatValue(value: Shown): string {
  if (value instanceof Sensitive) return value.toString();
  if (typeof value === "string") return clip(formatText(value), VALUE_WIDTH);
  if (typeof value !== "object" || value === null) return String(value);
  return small(value, SMALL_DEPTH) ?? counted(value);
}

/** Text with quotes where it needs them, and nothing that a terminal would act on. */
export function formatText(text: string): string {
  const shown = printable(text);
  return shown !== text || NEEDS_QUOTES.test(text) ? `"${printable(text.replace(/["\\]/g, "\\$&"))}"` : text;
}

/** The beginning of a text that is too long, with its length. */
export function clip(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1).trimEnd()}…`;
}

/** A list or object as JSON, where that is short. */
function small(value: Json, depth: number): string | undefined {
  if (typeof value === "string")
    return value.length > VALUE_WIDTH ? undefined : `"${printable(value.replace(/["\\]/g, "\\$&"))}"`;
  if (typeof value !== "object" || value === null) return String(value);
  const parts = depth > 0 ? smallParts(value, depth - 1) : undefined;
  if (parts === undefined) return undefined;
  const text = isList(value) ? `[${parts.join(", ")}]` : `{${parts.join(", ")}}`;
  return text.length > VALUE_WIDTH ? undefined : text;
}

function smallParts(value: Json, depth: number): string[] | undefined {
  const parts: string[] = [];
  const keys = isObject(value) ? Object.keys(value) : undefined;
  const length = keys?.length ?? (isList(value) ? value.length : 0);
  for (let index = 0; index < length; index++) {
    const key = keys?.[index];
    const item = isList(value)
      ? value[index]
      : isObject(value) && key !== undefined
        ? member(value, key)
        : undefined;
    const text = small(item ?? null, depth);
    if (text === undefined || parts.length * 3 > VALUE_WIDTH) return undefined;
    parts.push(key === undefined ? text : `${printable(key)}: ${text}`);
  }
  return parts;
}

function counted(value: Json): string {
  if (isList(value)) return `[${value.length} ${value.length === 1 ? "item" : "items"}]`;
  const count = isObject(value) ? Object.keys(value).length : 0;
  return `{${count} ${count === 1 ? "field" : "fields"}}`;
}
