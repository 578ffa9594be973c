import { grouped, rateText } from "../../churn/numbers.js";
import { objectName } from "../../churn/object-name.js";
import { valueText } from "../../churn/value.js";
import type { Churn, PathRow } from "../documents.js";
import { type Html, html } from "../html.js";
import { type Column, code, kindCell, some, table } from "../table.js";
import { namedFirst } from "./effects.js";
import { effectsColumn } from "./writers.js";

/** Which values go back and forth, or change for nothing. */
export function pathsSection({ paths, findings }: Churn): Html | undefined {
  if (paths.length === 0) return undefined;
  const values = new Map(
    findings.flatMap((finding) =>
      finding.paths.map((each) => [`${finding.apiVersion} ${finding.kind} ${each.path}`, each.values]),
    ),
  );
  const valuesOf = ({ apiVersion, kind, path }: PathRow): readonly string[] =>
    (values.get(`${apiVersion} ${kind} ${path}`) ?? []).map(valueText);
  const columns: Column<PathRow>[] = [
    { head: "Path", cell: ({ path }) => code(path), isName: true },
    { head: "Kind", cell: kindCell },
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

/** The objects that findings name, then those with the most writes. */
export function objectsSection({ objects, findings }: Churn): Html | undefined {
  if (objects.length === 0) return undefined;
  const worst = new Set(
    findings.flatMap((each) =>
      each.worst.map((object) => JSON.stringify([each.apiVersion, each.kind, objectName(object)])),
    ),
  );
  return html`<section>
<h3>Worst objects</h3>
${table(
  "Objects, those that findings name first",
  [
    { head: "Object", cell: ({ name }) => code(name), isName: true },
    { head: "Kind", cell: kindCell },
    { head: "Writes", number: ({ writes }) => writes, cell: ({ writes }) => grouped(writes) },
    { head: "A minute", number: ({ perMinute }) => perMinute, cell: ({ perMinute }) => rateText(perMinute) },
    effectsColumn(),
    { head: "Managers", cell: ({ managers }) => some(managers) },
  ],
  namedFirst(objects, ({ apiVersion, kind, name }) => worst.has(JSON.stringify([apiVersion, kind, name]))),
)}
</section>`;
}
