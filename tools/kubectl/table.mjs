// @ts-check
import { median } from "./measure.mjs";

/**
 * @typedef {import("./measure.mjs").Figures} Figures
 * @typedef {{ version: string, kubectl: string, objects: number, leftOut: number, single: readonly import("./single.mjs").Single[],
 *   folder: readonly import("./folder.mjs").Folder[] }} Results
 */

const row = (/** @type {readonly (string | number)[]} */ cells) => `| ${cells.join(" | ")} |`;
const ms = (/** @type {number} */ seconds) => `${Math.round(seconds * 1000).toLocaleString("en")} ms`;

/** The figures as Markdown. @param {Results} results */
export function table({ version, kubectl, objects, leftOut, single, folder }) {
  const sections = [
    `${objects} objects; ${leftOut} more are left out that not both can apply. Kubernetes ${version}, kubectl ${kubectl}.`,
  ];
  if (single.length > 0) sections.push(timesOf(single), saysOf(single));
  if (folder.length > 0) sections.push(folderOf(folder));
  return sections.join("\n\n");
}

/** @param {readonly import("./single.mjs").Single[]} single */
function timesOf(single) {
  const [first] = single;
  const rows = (first?.figures ?? []).map(({ program, requests }, index) => {
    const its = single.flatMap(({ figures }) => figures.slice(index, index + 1));
    const of = (/** @type {"wall" | "cpu" | "serverCpu"} */ name) =>
      ms(median(its.map((each) => each[name])));
    return row([`\`${program} -f FILE\``, of("wall"), of("cpu"), of("serverCpu"), requestsText(requests)]);
  });
  return `| one object, ${single.length} of them | wall | client CPU | server CPU | requests |
|---|---|---|---|---|
${rows.join("\n")}`;
}

/** @param {readonly import("./single.mjs").Single[]} single */
function saysOf(single) {
  const programs = (single[0]?.figures ?? []).map(({ program }) => program);
  const rows = single.map(({ kind, state, figures }) =>
    row([`${kind}, ${state}`, ...figures.map(({ code, says }) => `${code}: ${says}`)]),
  );
  return `${row(["exit code, and what is said", ...programs.map((program) => `\`${program}\``)])}
|---|${programs.map(() => "---|").join("")}
${rows.join("\n")}`;
}

/** @param {readonly import("./folder.mjs").Folder[]} folder */
function folderOf(folder) {
  const rows = folder.map((each) =>
    row([
      `\`${each.program} -f DIR\``,
      `${each.code}: ${each.says}`,
      ms(each.wall),
      ms(each.cpu),
      ms(each.serverCpu),
      requestsText(each.requests),
      each.moved,
    ]),
  );
  return `| the folder, with nothing to change | exit code, and what is said | wall | client CPU | server CPU | requests | resourceVersions moved |
|---|---|---|---|---|---|---|
${rows.join("\n")}`;
}

/** @param {Readonly<Record<string, number>>} requests */
function requestsText(requests) {
  return Object.entries(requests)
    .sort(([, left], [, right]) => right - left)
    .map(([verb, count]) => `${count} ${verb}`)
    .join(", ");
}

/** A text with the tables between its marks. @param {string} text @param {string} tables */
export function withTables(text, tables) {
  const [before, rest] = text.split("<!-- kubectl -->");
  const after = rest?.split("<!-- /kubectl -->")[1];
  if (after === undefined) throw new Error("there are no marks to write the tables between");
  return `${before}<!-- kubectl -->\n\n${tables}\n\n<!-- /kubectl -->${after}`;
}
