import { counted, grouped } from "../churn/numbers.js";
import { codeText, words } from "./code-text.js";
import type { Coded, Decided, DecidedObject } from "./documents.js";
import { type Html, html } from "./html.js";
import type { Plots } from "./plot.js";
import type { Section } from "./section.js";
import { code, kindCell, some, table } from "./table.js";
import type { Tone } from "./tone.js";

/** Verdicts of explain and results of apply: what the object comes to, and whether it would be, or was, written. */
const OUTCOMES: ReadonlyMap<string, Tone> = new Map([
  ["skip", "skip"],
  ["unchanged", "skip"],
  ["write", "write"],
  ["updated", "write"],
  ["create", "create"],
  ["created", "create"],
  ["blocked", "blocked"],
  ["not-done", "unknown"],
  ["unknown", "unknown"],
]);

/** The section of a document of `explain` or `apply`: decisions and reasons, and no value of any object. */
export function decidedSection(decided: Decided, plots: Plots): Section {
  const { objects, errors } = decided;
  const isApply = decided.format === "apply/1";
  const counts = countsOf(objects.map(({ verdict }) => verdict));
  const skipped = (counts.get("skip") ?? 0) + (counts.get("unchanged") ?? 0);
  const blocked = counts.get("blocked") ?? 0;
  const inTheWay = [
    ...(blocked > 0 ? [`${counted(blocked, "object")} blocked`] : []),
    ...(errors.length > 0 ? [counted(errors.length, "error")] : []),
  ].join(", ");
  const idle = `${grouped(skipped)} of ${counted(objects.length, "object")} ${isApply ? "needed" : "need"} no write`;
  const headline = inTheWay === "" ? idle : inTheWay;
  return {
    title: isApply ? "What was applied" : "What would be written",
    headline,
    state: inTheWay === "" ? "good" : "bad",
    summary: html`<p>${inTheWay !== "" && `${idle}. `}By verdict: ${[...counts].map(([verdict, count]) => `${words(verdict)} ${grouped(count)}`).join(", ")}.</p>`,
    body: html`${reasons(objects, plots)}
${changedPaths(objects)}
${objectTable(objects)}
${errors.length > 0 && errorList(errors)}`,
  };
}

function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map([...counts].sort(([, a], [, b]) => b - a));
}

function reasons(objects: readonly DecidedObject[], plots: Plots): Html | undefined {
  if (objects.length === 0) return undefined;
  const kinds = [...countsOf(objects.map(({ kind }) => kind)).keys()];
  const byKind = new Map(kinds.map((kind) => [kind, objects.filter((each) => each.kind === kind)]));
  const shown = kinds.slice(0, 12);
  const rows = [
    ...countsOf(objects.map(({ verdict, strategy, reason }) => JSON.stringify([verdict, strategy, reason]))),
  ].map(([key, count]) => {
    const [verdict = "", strategy = "", reason = ""] = JSON.parse(key) as readonly string[];
    return { verdict, strategy, reason, count };
  });
  const layers = [...new Set(OUTCOMES.values())].map((tone) => ({
    tone,
    label: tone === "unknown" ? "not known" : tone,
    values: shown.map(
      (kind) =>
        byKind.get(kind)?.filter(({ verdict }) => (OUTCOMES.get(verdict) ?? "unknown") === tone).length ?? 0,
    ),
  }));
  return html`<section>
<h3>Decisions and reasons</h3>
${plots.figure(
  `Objects by kind and verdict${kinds.length > shown.length ? `; the ${shown.length} most frequent of ${grouped(kinds.length)} kinds` : ""}`,
  `A bar for each of ${counted(shown.length, "kind")}. The table below has the figures.`,
  { type: "bars", unit: "objects", names: shown, layers },
  table(
    "Objects by kind and verdict",
    [
      { head: "Kind", cell: ([kind]) => code(kind), isName: true },
      { head: "Objects", number: ([, each]) => each.length, cell: ([, each]) => grouped(each.length) },
      {
        head: "Verdicts",
        cell: ([, each]) =>
          [...countsOf(each.map(({ verdict }) => verdict))]
            .map(([name, count]) => `${words(name)} ${count}`)
            .join(", "),
      },
    ],
    [...byKind],
  ),
)}
${table(
  "Verdicts, strategies and reasons",
  [
    { head: "Reason", cell: ({ reason }) => code(reason), isName: true },
    { head: "Verdict", cell: ({ verdict }) => words(verdict) },
    { head: "Strategy", cell: ({ strategy }) => strategy },
    { head: "Objects", number: ({ count }) => count, cell: ({ count }) => grouped(count) },
  ],
  rows,
)}
</section>`;
}

function changedPaths(objects: readonly DecidedObject[]): Html | undefined {
  const rows = [
    ...countsOf(objects.flatMap(({ kind, paths }) => paths.map((path) => JSON.stringify([kind, path])))),
  ].map(([key, count]) => {
    const [kind = "", path = ""] = JSON.parse(key) as readonly string[];
    return { kind, path, count };
  });
  if (rows.length === 0) return undefined;
  return html`<section>
<h3>What differs</h3>
${table(
  "Paths that are a reason to write",
  [
    { head: "Path", cell: ({ path }) => code(path), isName: true },
    { head: "Kind", cell: ({ kind }) => kind },
    { head: "Objects", number: ({ count }) => count, cell: ({ count }) => grouped(count) },
  ],
  rows,
)}
</section>`;
}

function objectTable(objects: readonly DecidedObject[]): Html | undefined {
  if (objects.length === 0) return undefined;
  const isIdle = ({ verdict }: DecidedObject): number => Number(OUTCOMES.get(verdict) === "skip");
  return html`<section>
<h3>Objects</h3>
${table(
  "Objects, those with something to do first",
  [
    { head: "Object", cell: ({ name }) => code(name), isName: true },
    { head: "Kind", cell: kindCell },
    { head: "Verdict", cell: ({ verdict }) => words(verdict) },
    { head: "Reason", cell: ({ reason }) => code(reason) },
    { head: "What differs", cell: ({ paths }) => some(paths) },
  ],
  [...objects].sort((a, b) => isIdle(a) - isIdle(b)),
)}
</section>`;
}

function errorList(errors: readonly Coded[]): Html {
  return html`<section>
<h3>Errors</h3>
<ul class="notes">${errors.slice(0, 50).map((error) => html`<li>${codeText(error)}</li>`)}</ul>
${errors.length > 50 && html`<p class="left">${grouped(errors.length - 50)} more are in the document.</p>`}
</section>`;
}
