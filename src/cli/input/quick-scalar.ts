import type { Json } from "../../core/json.js";
import { resolvePlain } from "./scalar.js";

const KEY = /^(?:([A-Za-z0-9_./](?:[^\s:]|:(?=\S)){0,160})|"([^"\\\t]{0,160})"|'([^'\t]{0,160})'):(?: +|$)/;
const BLANK = /^ *$/;
const BARE = /^(?:#|$)/;
const DOUBLE = /^("(?:[^"\\\t]|\\["\\/bfnrt])*") *(?: #.*)?$/;
const SINGLE = /^'((?:[^'\t]|'')*)' *(?: #.*)?$/;
/** What plain text may not start with: an indicator, but for a dash with something behind it. */
const INDICATOR = /^(?:[?:,[\]{}#&*!|>'"%@`\t]|-(?: |$))/;
const ENDS_PLAIN = /: |:$/;
const FLOW_ITEM =
  / *(?:([A-Za-z0-9_./][A-Za-z0-9_./ -]*|-[A-Za-z0-9_./-]+ *)|"([^"\\\t]*)"|'([^'\t]*)') *(?:(,)|$)/y;

/** The key that a line starts with, and how much of the line it takes with the blanks behind it. */
export function keyOf(content: string): { readonly name: string; readonly length: number } | undefined {
  const match = KEY.exec(content);
  if (match === null) return undefined;
  const [{ length }, plain, double, single] = match;
  if (plain === undefined) return { name: double ?? single ?? "", length };
  const name = resolvePlain(plain);
  return name === null || !isStorable(name) ? undefined : { name: String(name), length };
}

/** False of a number that JSON cannot hold: only who knows the place can refuse it. */
export function isStorable(value: Json): boolean {
  return typeof value !== "number" || Number.isFinite(value);
}

/** Whether nothing but a comment stands behind a key or a dash. */
export function isBare(content: string): boolean {
  return BARE.test(content);
}

/** Plain text on one line, without the comment behind it. */
export function plainText(content: string): string | undefined {
  const comment = content.indexOf(" #");
  const text = (comment < 0 ? content : content.slice(0, comment)).trimEnd();
  return text === "" || content.includes("\t") || INDICATOR.test(text) || ENDS_PLAIN.test(text)
    ? undefined
    : text;
}

/** Quoted text on one line. */
export function quotedText(content: string): string | undefined {
  const double = DOUBLE.exec(content)?.[1];
  if (double !== undefined) return JSON.parse(double) as string;
  return SINGLE.exec(content)?.[1]?.replaceAll("''", "'");
}

/** What goes on with plain text on the next line, or undefined where that may be more than text. */
export function moreText(line: string): string | undefined {
  const text = line.trim();
  return text[0] === "#" || line.includes("\t") || text.includes(" #") || ENDS_PLAIN.test(text)
    ? undefined
    : text;
}

/** A flow collection on one line: empty, or a list of short scalars. */
export function inFlow(content: string): Json | undefined {
  const text = content.trimEnd();
  if (text === "{}") return {};
  if (text[0] !== "[" || !text.endsWith("]") || content.includes("\t")) return undefined;
  const inside = text.slice(1, -1).trimEnd();
  const items: Json[] = [];
  for (FLOW_ITEM.lastIndex = 0; FLOW_ITEM.lastIndex < inside.length; ) {
    const match = FLOW_ITEM.exec(inside);
    if (match === null || (match[4] && FLOW_ITEM.lastIndex === inside.length)) return undefined;
    const [, plain, double, single] = match;
    const item = plain === undefined ? (double ?? single ?? "") : resolvePlain(plain.trimEnd());
    if (!isStorable(item)) return undefined;
    items.push(item);
  }
  return items;
}

/**
 * The text of a literal block.
 * @param isLast whether the document ends with it, where its last line may lack a line end
 */
export function blockText(header: string, lines: readonly string[], isLast: boolean): string | undefined {
  const chomping = /^\|(-?) *$/.exec(header)?.[1];
  const start = lines.findIndex((line) => !BLANK.test(line));
  const end = lines.findLastIndex((line) => !BLANK.test(line)) + 1;
  if (chomping === undefined || start < 0 || (isLast && lines.at(-1) !== "")) return undefined;
  const content = lines.slice(0, end);
  const indent = /^ */.exec(content[start] ?? "")?.[0] ?? "";
  const isOdd = lines.some((line, index) =>
    index < start || index >= end
      ? line.length > indent.length
      : !line.startsWith(indent) && !BLANK.test(line),
  );
  if (isOdd || content[start]?.[indent.length] === "\t") return undefined;
  return content.map((line) => line.slice(indent.length)).join("\n") + (chomping === "-" ? "" : "\n");
}
