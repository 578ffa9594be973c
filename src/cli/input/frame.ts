import { printable } from "../../prose/printable.js";

/** A place in a text; line and column count from 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
  /** The line itself with a caret under the column; absent where the text must not be shown. */
  readonly frame?: string;
}

/** As much of a long line as fits beside the caret. */
const WIDTH = 100;
const BEFORE = 60;

/** Whatever may be a manifest of a Secret: its lines are not for a terminal or a CI log. */
const SECRET = /secret|stringData|\bdata\b|kind["']?\s*:\s*["']?[^"'\sA-Z]/i;
/** A kind that is plainly another, so that `data` is no secret. */
const OTHER_KIND = /^["']?kind["']?[ \t]*:[ \t]*["']?(?!Secret)[A-Z][A-Za-z]*["']?[ \t]*,?[ \t\r]*$/m;

function mayBeSecret(text: string): boolean {
  if (/secret|stringData/i.test(text)) return true;
  return SECRET.test(text) && !OTHER_KIND.test(text);
}

/**
 * The place of an offset in a text. `firstLine` is the line that the text starts at in its file.
 */
export function placeOf(text: string, offset: number, firstLine = 1): Place {
  const at = Math.max(0, Math.min(offset, text.length));
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const newline = text.indexOf("\n", at);
  const line = countLines(text, start) + firstLine;
  const place = { line, column: at - start + 1 };
  if (mayBeSecret(text)) return place;
  return {
    ...place,
    frame: frameOf(text.slice(start, newline < 0 ? text.length : newline), at - start, line),
  };
}

function countLines(text: string, end: number): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < end; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

function frameOf(line: string, column: number, number: number): string {
  const from = Math.max(0, column - BEFORE);
  const before = printable(line.slice(from, column).replaceAll("\t", " "));
  const after = printable(
    line
      .slice(column, from + WIDTH)
      .replaceAll("\t", " ")
      .trimEnd(),
  );
  const gutter = `${number} | ${from > 0 ? "…" : ""}`;
  return `${gutter}${before}${after}\n${" ".repeat(gutter.length + before.length)}^`;
}
