// @ts-check
// A report as text for people.
import { shortened } from "../score/text.mjs";

/** @param {import("./types.js").LearnReport} report */
export function learnText({ version, definitions, notInstalled, unread, learning, checked }) {
  const tried = checked.flatMap((each) =>
    each.tried.map((one) => ({ ...one, of: `${each.kind} ${each.apiVersion}` })),
  );
  const refused = tried.filter((each) => each.refused !== undefined);
  const agreeing = tried.filter((each) => each.refused === undefined && each.disagreements.length === 0);
  const kinds = checked.filter(({ disagreements }) => disagreements.length === 0);
  const sum = (/** @type {"without" | "defaults"} */ name) =>
    tried.reduce((all, each) => all + each[name], 0);
  return [
    `Kubernetes ${version}, ${definitions} definitions, ${checked.length} versions of kinds`,
    `learned        ${definitions - learning.failures.length} definitions in ${learning.seconds.toFixed(1)} s, ${learning.failures.length} failures`,
    `scope, status  ${kinds.length} of ${checked.length} agree`,
    `samples        ${agreeing.length} of ${tried.length - refused.length} agree; ${sum("defaults")} defaults filled in`,
    `refused        ${refused.length} samples; ${sum("without")} fields were taken out of the others`,
    ...learning.failures.map((why) => `not learned  ${shortened(why)}`),
    ...unread.map((why) => `not read  ${why}`),
    ...notInstalled.map(({ name, why }) => `not installed  ${name}: ${shortened(why)}`),
    ...refused.map(({ of, sample, refused: why = "" }) => `refused  ${of}, ${sample}: ${shortened(why)}`),
    ...checked.flatMap(({ kind, apiVersion, disagreements }) =>
      disagreements.map((line) => `DISAGREES  ${kind} ${apiVersion}: ${line}`),
    ),
    ...tried.flatMap(({ of, sample, disagreements }) =>
      disagreements.length === 0
        ? []
        : [`DISAGREES  ${of}, ${sample}`, ...disagreements.map((line) => `    ${shortened(line)}`)],
    ),
  ].join("\n");
}
