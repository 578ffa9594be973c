// @ts-check
// Whether a new object would be valid: the one question that tells a wrong value from one that may not change.
import { apart } from "./names.mjs";
import { causesOf } from "./status.mjs";

/** @typedef {import("./types.js").Cause} Cause */

/**
 * @param {import("./types.js").Client} client
 * @param {import("./types.js").KubeObject} object
 * @param {import("./types.js").KubeObject | undefined} live the object that is there, where there is one
 * @returns {Promise<{ valid: boolean, body: import("./types.js").JsonObject | undefined, causes: readonly Cause[] }>}
 *   `body`: as it would be stored, where the server says so; a name that is taken is found out last, after all else
 */
export async function tryCreate(client, object, live) {
  const answer = await client.create(apart(object, live), { dryRun: true });
  if (answer.code < 300) return { valid: true, body: answer.body, causes: [] };
  const valid = answer.code === 409 && answer.body.reason === "AlreadyExists";
  return { valid, body: undefined, causes: valid ? [] : causesOf(answer) };
}

/** A cause as one text, to tell what a change brought from what was refused before. @param {Cause} cause */
export function causeText({ field, message }) {
  return `${field}: ${message}`;
}
