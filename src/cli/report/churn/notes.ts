import type { Json } from "../../../core/json.js";
import { isList, isObject } from "../../../core/json.js";
import type { Churn, Coded } from "../documents.js";
import { type Html, html } from "../html.js";
import { codeText, counted, grouped, rated, valueText, words } from "../words.js";

/** What the document could not see, and what else it says. */
export function notesSection(churn: Churn): Html | undefined {
  const forgotten = [...churn.forgotten].filter(([, count]) => count > 0);
  const notes = [
    ...churn.notes.map(noteText),
    ...forgotten.map(
      ([name, count]) =>
        `${counted(count, words(name).replace(/s$/, ""))} were forgotten, to stay within memory: their writes are in the sums only`,
    ),
  ];
  const more = churn.more.filter(([, value]) => value !== null);
  if (notes.length + more.length === 0) return undefined;
  return html`<section>
<h3>What could not be seen, and how it was counted</h3>
<ul class="notes">
${notes.map((note) => html`<li>${note}</li>`)}
</ul>
${more.length > 0 && html`<dl class="more">${more.map(([name, value]) => html`<div><dt>${words(name)}</dt><dd>${factsText(value)}</dd></div>`)}</dl>`}
</section>`;
}

function noteText(note: Coded): string {
  return codeText(note);
}

/** Figures that only one format has, as they stand there. */
function factsText(value: Json): string {
  if (isList(value)) return value.map(factsText).join("; ");
  if (isObject(value)) {
    return Object.entries(value)
      .map(
        ([name, part = null]) =>
          `${words(name)} ${isObject(part) ? `(${factsText(part)})` : factsText(part)}`,
      )
      .join(", ");
  }
  if (typeof value === "number") return Number.isInteger(value) ? grouped(value) : rated(value);
  return typeof value === "string" ? words(value) : valueText(value);
}
