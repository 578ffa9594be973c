import { Presenter } from "../../core/decide/shown.js";
import type { FactSource } from "../../core/facts.js";
import type { JsonObject } from "../../core/json.js";
import { formatPath } from "../../core/path.js";
import type { FoundChange } from "../../core/walk/context.js";
import { formatDifference } from "../../prose/difference.js";
import { printable } from "../../prose/index.js";
import { secretDigest } from "../../rules/digest.js";
import { metadataOf } from "../port/object.js";
import { isEqual } from "./memory/equal.js";
import { type Kind, kindsOf } from "./memory/kinds.js";
import { reportOf } from "./memory/report.js";
import type { SentRequest } from "./requests.js";

/** Tells requests as text: which object, and field by field what would have been written. Values of Secrets show as digests. */
export function teller(facts: FactSource): (request: SentRequest) => string {
  const kindOf = kindsOf(facts);
  return (request) => {
    const { verb, ref, subresource, dryRun } = request;
    const place = [...(ref.namespace === undefined ? [] : [ref.namespace]), ref.name ?? "(no name yet)"].join(
      "/",
    );
    const through = subresource === undefined ? "" : ` (${subresource})`;
    const head = `${verb} ${ref.kind} ${place}${through}${dryRun ? ", as a dry run" : ""}`;
    return [`  ${printable(head)}: ${said(request, kindOf(ref))}`, ...lines(request, kindOf(ref))].join("\n");
  };
}

function said({ verb, before, after, changed, error }: SentRequest, kind: Kind): string {
  if (error !== undefined) return `refused${kind.facts?.sensitive === undefined ? reasonOf(error) : ""}`;
  if (!changed) return "changes nothing: a request for nothing";
  if (verb === "delete") return "deletes it";
  return before === undefined || after === undefined ? "makes it" : "changes";
}

/** A server may repeat a value that it refuses. */
function reasonOf(error: unknown): string {
  return `: ${printable(error instanceof Error ? error.message : String(error))}`;
}

function lines({ before, after, changed }: SentRequest, kind: Kind): readonly string[] {
  if (!changed || before === undefined || after === undefined) return [];
  const [from, to] = [before as JsonObject, after as JsonObject];
  const presenter = new Presenter(kind.facts, secretDigest, () => undefined);
  const fields = changesBetween(kind, from, to).map((found) => {
    const { path, live, desired } = presenter.change(found);
    return `    ${live === undefined ? "+" : desired === undefined ? "-" : "~"} ${printable(path)}  ${formatDifference(live, desired)}`;
  });
  if (fields.length > 0) return fields;
  return isEqual(metadataOf(from).managedFields, metadataOf(to).managedFields)
    ? ["    ~ (nothing that the facts know of)"]
    : ["    ~ metadata.managedFields  who owns which fields"];
}

/** Each field that is another one, and lists of which only the order is. */
function changesBetween(kind: Kind, before: JsonObject, after: JsonObject): readonly FoundChange[] {
  const fields = kind.root.struct.fields;
  const report = reportOf({ ...kind.root, fields, status: true }, after, before);
  const orders = report.passed
    .filter(({ by }) => by.code === "set-order")
    .map((found): FoundChange => ({ ...found, reason: { code: "order" }, part: "" }));
  const seen = new Set<string>();
  return [...report.changes, ...orders].filter(({ steps }) => {
    const path = formatPath(steps.map(({ segment }) => segment));
    return !seen.has(path) && seen.add(path);
  });
}
