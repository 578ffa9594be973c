import { counted, grouped, rateText } from "../../churn/numbers.js";
import { words } from "../code-text.js";
import type { Churn, Counts, Writer } from "../documents.js";
import { type Html, html } from "../html.js";
import type { Plots } from "../plot.js";
import { type Column, code, kindCell, table } from "../table.js";
import { effectLayers, effectsCell, namedFirst, sumOf } from "./effects.js";

const MOST_BARS = 12;

interface Total {
  readonly name: string;
  readonly writes: number;
  readonly effects: Counts;
}

/** By manager and by kind. */
export function writersSection({ writers, findings }: Churn, plots: Plots): Html | undefined {
  if (writers.length === 0) return undefined;
  const faults = faultsOf(findings);
  const faultOf = ({ manager, userAgent, apiVersion, kind }: Writer): string =>
    faults.get(JSON.stringify([manager || userAgent, apiVersion, kind])) ?? "";
  const named = writers.filter((writer) => faultOf(writer) !== "");
  const managers = new Set(named.map(managerName));
  const kinds = new Set(named.map(({ kind }) => kind));
  const hasAgents = writers.some(({ userAgent }) => userAgent !== undefined);
  return html`<section>
<h3>By manager and kind</h3>
<p class="dim">Only findings accuse: who puts a value back once, or renews the time of a Lease, does his work.</p>
<div class="pair">
${bars(
  "By manager",
  totals(
    writers.map((each) => ({ ...each, name: managerName(each) })),
    managers,
  ),
  plots,
)}
${bars(
  "By kind",
  totals(
    writers.map((each) => ({ ...each, name: each.kind })),
    kinds,
  ),
  plots,
)}
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
    { head: "Kind", cell: kindCell },
    { head: "Writes", number: ({ writes }) => writes, cell: ({ writes }) => grouped(writes) },
    { head: "A minute", number: ({ perMinute }) => perMinute, cell: ({ perMinute }) => rateText(perMinute) },
    { head: "Finding", cell: (writer) => faultOf(writer) },
    effectsColumn(),
  ],
  namedFirst(writers, (writer) => faultOf(writer) !== ""),
)}
</section>`;
}

function managerName({ manager }: { readonly manager: string }): string {
  return manager === "" ? "(not known)" : manager;
}

/** What the writes did. */
export function effectsColumn<Row extends { readonly effects: Counts }>(): Column<Row> {
  return { head: "What they changed", cell: ({ effects }) => effectsCell(effects) };
}

/** What findings say, by who it is said of: a manager, or a user agent, and a kind. */
function faultsOf(findings: Churn["findings"]): ReadonlyMap<string, string> {
  return new Map(
    findings.flatMap(({ what, managers, userAgents = [], apiVersion, kind }) =>
      [...managers, ...userAgents].map((who): [string, string] => [
        JSON.stringify([who, apiVersion, kind]),
        words(what),
      ]),
    ),
  );
}

function totals(rows: readonly Total[], named: ReadonlySet<string>): readonly Total[] {
  const groups = new Map<string, Total[]>();
  for (const row of rows) {
    const group = groups.get(row.name);
    if (group === undefined) groups.set(row.name, [row]);
    else group.push(row);
  }
  return namedFirst(
    [...groups].map(([name, group]) => ({
      name,
      writes: group.reduce((sum, { writes }) => sum + writes, 0),
      effects: sumOf(group.map(({ effects }) => effects)),
    })),
    ({ name }) => named.has(name),
  );
}

function bars(caption: string, all: readonly Total[], plots: Plots): Html {
  const shown = all.slice(0, MOST_BARS);
  const [most] = shown;
  const left = all.length - shown.length;
  const more = left > 0 ? `; ${grouped(left)} more in the table` : "";
  const alternative = `${caption}, ${counted(shown.length, "bar")}. First: ${most?.name ?? ""}, ${counted(most?.writes ?? 0, "write")}. The table below has the figures.`;
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
        effectsColumn<Total>(),
      ],
      all,
    ),
  );
}
