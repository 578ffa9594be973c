import { hash } from "node:crypto";
import { type Span, textAt } from "./span.js";

/** Names of the API have 253 characters at most, and field managers 128. */
const LONGEST = 253;
const KEPT = 200;

/** A name that is kept: of a longer one the beginning, with a digest that tells it from others. */
export function cutOff(text: string): string {
  if (text.length <= LONGEST) return text;
  return copied(`${text.slice(0, KEPT)}…${hash("sha256", text, "hex").slice(0, 8)}`);
}

/** The same text. What is cut out of a long one would hold all of that. */
export function copied(text: string): string {
  return Buffer.from(text).toString();
}

/** The text there, as `cutOff` has it; undefined where it is none. */
export function nameAt(bytes: Buffer, span: Span): string | undefined {
  const text = textAt(bytes, span);
  return text === undefined ? undefined : cutOff(text);
}
