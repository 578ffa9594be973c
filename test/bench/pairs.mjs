// @ts-check
// The objects of the benchmarks: Deployments as an operator states them (desired) and as the server
// returns them (live: with its defaults, managedFields and status). A write would change none of them.
import { readFileSync } from "node:fs";

/**
 * @typedef {import("../../src/core/json.js").KubeObject & { spec: { template: { spec: { containers: { image: string }[] } } } }} Deployment
 * @typedef {{ readonly desired: Deployment, readonly live: Deployment }} Pair
 */

const LINES = readFileSync(new URL("deployments.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");

/**
 * The pairs again and again, each time parsed anew, as an informer or a GET would give them: more of
 * them than a processor's caches hold.
 * @param {number} copies
 * @returns {readonly Pair[]}
 */
export function pairs(copies) {
  return Array.from({ length: copies }, () => LINES.map((line) => JSON.parse(line))).flat();
}
