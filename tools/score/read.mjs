// @ts-check
// Reads labelled pairs and cases: JSON Lines, gzipped or not.
import { createReadStream, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createGunzip } from "node:zlib";
import { parseJson } from "../cluster/json.mjs";

/** The files of a directory that hold lines, sorted; or the file itself. @param {string} path */
export function filesOf(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => /\.jsonl(\.gz)?$/.test(name))
    .sort()
    .map((name) => join(path, name));
}

/** @param {string} file @returns {AsyncGenerator<any>} */
export async function* linesOf(file) {
  const bytes = createReadStream(file);
  const text = file.endsWith(".gz") ? bytes.pipe(createGunzip()) : bytes;
  for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() !== "") yield parseJson(line);
  }
}

/** Pairs carry the server's labels, cases a verdict. @param {string} file @returns {Promise<"pairs" | "cases">} */
export async function contentOf(file) {
  for await (const first of linesOf(file)) {
    if ("put" in first) return "pairs";
    if ("verdict" in first) return "cases";
    break;
  }
  throw new Error(`${file}: neither labelled pairs (put) nor cases (verdict)`);
}

/** The CustomResourceDefinitions among a file's pairs, as nobody changed them. @param {string} file */
export async function definitionsIn(file) {
  /** @type {object[]} */
  const definitions = [];
  for await (const { kind, mutation, desired } of linesOf(file))
    if (kind === "CustomResourceDefinition" && mutation === "none") definitions.push(desired);
  return definitions;
}
