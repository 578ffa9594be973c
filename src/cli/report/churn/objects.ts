import type { Churn, PathRow } from "../documents.js";
import { type Html, html } from "../html.js";
import { type Column, code, some, table } from "../table.js";
import { grouped, rated, valueText } from "../words.js";
import { churnOf } from "./effects.js";
import { churnColumns } from "./writers.js";

/** Which values go back and forth, or change for nothing. */
export function pathsSection({ paths, findings }: Churn): Html | undefined {
  if (paths.length === 0) return undefined;
  const values = new Map(
    findings.flatMap((finding) =>
      finding.paths.map((each) => [`${finding.apiVersion} ${finding.kind} ${each.path}`, each.values]),
    ),
  );
  const valuesOf = ({ apiVersion, kind, path, values: own }: PathRow): readonly string[] =>
    (own.length > 0 ? own : (values.get(`${apiVersion} ${kind} ${path}`) ?? [])).map(valueText);
  const columns: Column<PathRow>[] = [
    { head: "Path", cell: ({ path }) => code(path), isName: true },
    { head: "Kind", cell: ({ kind, apiVersion }) => html`${kind} <span class="dim">${apiVersion}</span>` },
    { head: "Writes", number: ({ writes }) => writes, cell: ({ writes }) => grouped(writes) },
    { head: "Flips", number: ({ flips }) => flips, cell: ({ flips }) => grouped(flips) },
    { head: "Objects", number: ({ objects }) => objects, cell: ({ objects }) => grouped(objects) },
    { head: "Managers", cell: ({ managers }) => some(managers) },
    ...(paths.some((path) => valuesOf(path).length > 0)
      ? [{ head: "Values", cell: (path: PathRow) => some(valuesOf(path)) }]
      : []),
  ];
  return html`<section>
<h3>Paths, those that flip first</h3>
${table(
  "Paths, those that flip first",
  columns,
  [...paths].sort((a, b) => b.flips - a.flips || b.writes - a.writes),
)}
</section>`;
}

/** The objects with the most churn. */
export function objectsSection({ objects }: Churn): Html | undefined {
  if (objects.length === 0) return undefined;
  return html`<section>
<h3>Worst objects</h3>
${table(
  "Objects, those with the most churn first",
  [
    { head: "Object", cell: ({ name }) => code(name), isName: true },
    { head: "Kind", cell: ({ kind, apiVersion }) => html`${kind} <span class="dim">${apiVersion}</span>` },
    { head: "Writes", number: ({ writes }) => writes, cell: ({ writes }) => grouped(writes) },
    { head: "A minute", number: ({ perMinute }) => perMinute, cell: ({ perMinute }) => rated(perMinute) },
    ...churnColumns<Churn["objects"][number]>(),
    { head: "Managers", cell: ({ managers }) => some(managers) },
  ],
  [...objects].sort((a, b) => churnOf(b.effects) - churnOf(a.effects) || b.writes - a.writes),
)}
</section>`;
}
