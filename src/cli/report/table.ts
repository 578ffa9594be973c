import { grouped } from "../churn/numbers.js";
import type { Phrase } from "../churn/phrase.js";
import type { KindName } from "./documents.js";
import { type Html, html, type Part } from "./html.js";

/** Rows that a page shows of a table; a browser sorts and draws so many at once on a phone. */
export const MOST_ROWS = 250;

/** A column: its head, and what a row has there. */
export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => Part;
  /** What it is sorted by, where the text is not; numbers stand to the right. */
  readonly number?: (row: Row) => number;
  /** Each row's name. */
  readonly isName?: boolean;
}

/** A table in a box of its own that scrolls and takes the focus, sortable where it has rows to sort. */
export function table<Row>(
  label: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  most = MOST_ROWS,
): Html {
  const shown = rows.slice(0, most);
  const left = rows.length - shown.length;
  return html`<div class="box" tabindex="0" role="group" aria-label="${label}: scrolls sideways">
<table${shown.length > 1 && html` class="sortable n-last"`}>
<caption class="unseen">${label}</caption>
<thead><tr>${columns.map((column) => html`<th scope="col"${column.number && html` class="number"`}>${column.head}</th>`)}</tr></thead>
<tbody>
${shown.map((row) => html`<tr>${columns.map((column) => cell(column, row))}</tr>`)}
</tbody>
</table>
</div>${left > 0 && html`<p class="left">The first ${grouped(shown.length)} of ${grouped(rows.length)} rows; the document has them all.</p>`}`;
}

function cell<Row>({ cell: content, number, isName }: Column<Row>, row: Row): Html {
  if (number !== undefined) return html`<td class="number" data-sort="${number(row)}">${content(row)}</td>`;
  return isName ? html`<th scope="row">${content(row)}</th>` : html`<td>${content(row)}</td>`;
}

const LONGEST = 240;

/** Names, paths and values: cut where they are too long to be read. */
export function code(text: string): Html {
  if (text === "") return html`<span class="dim">(empty)</span>`;
  const characters = text.length > LONGEST ? [...text.slice(0, LONGEST * 2)] : [];
  if (characters.length <= LONGEST && text.length <= LONGEST * 2) return html`<code>${text}</code>`;
  const left = text.length - LONGEST;
  return html`<code>${characters.slice(0, LONGEST).join("")}…</code> <span class="left">and ${grouped(left)} characters more</span>`;
}

/** A kind, with the version of its API. */
export function kindCell({ kind, apiVersion }: KindName): Html {
  return html`${cut(kind)} <span class="dim">${cut(apiVersion)}</span>`;
}

/** Text that is too long to be read, cut. */
export function cut(text: string): string {
  return text.length <= LONGEST ? text : `${[...text.slice(0, LONGEST * 2)].slice(0, LONGEST).join("")}…`;
}

/** Some of a list behind commas, and how many there are besides. */
export function some(items: readonly string[], most = 4): Html {
  const left = items.length - most;
  return html`${items
    .slice(0, most)
    .map(
      (item, index) => html`${index > 0 && ", "}${code(item)}`,
    )}${left > 0 && html` <span class="left">and ${grouped(left)} more</span>`}`;
}

/** A phrase with its names set apart. */
export function phraseHtml(phrase: Phrase): Html {
  return html`${phrase.map((part) => (typeof part === "string" ? part : some(part.names)))}`;
}
