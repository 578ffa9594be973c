import { knowingText, noteText } from "../../churn/note.js";
import { counted, grouped } from "../../churn/numbers.js";
import { words } from "../code-text.js";
import type { AuditFacts, Churn, Counts } from "../documents.js";
import { type Html, html } from "../html.js";
import { cut, some } from "../table.js";

const MOST_NOTES = 50;

/** What the document could not see, and what it is of. */
export function notesSection({ notes, forgotten, kinds, audit }: Churn): Html | undefined {
  const lost = [...forgotten].filter(([, count]) => count > 0);
  const unseen = [
    ...notes.slice(0, MOST_NOTES).map((note) => cut(noteText(note))),
    ...(notes.length > MOST_NOTES ? [`${grouped(notes.length - MOST_NOTES)} more are in the document.`] : []),
    ...lost.map(
      ([name, count]) =>
        `Forgotten, to stay within memory: ${grouped(count)} ${words(name)}. Their writes are in the sums.`,
    ),
  ];
  const facts = [...watchedFacts(kinds), ...(audit === undefined ? [] : auditFacts(audit))];
  if (unseen.length + facts.length === 0) return undefined;
  return html`<section>
<h3>What could not be seen</h3>
${
  unseen.length === 0
    ? html`<p>Nothing is known to be missing.</p>`
    : html`<ul class="notes">
${unseen.map((note) => html`<li>${note}</li>\n`)}</ul>`
}
${facts.length > 0 && html`<dl class="more">${facts}</dl>`}
</section>`;
}

function watchedFacts(kinds: Churn["kinds"]): Html[] {
  if (kinds.length === 0) return [];
  const names = kinds.map(({ kind, apiVersion, objects }) => `${kind} (${apiVersion}) ${grouped(objects)}`);
  const objects = kinds.reduce((sum, each) => sum + each.objects, 0);
  return [html`<div><dt>Watched</dt><dd>${counted(objects, "object")}: ${some(names, 12)}</dd></div>`];
}

function auditFacts({ levels, requests, lines, knows }: AuditFacts): Html[] {
  const fact = (name: string, counts: Counts): Html[] =>
    counts.size === 0 ? [] : [html`<div><dt>${name}</dt><dd>${countsText(counts)}</dd></div>`];
  return [
    ...fact("Requests", requests),
    ...fact("Logged at", levels),
    ...fact("Lines", lines),
    ...(knows.length > 0
      ? [html`<div><dt>This log</dt><dd>${knows.map(knowingText).join(" ")}</dd></div>`]
      : []),
  ];
}

function countsText(counts: Counts): string {
  return [...counts].map(([name, count]) => `${words(name)} ${grouped(count)}`).join(", ");
}
