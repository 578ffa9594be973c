// @ts-check
// The objects of the benchmarks, by kind.
import { basename, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { rowOf } from "../../tools/score/pairs.mjs";
import { contentOf, definitionsIn, filesOf, linesOf } from "../../tools/score/read.mjs";
import { examplePairs } from "./examples.mjs";

/** Deployments as an operator states them and as a server has them, with status; nothing to write. */
const DEPLOYMENTS = fileURLToPath(new URL("deployments.jsonl", import.meta.url));
/** Made to be hard, of nearly all kinds, with a real server's answers. */
const OWN = fileURLToPath(new URL("../accuracy/pairs.jsonl.gz", import.meta.url));

/** @typedef {import("./types.js").Pair} Pair */

/**
 * @param {readonly string[]} paths files and folders of labelled pairs
 * @returns {Promise<{ kinds: readonly import("./types.js").Kind[], labelled: readonly string[], definitions: readonly object[] }>}
 */
export async function readObjects(paths) {
  /** @type {Map<string, import("./types.js").Kind>} */
  const kinds = new Map();
  const add = (/** @type {Pair} */ pair) => {
    const { apiVersion = "", kind = "" } = pair.desired;
    const name = rowOf({ apiVersion, kind });
    const known = kinds.get(name) ?? { name, pairs: [] };
    kinds.set(name, known);
    known.pairs.push(pair);
  };
  /** @type {string[]} */
  const given = [];
  for (const file of paths.flatMap(filesOf)) if ((await contentOf(file)) === "pairs") given.push(file);
  const labelled = [...given, OWN];
  const definitions = [];
  for (const file of labelled) {
    definitions.push(...(await definitionsIn(file)));
    for await (const { id, desired, live } of linesOf(file)) add({ id, desired, live, first: file !== OWN });
  }
  let number = 0;
  for await (const { desired, live } of linesOf(DEPLOYMENTS))
    add({ id: `deployments.jsonl:${++number}`, desired, live, first: true });
  for (const pair of await examplePairs()) add(pair);
  return { kinds: [...kinds.values()], labelled, definitions };
}

/** A file's name in a result: by the repository, or alone. @param {string} file */
export function nameOf(file) {
  const name = relative(fileURLToPath(new URL("../../", import.meta.url)), file);
  return name.startsWith("..") ? basename(file) : name;
}
