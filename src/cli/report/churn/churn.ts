import { counted, durationText, grouped, rateText } from "../../churn/numbers.js";
import { proposalPhrase } from "../../churn/proposal.js";
import type { AuditFacts, Churn } from "../documents.js";
import { share, utc } from "../figures.js";
import { type Html, html } from "../html.js";
import type { Plots } from "../plot.js";
import type { Section } from "../section.js";
import { cut, phraseHtml } from "../table.js";
import { accusation, findingsSection, inOrder } from "./findings.js";
import { notesSection } from "./notes.js";
import { objectsSection, pathsSection } from "./objects.js";
import { timelineSection } from "./timeline.js";
import { writersSection } from "./writers.js";

const MOST_NAMED = 3;

/** The section of a document of `watch` or `audit`. */
export function churnSection(churn: Churn, plots: Plots): Section {
  const isQuiet = churn.findings.length === 0;
  const isAudit = churn.format === "audit/1";
  return {
    title: isAudit ? "What the API server was asked" : "What was watched",
    headline: isQuiet ? "No churn to name" : `Churn: ${counted(churn.findings.length, "finding")}`,
    state: isQuiet ? "good" : "bad",
    summary: summaryOf(churn),
    body: html`${tiles(churn)}
${findingsSection(churn)}
${timelineSection(churn, plots)}
${writersSection(churn, plots)}
${pathsSection(churn)}
${objectsSection(churn)}
${notesSection(churn)}`,
  };
}

/** Is there churn, whose, and what to do. */
function summaryOf(churn: Churn): Html {
  const { findings, writes, seconds, audit } = churn;
  const wasted = accusedOf(findings);
  const left = findings.length - MOST_NAMED;
  const noun = audit === undefined ? "update" : "write";
  const named = inOrder(churn).slice(0, MOST_NAMED);
  return html`<p>${grouped(wasted)} of ${counted(writes, noun)} (${share(wasted, writes)}) were for nothing, or undone, in ${durationText(seconds)}.${audit && savedText(audit)}${findings.length === 0 && !audit && " Writes that the server finds to be no-ops raise no event: churngate audit counts those."}</p>
${
  named.length > 0 &&
  html`<ol>
${named.map((each) => html`<li>${accusation(each)} in ${cut(each.kind)}, ${rateText(each.perMinute)} times a minute.<p>${phraseHtml(proposalPhrase(each.proposal, each, "below"))}</p></li>\n`)}${left > 0 && html`<li class="left">and ${counted(left, "finding")} more, below</li>`}</ol>`
}`;
}

/** Writes that findings are of. */
function accusedOf(findings: Churn["findings"]): number {
  return findings.reduce((sum, finding) => sum + finding.writes, 0);
}

function savedText({ saved, savedSeconds }: AuditFacts): string {
  const writes = [...saved.values()].reduce((sum, count) => sum + count, 0);
  if (writes === 0) return "";
  return ` A gate would have saved ${counted(writes, "write")}, about ${durationText(savedSeconds)} of server CPU by the measured cost of a no-op.`;
}

function tiles({ findings, writes, seconds, effects, from, audit }: Churn): Html {
  const tile = (name: string, value: string, look = ""): Html =>
    html`<div><dt>${name}</dt><dd class="${look}">${value}</dd></div>\n`;
  return html`<dl class="tiles">
${tile(audit ? "Writes" : "Updates seen", grouped(writes))}${tile("A minute", rateText(seconds > 0 ? (writes / seconds) * 60 : 0))}${tile("In findings", share(accusedOf(findings), writes))}${audit ? tile("Server CPU for nothing", durationText(audit.savedSeconds)) : tile("Changed nothing", grouped(effects.get("nothing") ?? 0))}${tile("From, UTC", utc(from), "time")}${tile("Lasted", durationText(seconds))}</dl>`;
}
