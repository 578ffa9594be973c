// @ts-check
// A report as text for people.
import { pairText, shortened } from "../score/text.mjs";

/** @param {import("./types.js").Payloads} payloads @returns {string[]} */
function payloadLines({
  sent,
  changed,
  other,
  unchanged,
  refused,
  wrong,
  others,
  converged,
  repeated,
  repeatedListed,
}) {
  const tried = converged + repeated.length + repeatedListed;
  return [
    `own payloads  ${sent}: ${changed} do what the naive write does, ${other} something else, ${unchanged} nothing, ${refused} refused`,
    `              ${wrong.length} of them fail where the naive write does not`,
    ...(tried > 0 ? [`converged     ${converged} of ${tried} sent for real: deciding again says skip`] : []),
    ...(repeatedListed > 0
      ? [`              ${repeatedListed} of the others cannot be known (docs/accuracy.md)`]
      : []),
    ...wrong.flatMap(({ id, result, message }) => [
      `payload ${result}  ${id}`,
      ...(message ? [`    ${shortened(message)}`] : []),
    ]),
    ...others.flatMap(({ id, naive, differs = [] }) => [
      `payload does something else  ${id}  naive write: ${naive}`,
      ...differs.map((line) => `    ${shortened(line)}`),
    ]),
    ...repeated.flatMap(({ id, verdict, message, causes = [] }) => [
      `not converged: ${verdict}  ${id}`,
      ...[...(message ? [shortened(message)] : []), ...causes].map((line) => `    ${line}`),
    ]),
  ];
}

/** @param {import("./types.js").Report} report */
export function reportText({ version, seed, seconds, run, unread, modes }) {
  const lines = [
    `Kubernetes ${version}, ${run.objects} objects, seed ${seed}, ${seconds.toFixed(0)} s; ${run.refused.length} objects refused, ${unread.length} texts not read`,
    ...run.refused.map(({ file, kind, name, why }) => `refused  ${file}  ${kind} ${name}: ${shortened(why)}`),
    ...unread.map((why) => `not read  ${why}`),
    ...run.lost.map((id) => `given up, since it could not be brought back  ${id}`),
  ];
  const parts = modes.map(({ score, payloads }) => [pairText(score), ...payloadLines(payloads)].join("\n"));
  return [lines.join("\n"), ...parts].join("\n\n");
}
