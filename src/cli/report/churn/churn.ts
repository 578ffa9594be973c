import type { Churn } from "../documents.js";
import { html } from "../html.js";
import type { Plots } from "../plot.js";
import type { Section } from "../section.js";
import { counted, grouped, lasting, rated, share, utc } from "../words.js";
import { accusation } from "./accused.js";
import { churnOf } from "./effects.js";
import { findingsSection, inOrder } from "./findings.js";
import { notesSection } from "./notes.js";
import { objectsSection, pathsSection } from "./objects.js";
import { proposalText } from "./proposals.js";
import { timelineSection } from "./timeline.js";
import { writersSection } from "./writers.js";

const MOST_NAMED = 3;

/** The section of a document of `watch` or `audit`. */
export function churnSection(churn: Churn, plots: Plots): Section {
  const { findings, writes, seconds, effects } = churn;
  const isAudit = churn.format === "audit/1";
  const noun = isAudit ? "write" : "update";
  const wasted = churnOf(effects);
  const counts = `${grouped(wasted)} of ${counted(writes, noun)} (${share(wasted, writes)}) changed nothing that counts`;
  const isQuiet = findings.length === 0;
  const left = findings.length - MOST_NAMED;
  return {
    title: isAudit ? "What the API server was asked" : "What was watched",
    state: isQuiet ? "good" : "bad",
    summary: html`<p><strong>${isQuiet ? "No churn to name." : `Churn: ${counted(findings.length, "finding")}.`}</strong> ${counts}, in ${lasting(seconds)}.${isQuiet && !isAudit && " Writes that the server finds to be no-ops raise no event: churngate audit counts those."}</p>
${
  !isQuiet &&
  html`<ol>${inOrder(churn)
    .slice(0, MOST_NAMED)
    .map(
      (each) =>
        html`<li>${accusation(each)} in ${each.kind}, ${rated(each.perMinute)} times a minute.${each.proposal && proposalText(each.proposal)}</li>`,
    )}
${left > 0 && html`<li class="left">and ${counted(left, "finding")} more, below</li>`}</ol>`
}`,
    body: html`<dl class="tiles">
<div><dt>${isAudit ? "Writes" : "Updates seen"}</dt><dd>${grouped(writes)}</dd></div>
<div><dt>A minute</dt><dd>${rated(seconds > 0 ? (writes / seconds) * 60 : 0)}</dd></div>
<div><dt>Changed nothing that counts</dt><dd>${share(wasted, writes)}</dd></div>
<div><dt>Flips</dt><dd>${grouped(effects.get("flip") ?? 0)}</dd></div>
<div><dt>From, UTC</dt><dd class="time">${utc(churn.from)}</dd></div>
<div><dt>Lasted</dt><dd>${lasting(seconds)}</dd></div>
</dl>
${findingsSection(churn)}
${timelineSection(churn, plots)}
${writersSection(churn, plots)}
${pathsSection(churn)}
${objectsSection(churn)}
${notesSection(churn)}`,
  };
}
