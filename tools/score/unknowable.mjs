// @ts-check
// Needless writes of the kinds that docs/accuracy.md lists.
import { readFileSync } from "node:fs";

/** @type {Readonly<Record<string, { why: string, paths: string[] }>>} */
const LISTED = JSON.parse(
  readFileSync(new URL("../../test/accuracy/unknowable.json", import.meta.url), "utf8"),
);

/** @type {readonly (readonly [name: string, path: RegExp])[]} */
const PATTERNS = Object.entries(LISTED).flatMap(([name, { paths }]) =>
  paths.map((path) => /** @type {const} */ ([name, new RegExp(path)])),
);

/**
 * The names of the kinds that a wrong pair's causes are of; undefined where one cause is of none.
 * @param {readonly string[]} causes
 * @returns {readonly string[] | undefined}
 */
export function listedAs(causes) {
  const names = causes.map((cause) => PATTERNS.find(([, path]) => path.test(cause))?.[0]);
  return names.length > 0 && names.every((name) => name !== undefined) ? [...new Set(names)] : undefined;
}
