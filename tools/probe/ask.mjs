// @ts-check
// Asks the server whether an update may put a value in a place.
import { causeText, tryCreate } from "./create.mjs";
import { brief, causesOf } from "./status.mjs";
import { contains, equal, getAt, isEmpty, stepsOf, withAt } from "./steps.mjs";

/** @typedef {import("./types.js").Json} Json */
/** @typedef {import("./types.js").KubeObject} KubeObject */
/** @typedef {import("./types.js").Steps} Steps */
/** @typedef {import("./types.js").Subject} Subject */
/** @typedef {import("./types.js").Verdict} Verdict */

/**
 * Not the words of a refusal tell what may not change, but the comparison: the same content is valid in a new object.
 * @param {Subject} subject
 * @param {Steps} steps
 * @param {Json | undefined} value undefined removes it
 * @param {readonly Steps[]} without what goes with the change
 * @returns {Promise<Verdict>}
 */
export async function ask(subject, steps, value, without = []) {
  const { client, base, desired, live, kept } = subject;
  if (equal(value, getAt(live, steps))) return { outcome: "same", message: "", at: "" };
  const change = (/** @type {KubeObject} */ object) =>
    without.reduce((draft, gone) => withAt(draft, gone, undefined, live), withAt(object, steps, value, live));
  const inside = kept.filter((each) => contains(steps, each.steps) && each.steps.length > steps.length);
  const updated = inside.reduce(
    (draft, each) => withAt(draft, each.steps, getAt(live, each.steps), live),
    change(base),
  );
  const created = inside.reduce((draft, each) => withAt(draft, each.steps, undefined, live), change(desired));
  const answer = await client.replace(updated, { dryRun: true });
  if (answer.code < 300) return effect(subject, steps, value, answer.body, created);
  const causes = causesOf(answer);
  const fresh = await tryCreate(client, created, live);
  const news = fresh.causes.filter((cause) => !subject.usual.has(causeText(cause)));
  if (!fresh.valid && news.length > 0) {
    return { outcome: "invalid", message: news.map(causeText).join("; "), at: news[0]?.field ?? "" };
  }
  const moved = await elsewhere(subject, steps, updated, causes);
  if (moved !== undefined) return { outcome: "accepted", message: "", at: "", moved };
  return { outcome: "refused", message: brief(causes[0]?.message ?? ""), at: causes[0]?.field ?? "" };
}

/**
 * Where the server refuses another place, whose default moved with the change, the change itself is not refused.
 * @param {Subject} subject @param {Steps} steps @param {KubeObject} updated @param {readonly import("./types.js").Cause[]} causes
 */
async function elsewhere({ client, live, base }, steps, updated, causes) {
  const [{ field = "", message = "" } = {}] = causes;
  const at = stepsOf(field);
  if (at.length === 0 || contains(at, steps) || contains(steps, at)) return undefined;
  if (getAt(live, at) === undefined || getAt(base, at) !== undefined) return undefined;
  const answer = await client.replace(withAt(updated, at, getAt(live, at), live), { dryRun: true });
  return answer.code < 300 ? { steps: at, message: brief(message) } : undefined;
}

/** @param {Subject} subject @param {Steps} steps @param {Json | undefined} value @param {import("./types.js").JsonObject} body @param {KubeObject} created @returns {Promise<Verdict>} */
async function effect({ client, live }, steps, value, body, created) {
  const before = getAt(live, steps);
  const verdict = (/** @type {import("./types.js").Outcome} */ outcome) => ({ outcome, message: "", at: "" });
  if (!equal(getAt(body, steps), before)) return verdict("accepted");
  if (isEmpty(value)) return verdict("same");
  const fresh = await tryCreate(client, created, live);
  if (fresh.body === undefined) return verdict("same");
  if (equal(getAt(fresh.body, steps), value)) return verdict("ignored");
  return verdict(before === undefined ? "dropped" : "same");
}
