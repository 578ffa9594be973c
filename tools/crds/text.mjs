// @ts-check
// Writes facts as files with one line a fact, as tools/facts does.

/** @typedef {import("./types.js").KindFacts} KindFacts */
/** @typedef {import("./types.js").TypeFacts} TypeFacts */

/**
 * One line of JSON with a space inside braces and after colons and commas, as src/rules/learn/text.ts has it: tools/probe needs it without a build.
 * @param {unknown} value @returns {string}
 */
export function line(value) {
  if (Array.isArray(value)) return `[${value.map(line).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${line(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

/** @param {readonly string[]} lines @param {string} open @param {string} close */
function block(lines, open, close) {
  return lines.length === 0
    ? open + close
    : `${open}\n${lines.map((text) => `    ${text}`).join(",\n")}\n  ${close}`;
}

/** @param {string} name @param {unknown} value */
function member(name, value) {
  if (Array.isArray(value)) return `${JSON.stringify(name)}: ${block(value.map(line), "[", "]")}`;
  if (name !== "fields") return `${JSON.stringify(name)}: ${line(value)}`;
  const fields = Object.entries(/** @type {object} */ (value)).map(
    ([key, facts]) => `${JSON.stringify(key)}: ${line(facts)}`,
  );
  return `${JSON.stringify(name)}: ${block(fields, "{", "}")}`;
}

/** The text of a facts file. @param {string} comment @param {KindFacts | TypeFacts} facts */
export function fileText(comment, facts) {
  const members = Object.entries({ $comment: comment, ...facts }).map(([name, value]) => member(name, value));
  return `{\n${members.map((text) => `  ${text}`).join(",\n")}\n}\n`;
}
