import { counted, durationText, grouped } from "../churn/numbers.js";
import { words } from "./code-text.js";
import type { Accuracy, ModeScore, Tally } from "./documents.js";
import { share } from "./figures.js";
import { type Html, html } from "./html.js";
import type { Plots } from "./plot.js";
import type { Section } from "./section.js";
import { type Column, code, table } from "./table.js";
import type { Tone } from "./tone.js";

/** The section of a document of `npm run accuracy -- -o json`. */
export function accuracySection(accuracy: Accuracy, plots: Plots): Section {
  const { version, seed, seconds, objects, refused, modes } = accuracy;
  const worst = modes.reduce((sum, { total, payloads }) => sum + faults(total) + failedPayloads(payloads), 0);
  const sum = (name: keyof Tally): number => modes.reduce((all, { total }) => all + total[name], 0);
  return {
    headline: worst === 0 ? "No needed write was skipped or blocked" : `Wrong in ${counted(worst, "case")}`,
    title: `The gate beside Kubernetes ${version}`,
    state: worst === 0 ? "good" : "bad",
    summary: html`<p>${grouped(sum("falseSkips"))} false skips, ${grouped(sum("falseBlocks"))} false blocks and ${grouped(sum("falseWrites"))} false writes (${grouped(sum("falseWritesListed"))} of them cannot be known) in ${counted(sum("pairs"), "decision")}.</p>`,
    body: html`<dl class="tiles">
<div><dt>Decisions</dt><dd>${grouped(sum("pairs"))}</dd></div>
<div><dt>Right</dt><dd>${share(sum("right"), sum("pairs"))}</dd></div>
<div><dt>Objects</dt><dd>${grouped(objects)}</dd></div>
<div><dt>Objects refused</dt><dd>${grouped(refused)}</dd></div>
<div><dt>Seed</dt><dd>${seed}</dd></div>
<div><dt>Lasted</dt><dd>${durationText(seconds)}</dd></div>
</dl>
${byMode(modes)}
${decisionsSection(modes, plots)}
${tallies("By kind", "Kind", modes, ({ byKind }) => byKind)}
${tallies("By mutation", "Mutation", modes, ({ byMutation }) => byMutation)}
${wrongSection(modes)}`,
  };
}

/** What must not be: a needed write skipped or blocked, an exception. */
function faults({ falseSkips, falseBlocks, errors }: Tally): number {
  return falseSkips + falseBlocks + errors;
}

function failedPayloads(payloads: ModeScore["payloads"]): number {
  return (payloads.get("wrong") ?? 0) + (payloads.get("repeated") ?? 0);
}

interface Row {
  readonly name: string;
  readonly mode: string;
  readonly tally: Tally;
}

function tallyColumns(): Column<Row>[] {
  const number = (head: string, name: keyof Tally): Column<Row> => ({
    head,
    number: ({ tally }) => tally[name],
    cell: ({ tally }) => grouped(tally[name]),
  });
  return [
    number("Pairs", "pairs"),
    number("Right", "right"),
    number("False skips", "falseSkips"),
    number("False blocks", "falseBlocks"),
    number("False writes", "falseWrites"),
    number("Of them unknowable", "falseWritesListed"),
    number("Exceptions", "errors"),
  ];
}

function byMode(modes: readonly ModeScore[]): Html {
  const rows = modes.map(({ mode, total, payloads }) => ({ name: mode, mode, tally: total, payloads }));
  const payload = (head: string, name: string): Column<(typeof rows)[number]> => ({
    head,
    number: ({ payloads }) => payloads.get(name) ?? 0,
    cell: ({ payloads }) => grouped(payloads.get(name) ?? 0),
  });
  return html`<section>
<h3>By mode</h3>
${table(
  "How each mode came out",
  [
    { head: "Mode", cell: ({ name }) => code(name), isName: true },
    ...tallyColumns(),
    payload("Payloads sent", "sent"),
    payload("Payloads that fail", "wrong"),
    payload("Converged", "converged"),
    payload("Not converged", "repeated"),
  ],
  rows,
)}
</section>`;
}

const VERDICTS: readonly Tone[] = ["skip", "write", "create", "blocked"];

/** Decisions by mode, verdict and reason; nothing where the document does not have them. */
function decisionsSection(modes: readonly ModeScore[], plots: Plots): Html | undefined {
  const rows = modes.flatMap(({ mode, decisions }) =>
    [...decisions].flatMap(([verdict, reasons]) =>
      [...reasons].map(([reason, pairs]) => ({ mode, verdict, reason, pairs })),
    ),
  );
  if (rows.length === 0) return undefined;
  const countOf = (mode: string, verdict: string): number =>
    rows.reduce((sum, row) => sum + (row.mode === mode && row.verdict === verdict ? row.pairs : 0), 0);
  const names = modes.map(({ mode }) => mode);
  return html`<section>
<h3>Decisions and reasons</h3>
${plots.figure(
  "Decisions by mode and verdict",
  `A bar for each of ${counted(names.length, "mode")}. The table below has the figures.`,
  {
    type: "bars",
    unit: "decisions",
    names,
    layers: VERDICTS.map((verdict) => ({
      tone: verdict,
      label: verdict,
      values: names.map((mode) => countOf(mode, verdict)),
    })),
  },
  table(
    "Decisions by mode, verdict and reason",
    [
      { head: "Mode", cell: ({ mode }) => code(mode), isName: true },
      { head: "Verdict", cell: ({ verdict }) => words(verdict) },
      { head: "Reason", cell: ({ reason }) => code(reason) },
      { head: "Pairs", number: ({ pairs }) => pairs, cell: ({ pairs }) => grouped(pairs) },
    ],
    rows.sort((a, b) => b.pairs - a.pairs),
  ),
)}
</section>`;
}

function tallies(
  title: string,
  head: string,
  modes: readonly ModeScore[],
  of: (score: ModeScore) => ReadonlyMap<string, Tally>,
): Html {
  const rows = modes.flatMap((score) =>
    [...of(score)].map(([name, tally]) => ({ name, mode: score.mode, tally })),
  );
  return html`<section>
<h3>${title}</h3>
${table<Row>(
  title,
  [
    { head, cell: ({ name }) => code(name), isName: true },
    { head: "Mode", cell: ({ mode }) => code(mode) },
    ...tallyColumns(),
  ],
  rows.sort((a, b) => wrongOf(b.tally) - wrongOf(a.tally) || b.tally.pairs - a.tally.pairs),
)}
</section>`;
}

function wrongOf(tally: Tally): number {
  return faults(tally) * 1000 + tally.falseWrites;
}

function wrongSection(modes: readonly ModeScore[]): Html | undefined {
  const rows = modes.flatMap(({ mode, wrong }) => wrong.map((each) => ({ ...each, mode })));
  if (rows.length === 0) return undefined;
  return html`<section>
<h3>Pairs that could be better</h3>
${table(
  "Pairs that could be better",
  [
    { head: "Pair", cell: ({ id }) => code(id), isName: true },
    { head: "Mode", cell: ({ mode }) => code(mode) },
    { head: "Outcome", cell: ({ outcome }) => words(outcome) },
    { head: "Verdict", cell: ({ verdict }) => words(verdict) },
    { head: "The server", cell: ({ label }) => code(label) },
    { head: "Mutation", cell: ({ mutation }) => code(mutation) },
    {
      head: "Because of",
      cell: ({ causes }) => causes.slice(0, 3).map((cause) => html`<div>${code(cause)}</div>`),
    },
  ],
  rows.sort((a, b) => Number(b.outcome === "false-skip") - Number(a.outcome === "false-skip")),
)}
</section>`;
}
