import { createHash } from "node:crypto";
import { script, style } from "../../generated/page.js";
import { accuracySection } from "./accuracy.js";
import { churnSection } from "./churn/churn.js";
import { decidedSection } from "./decided.js";
import type { ReportDocument } from "./documents.js";
import { Html, html, scriptJson } from "./html.js";
import type { Libraries } from "./libraries.js";
import { Plots } from "./plot.js";
import type { Section } from "./section.js";

/** A document, and where it was read from. */
export interface Source {
  readonly file: string;
  readonly document: ReportDocument;
}

/** One page of all documents: everything is in it, and it asks nobody for anything. */
export function reportPage(sources: readonly Source[], { scripts, styles }: Libraries): string {
  const plots = new Plots();
  const parts = sources.map(({ file, document }) => ({
    file,
    format: document.format,
    section: sectionOf(document, plots),
  }));
  const code = inline([...scripts, script].join("\n;\n"), "script");
  const look = inline([...styles, style].join("\n"), "style");
  const allowed = `default-src 'none'; script-src '${hashOf(code)}'; style-src '${hashOf(look)}'; img-src data:; base-uri 'none'; form-action 'none'`;
  return `${
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Html(allowed)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>churngate report: ${sources.map(({ file }) => file).join(", ")}</title>
<style>${new Html(look)}</style>
</head>
<body>
<header class="top">
<div class="bar">
<p class="brand">churngate <span>report</span></p>
<label class="theme" hidden>Theme <select><option value="">System</option><option value="light">Light</option><option value="dark">Dark</option></select></label>
</div>
</header>
<main>
<h1>${headline(parts.map(({ section }) => section))}</h1>
<div class="summaries">
${parts.map(
  ({ file, format, section: { title, state, summary } }, index) => html`<div class="summary ${state}">
<h2><a href="#document-${index}">${title}</a> <span class="dim">${file}, ${format}</span></h2>
${summary}
</div>`,
)}
</div>
${parts.map(
  ({ file, section }, index) => html`<article class="document" id="document-${index}">
<h2>${section.title} <span class="dim">${file}</span></h2>
${section.body}
</article>`,
)}
</main>
<footer><p>Made by churngate report. Times are UTC. Nothing is loaded from anywhere, and no value of a Secret is in here.</p></footer>
<p class="unseen" role="status"></p>
<script type="application/json" id="plots">${scriptJson(plots.all)}</script>
<script>${new Html(code)}</script>
</body>
</html>`.text
  }\n`;
}

function sectionOf(document: ReportDocument, plots: Plots): Section {
  switch (document.format) {
    case "watch/1":
    case "audit/1":
      return churnSection(document, plots);
    case "accuracy/1":
      return accuracySection(document, plots);
    default:
      return decidedSection(document, plots);
  }
}

function headline(sections: readonly Section[]): string {
  const [only] = sections;
  if (sections.length === 1 && only !== undefined) return only.headline;
  const bad = sections.filter(({ state }) => state === "bad").length;
  return bad === 0 ? "Nothing to do" : `Something to do in ${bad} of ${sections.length} documents`;
}

/** A library's text as it may stand in an element. @throws where it would end it */
function inline(text: string, element: "script" | "style"): string {
  if (new RegExp(`</${element}|<!--`, "i").test(text))
    throw new Error(`a library's text would end its ${element} element`);
  return text;
}

/** What a content security policy calls this text by. */
function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
