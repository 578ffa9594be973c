// @ts-check
// Whether a write changed an object, and whether it was refused for good.
import equal from "fast-deep-equal";

/** @typedef {import("./types.js").KubeObject} KubeObject */

/** What any write may touch. @param {KubeObject} object @returns {KubeObject} */
export function content(object) {
  const { resourceVersion, generation, managedFields, ...metadata } = /** @type {any} */ (object.metadata);
  return { ...object, metadata };
}

/** @param {KubeObject} left @param {KubeObject} right */
export const sameContent = (left, right) => equal(content(left), content(right));

/** Ownership, whatever its times. @param {KubeObject} object */
const ownership = ({ metadata }) =>
  (metadata.managedFields ?? [])
    .map((/** @type {object} */ entry) => JSON.stringify({ ...entry, time: undefined }))
    .sort();

/** @param {KubeObject} left @param {KubeObject} right */
export const sameOwnership = (left, right) => equal(ownership(left), ownership(right));

/** What the server says of a field that an update may not change. */
const IMMUTABLE =
  /immutable|may not (change|be (changed|modified|updated|set|unset|cleared|removed|added))|cannot be (changed|modified|updated|removed|unset|set)|can ?not (change|update)|can't be changed|updates to .* (are forbidden|for fields other than)|is forbidden after|may only be (added|set)|may not change fields other than|once set|not allowed to be changed|must not be changed/i;

/**
 * True where each cause of a refusal is that a field cannot be changed.
 * @param {import("./types.js").Answer} answer
 */
export function isImmutable({ code, body }) {
  if (code !== 422) return false;
  /** @type {{ message?: string }[]} */
  const causes = body?.details?.causes ?? [];
  const messages = causes.length > 0 ? causes.map(({ message = "" }) => message) : [String(body?.message)];
  return messages.every((message) => IMMUTABLE.test(message));
}
