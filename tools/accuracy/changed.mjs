// @ts-check
// Whether a write changed an object, and whether it was refused for good.
import { isDeepStrictEqual as equal } from "node:util";

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
  /immutable|may not (be (changed|modified|updated|removed|unset)|change|add or remove)|cannot (be (changed|modified|updated)|change)\b|updates to .* (are forbidden|for fields other than)/i;

/** Without the value, which may say anything. @param {string} message */
const complaint = (message) => message.split("\n")[0]?.split(": ").at(-1) ?? "";

/**
 * True where each cause of a refusal is that a field cannot be changed.
 * @param {import("./types.js").Answer} answer
 */
export function isImmutable({ code, body }) {
  if (code !== 422) return false;
  /** @type {{ message?: string }[]} */
  const causes = body?.details?.causes ?? [];
  return causes.length > 0 && causes.every(({ message = "" }) => IMMUTABLE.test(complaint(message)));
}
