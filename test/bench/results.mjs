// @ts-check
// Results as files: a line of JSON for the run, then one for each kind.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isShown } from "./columns.mjs";

/** @typedef {import("./types.js").Result} Result @typedef {import("./types.js").KindResult} KindResult */

/** The kept run, which later ones are compared with. */
export const KEPT = fileURLToPath(new URL("results.jsonl", import.meta.url));

/** A change below this part is not told, however steady the rounds were. */
const LEAST_CHANGE = 0.1;

/** The user's own last run. */
export function lastRun() {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  return join(cache, "churngate", "bench.jsonl");
}

/** @param {readonly string[]} words */
function git(...words) {
  return spawnSync("git", words, { encoding: "utf8" }).stdout?.trim() ?? "";
}

/** @param {Pick<Result["head"], "rounds" | "sources"> & { go: string | undefined }} about @returns {Result["head"]} */
export function headOf({ rounds, sources, go }) {
  return {
    format: "bench/1",
    date: new Date().toISOString(),
    commit: git("rev-parse", "--short", "HEAD"),
    changed: git("status", "--porcelain", "--untracked-files=no") !== "",
    node: process.version,
    ...(go !== undefined && { go }),
    cpu: cpus()[0]?.model ?? "unknown",
    rounds,
    sources,
  };
}

/** @param {string} file @param {Result} result */
export function save(file, { kinds, ...others }) {
  mkdirSync(dirname(file), { recursive: true });
  const lines = [others, ...kinds.map((kind) => ({ ...kind, rows: rounded(kind.rows) }))];
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}

/** Three digits say all that there is to say. @param {KindResult["rows"]} rows @returns {KindResult["rows"]} */
function rounded(rows) {
  return Object.fromEntries(
    Object.entries(rows).map(([key, [time, ratio, low, high]]) => [
      key,
      [short(time), short(ratio), short(low), short(high)],
    ]),
  );
}

/** @param {number} value */
function short(value) {
  return Number(value.toPrecision(3));
}

/** Keeps what the tables show. @param {Result} result */
export function keep({ kinds, accuracy, ...others }) {
  save(KEPT, {
    ...others,
    accuracy: accuracy.map((each) => ({ ...each, byKind: {} })),
    bounds: [],
    kinds: kinds.map((kind) => ({
      ...kind,
      rows: Object.fromEntries(Object.entries(kind.rows).filter(([key]) => isShown({ key }))),
    })),
  });
}

/** @param {string} file @returns {Result | undefined} undefined where there is none */
export function load(file) {
  if (!existsSync(file)) return undefined;
  const [others, ...kinds] = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { ...others, kinds };
}

/**
 * @typedef {object} Change
 * @property {string} kind
 * @property {string} key
 * @property {number} before ratio to JSON.parse
 * @property {number} after
 * @property {boolean} beyondNoise eight of ten rounds of one run and of the other do not meet
 */

/** @param {readonly KindResult[]} before @param {readonly KindResult[]} after @returns {readonly Change[]} */
export function changes(before, after) {
  return after.flatMap(({ kind, digest, rows }) => {
    const old = before.find((each) => each.kind === kind && each.digest === digest)?.rows ?? {};
    return Object.entries(rows).flatMap(([key, [, ratio, low, high]]) => {
      const known = old[key];
      if (known === undefined) return [];
      const [, was, wasLow, wasHigh] = known;
      const apart = high < wasLow || low > wasHigh;
      const beyondNoise = apart && Math.abs(ratio / was - 1) >= LEAST_CHANGE;
      return [{ kind, key, before: was, after: ratio, beyondNoise }];
    });
  });
}
