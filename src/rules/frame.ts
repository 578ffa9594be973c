const WIDTH = 100;

/** A place in a text; both count from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The offsets at which the lines of a text start. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The line and column of an offset. */
export function positionAt(starts: readonly number[], offset: number): Position {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}

/** The line of a place with a caret under its column, cut to about 100 columns around it. */
export function frameAt(text: string, starts: readonly number[], { line, column }: Position): string {
  const start = starts[line - 1] ?? 0;
  const end = text.indexOf("\n", start);
  const whole = text.slice(start, end < 0 ? text.length : end).replace(/\r$/, "");
  const from = column <= WIDTH - 10 ? 0 : column - WIDTH / 2;
  const shown = whole.slice(from, from + WIDTH).replaceAll("\t", " ");
  const gutter = `${line} | `;
  const left = from > 0 ? "…" : "";
  const right = from + WIDTH < whole.length ? "…" : "";
  const caret = " ".repeat(gutter.length + left.length + column - 1 - from);
  return `${gutter}${left}${shown}${right}\n${caret}^`;
}
