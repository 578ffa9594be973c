import type { Churn, Counts } from "../documents.js";
import { type Html, html } from "../html.js";
import type { Plots } from "../plot.js";
import { type Column, code, table } from "../table.js";
import { counted, grouped, rated, share } from "../words.js";
import { churnOf, effectLayers, effectsCell, sumOf } from "./effects.js";

const MOST_BARS = 12;

interface Total {
  readonly name: string;
  readonly writes: number;
  readonly effects: Counts;
}

/** By manager and by kind. */
export function writersSection({ writers }: Churn, plots: Plots): Html | undefined {
  if (writers.length === 0) return undefined;
  const hasAgents = writers.some(({ userAgent }) => userAgent !== undefined);
  return html`<section>
<h3>By manager and kind</h3>
<div class="pair">
${bars("By manager", totals(writers.map((each) => ({ ...each, name: managerName(each) }))), plots)}
${bars("By kind", totals(writers.map((each) => ({ ...each, name: each.kind }))), plots)}
</div>
${table(
  "Who writes what",
  [
    { head: "Manager", cell: (writer) => code(managerName(writer)), isName: true },
    ...(hasAgents
      ? [
          {
            head: "User agent",
            cell: ({ userAgent = "" }: { userAgent?: string | undefined }) => code(userAgent),
          },
        ]
      : []),
    { head: "Kind", cell: ({ kind, apiVersion }) => html`${kind} <span class="dim">${apiVersion}</span>` },
    { head: "Writes", number: ({ writes }) => writes, cell: ({ writes }) => grouped(writes) },
    { head: "A minute", number: ({ perMinute }) => perMinute, cell: ({ perMinute }) => rated(perMinute) },
    ...churnColumns<{ writes: number; effects: Counts }>(),
  ],
  [...writers].sort((a, b) => churnOf(b.effects) - churnOf(a.effects) || b.writes - a.writes),
)}
</section>`;
}

function managerName({ manager }: { readonly manager: string }): string {
  return manager === "" ? "(not known)" : manager;
}

/** How much of it is churn, and what the writes did. */
export function churnColumns<
  Row extends { readonly writes: number; readonly effects: Counts },
>(): Column<Row>[] {
  return [
    {
      head: "Churn",
      number: ({ effects }) => churnOf(effects),
      cell: ({ writes, effects }) =>
        html`${grouped(churnOf(effects))} <span class="dim">${share(churnOf(effects), writes)}</span>`,
    },
    { head: "What they changed", cell: ({ effects }) => effectsCell(effects) },
  ];
}

function totals(rows: readonly Total[]): readonly Total[] {
  const groups = new Map<string, Total[]>();
  for (const row of rows) {
    const group = groups.get(row.name);
    if (group === undefined) groups.set(row.name, [row]);
    else group.push(row);
  }
  return [...groups]
    .map(([name, group]) => ({
      name,
      writes: group.reduce((sum, { writes }) => sum + writes, 0),
      effects: sumOf(group.map(({ effects }) => effects)),
    }))
    .sort((a, b) => churnOf(b.effects) - churnOf(a.effects) || b.writes - a.writes);
}

function bars(caption: string, all: readonly Total[], plots: Plots): Html {
  const shown = all.slice(0, MOST_BARS);
  const [most] = shown;
  const left = all.length - shown.length;
  const more = left > 0 ? `; ${grouped(left)} more in the table` : "";
  const alternative = `${caption}, ${counted(shown.length, "bar")}. Most churn: ${most?.name ?? ""}, ${grouped(most === undefined ? 0 : churnOf(most.effects))} of ${counted(most?.writes ?? 0, "write")}. The table below has the figures.`;
  return plots.figure(
    `${caption}: writes, by what they changed${more}`,
    alternative,
    {
      type: "bars",
      unit: "writes",
      names: shown.map(({ name }) => name),
      layers: effectLayers(shown.map(({ effects }) => effects)),
    },
    table<Total>(
      caption,
      [
        { head: caption.replace("By ", ""), cell: ({ name }) => code(name), isName: true },
        { head: "Writes", number: ({ writes }) => writes, cell: ({ writes }) => grouped(writes) },
        ...churnColumns<Total>(),
      ],
      all,
    ),
  );
}
