import type { Finding } from "../../../adapter/churn/index.js";
import type { Rule } from "../../../generated/rule.js";
import { faultPhrase, makersPhrase } from "../../churn/fault.js";
import { counted, grouped, rateText } from "../../churn/numbers.js";
import { objectName } from "../../churn/object-name.js";
import { proposalPhrase } from "../../churn/proposal.js";
import { ruleFile } from "../../churn/rule-file.js";
import { valueText } from "../../churn/value.js";
import type { Churn } from "../documents.js";
import { escapeText, Html, html } from "../html.js";
import { code, cut, phraseHtml, some } from "../table.js";

const MOST_FINDINGS = 50;
const MOST_PATHS = 10;

/** Who wrote in vain, what, where, and what would stop it. */
export function findingsSection(churn: Churn): Html {
  const findings = inOrder(churn);
  if (findings.length === 0)
    return html`<section>
<h3>Findings</h3>
<p>None: nobody wrote for nothing often enough to be named.</p>
</section>`;
  const left = findings.length - MOST_FINDINGS;
  return html`<section>
<h3>Findings</h3>
<ol class="findings">
${findings.slice(0, MOST_FINDINGS).map((each) => html`<li>${card(each)}</li>`)}
</ol>
${left > 0 && html`<p class="left">${grouped(left)} more are in the document.</p>`}
</section>`;
}

/** The busiest first. */
export function inOrder({ findings }: Churn): readonly Finding[] {
  return [...findings].sort((a, b) => b.perMinute - a.perMinute || b.writes - a.writes);
}

/** Who did what: a finding as a sentence without its end. */
export function accusation(finding: Finding): Html {
  return html`<strong>${phraseHtml(makersPhrase(finding))}</strong> ${phraseHtml(faultPhrase(finding))}`;
}

function card(finding: Finding): Html {
  const { apiVersion, kind, objects, writes, perMinute, userAgents = [], worst, paths, proposal } = finding;
  return html`<article class="finding">
<h4>${accusation(finding)} <span class="dim">in ${cut(kind)} (${cut(apiVersion)})</span></h4>
<p class="figures">${counted(writes, "write")} to ${counted(objects, "object")}, ${rateText(perMinute)} a minute</p>
<dl>
${
  paths.length > 0 &&
  html`<div><dt>Where</dt><dd><ul>
${paths.slice(0, MOST_PATHS).map(({ path, writes: times, values = [] }) => html`<li>${code(path)} <span class="dim">${counted(times, "time")}</span>${values.length > 0 && html`: ${some(values.map(valueText))}`}</li>`)}
${paths.length > MOST_PATHS && html`<li class="left">and ${counted(paths.length - MOST_PATHS, "path")} more</li>`}
</ul></dd></div>`
}
${worst.length > 0 && html`<div><dt>Worst</dt><dd>${some(worst.map((each) => `${objectName(each)} (${grouped(each.writes)})`))}</dd></div>`}
${userAgents.length > 0 && html`<div><dt>User agent</dt><dd>${some(userAgents)}</dd></div>`}
<div><dt>What to do</dt><dd><p>${phraseHtml(proposalPhrase(proposal, finding, "here"))}</p>${"rule" in proposal && proposal.rule !== undefined && ruleText(proposal.rule)}</dd></div>
</dl>
</article>`;
}

function ruleText(rule: Rule): Html {
  const { file, lines } = ruleFile(rule);
  return html`<div class="rule"><div class="file">${code(file)}</div>
<pre tabindex="0" role="group" aria-label="Rule for ${cut(file)}"><code>${textOf(lines)}</code></pre></div>`;
}

/** Characters of a rule that are shown: any that a person would write is far below. */
const LONGEST_RULE = 20_000;

/** Line by line, since a line break in data is shown and not made. */
function textOf(lines: readonly string[]): Html {
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  if (length > LONGEST_RULE) return html`The document has it: ${grouped(length)} characters`;
  return new Html(lines.map(escapeText).join("\n"));
}
