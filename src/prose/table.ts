import { type Layout, NARROWEST, wrap } from "./layout.js";

/** How rows are laid out. */
export interface TableOptions {
  /** The widest that a column is padded to. */
  readonly limit?: number;
  /** The terminal, whose width lines are wrapped to: the widest column gives way first. */
  readonly layout?: Layout | undefined;
  /** How far the caller sets lines in. */
  readonly indent?: number;
}

const GAP = 2;

/** Rows with their columns in line, two spaces between them. */
export function table(rows: readonly (readonly string[])[], options: TableOptions = {}): string[] {
  return tableRows(rows, options).flat();
}

/** The same, the lines of each row by themselves. */
export function tableRows(rows: readonly (readonly string[])[], options: TableOptions = {}): string[][] {
  const { limit = Number.POSITIVE_INFINITY, layout, indent = 0 } = options;
  const widthOf = layout?.widthOf ?? length;
  const widths = columnWidths(rows, widthOf);
  const padded = widths.map((width) => Math.min(width, limit));
  const whole = rows.map((row) => [lineOf(row, padded, widthOf)]);
  if (layout === undefined) return whole;
  const columns = layout.columns - indent;
  if (whole.flat().every((line) => widthOf(line) <= columns)) return whole;
  const fitted = narrowed(widths, columns);
  return rows.map((row) => wrappedRow(row, fitted, widthOf));
}

function length(text: string): number {
  return text.length;
}

function columnWidths(rows: readonly (readonly string[])[], widthOf: Layout["widthOf"]): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, widthOf(cell));
    });
  }
  return widths;
}

function lineOf(row: readonly string[], widths: readonly number[], widthOf: Layout["widthOf"]): string {
  return row
    .map((cell, column) => cell + " ".repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell))))
    .join(" ".repeat(GAP))
    .trimEnd();
}

/** Widths that fit: the widest columns become as narrow as the next ones, and none too narrow for text. */
function narrowed(widths: readonly number[], columns: number): number[] {
  const fitted = [...widths];
  let over = fitted.reduce((sum, width) => sum + width, GAP * (fitted.length - 1)) - columns;
  while (over > 0) {
    const widest = Math.max(...fitted);
    if (widest <= NARROWEST) break;
    const next = Math.max(NARROWEST, ...fitted.filter((width) => width < widest));
    const cut = Math.min(over, widest - next);
    // Of equal ones the last gives way: what is in front names the row.
    fitted[fitted.lastIndexOf(widest)] = widest - cut;
    over -= cut;
  }
  return fitted;
}

/** The lines of a row whose cells are wrapped; behind a word that is longer than its column, the row goes on below. */
function wrappedRow(row: readonly string[], widths: readonly number[], widthOf: Layout["widthOf"]): string[] {
  const lines: string[] = [];
  let start = 0;
  let offset = 0;
  row.forEach((cell, column) => {
    const width = widths[column] ?? 0;
    if (cell !== "") {
      const pieces = wrap(cell, width, widthOf);
      const isFree = (line: string): boolean => column === 0 || widthOf(line) <= offset - GAP;
      if (!lines.slice(start, start + pieces.length).every(isFree)) start = lines.length;
      pieces.forEach((piece, index) => {
        const before = lines[start + index] ?? "";
        lines[start + index] = before + " ".repeat(offset - widthOf(before)) + piece;
      });
    }
    offset += width + GAP;
  });
  return lines.length === 0 ? [""] : lines;
}
