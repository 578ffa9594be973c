// @ts-check
// What a server's Status says.
import { isObject } from "./steps.mjs";

/** @typedef {import("./types.js").Cause} Cause */

const LONGEST = 90;

/** The causes of a refusal, or its message as the one cause. @param {import("./types.js").Answer} answer @returns {readonly Cause[]} */
export function causesOf({ body }) {
  const details = body.details;
  const causes = isObject(details) && Array.isArray(details.causes) ? details.causes : [];
  if (causes.length === 0)
    return [{ field: "", message: brief(String(body.message ?? "")), reason: String(body.reason ?? "") }];
  return causes.filter(isObject).map(({ field = "", message = "", reason = "" }) => ({
    field: String(field),
    message: String(message),
    reason: String(reason),
  }));
}

/** A message without what it says of one object: values and differences. @param {string} message */
export function brief(message) {
  const [line = ""] = message.split("\n");
  const said = line
    .replace(/^(Forbidden|Invalid value): (?:(?:\{|\[|").*?(?:\}|\]|"): |[^ ]+: )?/, "")
    .trim();
  const text = (said === "" ? line : said).replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, "...");
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 3)}...` : text;
}

/** The values that a message lists: `supported values: "A", "B"`, or `must be either A, B, or C`. @param {string} message @returns {readonly string[]} */
export function supportedIn(message) {
  const [, list = ""] = message.match(/supported values: ((?:"[^"]*"(?:, )?)+)/) ?? [];
  const [, either = ""] = message.match(/must be (?:either|one of):? ([A-Za-z, ]+)/) ?? [];
  const words = either.split(/,| or /).map((word) => word.trim());
  return [...[...list.matchAll(/"([^"]*)"/g)].map(([, value = ""]) => value), ...words.filter(isConstant)];
}

/** @param {string} word */
function isConstant(word) {
  return /^[A-Z][A-Za-z]*$/.test(word);
}
