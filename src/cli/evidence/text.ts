import { printable } from "../../prose/index.js";
import { CANDIDATES } from "../../rules/learn/evidence/candidates.js";
import type { Choice } from "../../rules/learn/evidence/choose.js";
import type { Score, Wrong } from "../../rules/learn/evidence/tally.js";
import type { KindEvidence } from "./kinds.js";
import { nextText } from "./next.js";
import { whatWasDone } from "./words.js";

/** The evidence of each kind, for people: what it speaks for, how right the rule is, and what rules the others out. */
export function evidenceText(kinds: readonly KindEvidence[]): string {
  return kinds.map((each) => `${kindLines(each).join("\n")}\n`).join("");
}

/** The longest name, and two spaces. */
const NAME_WIDTH = 15;

function kindLines(kind: KindEvidence): readonly string[] {
  const { scores, choice } = kind;
  const next = nextText(kind);
  return [
    `${printable(`${kind.kind} (${kind.apiVersion})`)}  ${choiceText(choice)}`,
    `  ${askedText(kind)}`,
    ...weaker(kind),
    ...unstableText(kind),
    `  the rule  ${ruleText(kind)}`,
    ...CANDIDATES.flatMap((name) => [
      `  ${name.padEnd(NAME_WIDTH)}${scoreText(scores[name])}`,
      ...scores[name].examples.map((wrong) => `      ${wrongText(wrong)}`),
    ]),
    ...(next === undefined ? [] : [printable(`  ${next}`)]),
  ];
}

function choiceText(choice: Choice): string {
  switch (choice.type) {
    case "never-wrong":
      return `${choice.strategy}: the cheapest that was never wrong`;
    case "fewest-writes":
      return `none was never wrong; ${choice.strategies.join(" or ")}: nothing needed skipped, fewest needless writes`;
    case "no-evidence":
      return "no evidence";
  }
}

function askedText({ objects, scores, silent, left }: KindEvidence): string {
  const count = objects.live + objects.created;
  return [
    `${count} ${count === 1 ? "object" : "objects"}, ${scores.exact.pairs} decisions`,
    ...(silent > 0
      ? [`${silent} variants say nothing: the server refuses them, or only an update would show`]
      : []),
    ...(left > 0 ? [`${left} more were not asked about (--variants)`] : []),
  ].join("; ");
}

function weaker({ objects: { created } }: KindEvidence): readonly string[] {
  if (created === 0) return [];
  const which = created === 1 ? "1 object is" : `${created} objects are`;
  return [
    `  ${which} not there yet: creations were compared, which is weaker evidence (what an update keeps or refuses does not show)`,
  ];
}

function unstableText({ unstable }: KindEvidence): readonly string[] {
  if (unstable.length === 0) return [];
  return [printable(`  the server answers otherwise each time, which was left out: ${unstable.join(", ")}`)];
}

function ruleText({ rule: { strategy, place, score } }: KindEvidence): string {
  const where = place === undefined ? "no rule: the fallback" : printable(`${place.file}:${place.line}`);
  return `says ${strategy} (${where}): ${scoreText(score)}`;
}

function scoreText({ pairs, falseSkips, falseWrites }: Score): string {
  if (pairs === 0) return "not asked";
  if (falseSkips + falseWrites === 0) return "never wrong";
  const parts = [
    ...(falseSkips > 0 ? [`${falseSkips} needed ${falseSkips === 1 ? "write" : "writes"} skipped`] : []),
    ...(falseWrites > 0 ? [`${falseWrites} needless ${falseWrites === 1 ? "write" : "writes"}`] : []),
  ];
  return `wrong in ${falseSkips + falseWrites} of ${pairs}: ${parts.join(", ")}`;
}

function wrongText(wrong: Wrong): string {
  const { object, said } = wrong;
  const skips = said.type === "changes";
  const server = skips
    ? `the server would change ${shortened(said.paths)}`
    : "the server would change nothing";
  return printable(`${skips ? "skips " : "writes"}  ${whatWasDone(wrong)} (${object}): ${server}`);
}

/** How many places a line names. */
const PLACES = 2;

function shortened(paths: readonly string[]): string {
  const more = paths.length > PLACES ? ` and ${paths.length - PLACES} more` : "";
  return `${paths.slice(0, PLACES).join(", ")}${more}`;
}
