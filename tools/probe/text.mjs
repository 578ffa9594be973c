// @ts-check
// The text of the files in tools/facts/probed: one line a fact.
import { line } from "../crds/text.mjs";
import { isObject } from "./steps.mjs";

/** @param {object} content */
export function fileText(content) {
  const members = Object.entries(content).map(
    ([name, value]) => `  ${JSON.stringify(name)}: ${member(value)}`,
  );
  return `{\n${members.join(",\n")}\n}\n`;
}

/** @param {unknown} value */
function member(value) {
  if (Array.isArray(value) && value.every(isObject)) return `[\n${rows(value.map(line))}\n  ]`;
  if (!isObject(value)) return line(value);
  return `{\n${rows(Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${line(each)}`))}\n  }`;
}

/** @param {readonly string[]} texts */
function rows(texts) {
  return texts.map((text) => `    ${text}`).join(",\n");
}
