// @ts-check
// Where the definitions of custom kinds come from: sources.json.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { completed } from "./measured.mjs";
import { moduleAtHand, moduleFolder } from "./module.mjs";
import { repositoryAtHand, repositoryTexts } from "./repository.mjs";

/** @typedef {import("./types.js").Source} Source */

/** @type {readonly Source[]} */
export const SOURCES = JSON.parse(readFileSync(new URL("sources.json", import.meta.url), "utf8"));

/** The texts of a source's files, fetched where they are not there yet. @param {Source} source @returns {readonly string[]} */
export function textsOf(source) {
  if ("repository" in source) return repositoryTexts(source);
  const folder = moduleFolder(source.module, source.version);
  return source.files.map((file) => readFileSync(join(folder, file), "utf8"));
}

/**
 * The definitions of a source's kinds, with what is known besides said in them.
 * @param {Source} source
 * @returns {readonly import("./types.js").Definition[]}
 * @throws {Error} where a kind is not there
 */
export function definitionsOf(source) {
  const found = textsOf(source)
    .flatMap((text) => parseAllDocuments(text).map((document) => document.toJS()))
    .filter((object) => source.kinds.includes(object?.spec?.names?.kind));
  const missing = source.kinds.filter((kind) => !found.some(({ spec }) => spec.names.kind === kind));
  if (missing.length > 0) throw new Error(`${nameOf(source)} ${source.version} has no ${missing.join(", ")}`);
  return found.map(completed);
}

/** True where textsOf needs no network. @param {Source} source */
export function isAtHand(source) {
  return "repository" in source
    ? repositoryAtHand(source)
    : moduleAtHand(source.module, source.version) !== undefined;
}

/** Whose it is, without the protocol. @param {Source} source */
export function nameOf(source) {
  return "repository" in source ? source.repository.replace("https://", "") : source.module;
}
