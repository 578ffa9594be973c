import { counted } from "../../churn/numbers.js";
import type { Finding } from "../documents.js";
import { type Html, html, type Part } from "../html.js";
import { code, some } from "../table.js";

/** Who did what: a finding as a sentence without its end. */
export function accusation(finding: Finding): Html {
  const names = namesOf(finding);
  const who = names.length > 0 ? html`<strong>${some(names)}</strong>` : html`<strong>Somebody</strong>`;
  return html`${who} ${deed(finding, names.length < 2)}`;
}

/** The managers, or who they are by their requests. */
function namesOf({ managers, userAgents }: Finding): readonly string[] {
  const names = managers.filter((name) => name !== "");
  return names.length > 0 ? names : userAgents;
}

/** `isOne`: of one manager; else of several. */
function deed(finding: Finding, isOne: boolean): Part {
  const where = places(finding);
  const verb = (stem: string): string => (isOne ? `${stem}s` : stem);
  switch (finding.what) {
    case "flips":
      return html`${verb("put")} ${where ?? "values"} back and forth`;
    case "moves-nothing":
      return `${verb("make")} new versions in which nothing differs`;
    case "writes-nothing":
      return `${verb("send")} writes that change nothing`;
    case "times-only":
      return html`${verb("change")} nothing but time stamps${where && html` (${where})`}`;
    case "respells":
      return html`${verb("spell")} ${where ?? "values"} otherwise, and ${verb("mean")} the same`;
    default:
      return finding.what;
  }
}

function places({ paths: [first, ...others] }: Finding): Html | undefined {
  if (first === undefined) return undefined;
  return html`${code(first.path)}${others.length > 0 && ` and ${counted(others.length, "other path")}`}`;
}
