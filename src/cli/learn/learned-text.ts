import { printable } from "../../prose/index.js";
import type { Line } from "../../rules/learn/evidence/line.js";
import type { LearnedObjects } from "./learn-objects.js";

/**
 * What dry runs told of one version of a kind, for people: each line of the rule with its evidence, and what could not be found out.
 * @param isNew files of a rule set are proposed for it
 */
export function learnedLines(learned: LearnedObjects, isNew: boolean): readonly string[] {
  const { apiVersion, conclusion } = learned;
  const { answers, strategy, lines } = conclusion;
  const count = answers.samples.length;
  const asked = `${count} ${count === 1 ? "object" : "objects"} asked about`;
  const said = isNew ? `; proposed: ${strategy}` : ": nothing beyond what rules and facts say";
  const [{ kind }] = [answers.subject];
  return [
    `${kind} (${apiVersion})  ${asked}${said}`,
    ...lines.map((line) => `  ${WORDS[line.type]} ${line.path}: ${line.why}`),
    ...answers.unexplained.map(({ path, why }) => `  not explained: ${path}: ${why}`),
    ...answers.restless.map(
      (path) => `  not settled: ${path}: a write of the server's own answer changes it again`,
    ),
    ...answers.added.map((path) => `  added: ${path}: the server's own, and nobody's reason to write`),
    ...unknownTexts(learned).map((text) => `  not known: ${text}`),
  ].map(printable);
}

const WORDS: Readonly<Record<Line["type"], string>> = {
  ignore: "ignored:",
  unstated: "ignored while it is not stated:",
  default: "default:",
  pair: "list:",
  immutable: "immutable:",
};

/** What dry runs could not find out. */
export function unknownTexts({ conclusion: { answers }, webhooks }: LearnedObjects): readonly string[] {
  const { live, isSensitive, partly } = answers;
  return [
    "what the server does with fields that no object states",
    ...(live === 0 ? ["what an update keeps or refuses: none of the objects is there"] : []),
    ...partly.map(({ path, why }) => `when ${path} can be changed: ${why}`),
    ...(isSensitive ? ["the values, which are secrets: no table of cases was made"] : []),
    ...(webhooks === undefined ? ["which webhooks answer a dry run otherwise than a write"] : []),
    ...(webhooks ?? []).map((name) => `what the webhook ${name} does in a write: it does less in a dry run`),
  ];
}
