// @ts-check
// A report as text for people.
import { shortened } from "../score/text.mjs";

/**
 * @param {import("./types.js").LearnReport} report
 * @param {boolean} verbose says what was taken out of samples
 */
export function learnText(
  { version, definitions, installed, notInstalled, unread, learning, checked },
  verbose,
) {
  const tried = checked.flatMap((each) =>
    each.tried.map((one) => ({ ...one, of: `${each.kind} ${each.apiVersion}` })),
  );
  const refused = tried.filter((each) => each.refused !== undefined);
  const agreeing = tried.filter((each) => each.refused === undefined && each.disagreements.length === 0);
  const kinds = checked.filter(({ disagreements }) => disagreements.length === 0);
  const defaults = tried.reduce((all, each) => all + each.defaults, 0);
  const taken = tried.flatMap((each) =>
    each.taken.map((why) => `taken out of  ${each.of}, ${each.sample}: ${shortened(why)}`),
  );
  return [
    `Kubernetes ${version}, ${definitions} definitions, ${installed} different ones installed, ${checked.length} versions of kinds`,
    `learned        ${definitions - learning.failures.length} definitions in ${learning.seconds.toFixed(1)} s, ${learning.failures.length} failures`,
    `scope, status  ${kinds.length} of ${checked.length} agree`,
    `samples        ${agreeing.length} of ${tried.length - refused.length} agree; ${defaults} defaults filled in`,
    `refused        ${refused.length} samples; ${taken.length} times something was taken out of one`,
    ...learning.failures.map((why) => `not learned  ${shortened(why)}`),
    ...unread.map((why) => `not read  ${why}`),
    ...notInstalled.map(({ name, why }) => `not installed  ${name}: ${shortened(why)}`),
    ...(verbose ? taken : []),
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
