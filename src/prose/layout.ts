/** The terminal that text is made for. Without one, lines are as long as they come: a program or a file takes them. */
export interface Layout {
  /** How many columns it has. */
  readonly columns: number;
  /** How many of them a text takes up; a caller passes it, so that this layer needs no package. */
  readonly widthOf: (text: string) => number;
}

/** Less than this is no room for text: it goes on below. */
export const NARROWEST = 24;

/** Text in lines of this width at most, broken at spaces. A longer word stays whole, as what is copied should. */
export function wrap(text: string, width: number, widthOf: Layout["widthOf"]): string[] {
  const lines: string[] = [];
  let line = "";
  for (const [word] of text.matchAll(/\s*\S+/g)) {
    // A mark in front stays with what it marks.
    if (widthOf(line) > 1 && widthOf(line + word) > width) {
      lines.push(line);
      line = word.trimStart();
    } else line += word;
  }
  return [...lines, line];
}

/** A line whose continuations are set in by so much. */
export function wrapLine(text: string, layout: Layout | undefined, indent: number): string[] {
  if (layout === undefined) return [text];
  const [first = "", ...rest] = wrap(text, layout.columns, layout.widthOf);
  if (rest.length === 0) return [first];
  const below = wrap(rest.join(" "), layout.columns - indent, layout.widthOf);
  return [first, ...below.map((line) => " ".repeat(indent) + line)];
}
