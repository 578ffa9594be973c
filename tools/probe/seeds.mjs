// @ts-check
// The seeds of a kind: manifests, and for some paths values to try.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse, parseAllDocuments } from "yaml";

/** @typedef {import("./types.js").Seed} Seed */

const SEEDS = fileURLToPath(new URL("seeds", import.meta.url));

/** The kinds that have seeds, sorted. @returns {{ group: string, kind: string }[]} `group`: as a folder, "core" for the empty one */
export function seededKinds() {
  return readdirSync(SEEDS, { recursive: true, encoding: "utf8" })
    .filter((file) => /\/[A-Za-z]+\.yaml$/.test(file))
    .sort()
    .map((file) => {
      const [group = "", name = ""] = file.split("/");
      return { group, kind: name.slice(0, -".yaml".length) };
    });
}

/** In the order in which they are made; those of another kind are what the others need. @param {string} group @param {string} kind @returns {Seed[]} */
export function seedsOf(group, kind) {
  const text = readFileSync(join(SEEDS, group, `${kind}.yaml`), "utf8");
  return parseAllDocuments(text).map((document) => {
    if (document.errors[0] !== undefined)
      throw new Error(`seeds/${group}/${kind}.yaml: ${document.errors[0].message}`);
    return document.toJS();
  });
}

/**
 * Values to try first, by path; and under $together, changes that only go together.
 * @param {string} group @param {string} kind @returns {import("./types.js").Hints}
 */
export function hintsOf(group, kind) {
  const file = join(SEEDS, group, `${kind}.values.yaml`);
  const { $together: together = [], ...values } = existsSync(file) ? parse(readFileSync(file, "utf8")) : {};
  return { values, together };
}
