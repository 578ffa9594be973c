// @ts-check
import { timed } from "./timed.mjs";

/**
 * @typedef {import("./timed.mjs").Run & { serverCpu: number, requests: readonly import("./server.mjs").Noted[] }} Measured
 * @typedef {{ server: import("./server.mjs").Server, folder: string, env: Record<string, string> }} Bench
 * @typedef {{ name: string, command: readonly string[], says: (run: Measured) => string }} Program `says`: what it says, in some words
 * @typedef {{ program: string, code: number, says: string, wall: number, cpu: number, serverCpu: number, requests: Readonly<Record<string, number>>, runs: number }} Figures
 *   in seconds, medians; `serverCpu` is the mean. `cpu`: of the program and all that it starts. `requests`: by verb
 */

/**
 * Runs programs in turn, again and again; the first turn does not count.
 * @param {Bench} bench @param {readonly Program[]} programs @param {number} runs @param {(turn: number) => void} onTurn
 * @returns {Promise<Figures[]>} by program
 */
export async function interleaved(bench, programs, runs, onTurn) {
  /** @type {Measured[][]} */
  const measured = programs.map(() => []);
  for (let turn = 0; turn <= runs; turn++) {
    onTurn(turn);
    for (const [index, { command }] of programs.entries()) {
      const run = await once(bench, command);
      if (turn > 0) measured[index]?.push(run);
    }
  }
  return programs.map((program, index) => figuresOf(program, measured[index] ?? []));
}

/** @param {Bench} bench @param {readonly string[]} command @returns {Promise<Measured>} */
export async function once({ server, folder, env }, command) {
  const { done, cpu, requests } = await server.during(() => timed(command, folder, env));
  return { ...done, serverCpu: cpu, requests };
}

/** @param {Program} program @param {readonly Measured[]} runs @returns {Figures} */
function figuresOf({ name, says }, runs) {
  const last = runs.at(-1);
  if (last === undefined) throw new Error(`${name} was not run`);
  return {
    program: name,
    code: last.code,
    says: says(last),
    wall: median(runs.map(({ wall }) => wall)),
    cpu: median(runs.map(({ cpu }) => cpu)),
    serverCpu: runs.reduce((sum, { serverCpu }) => sum + serverCpu, 0) / runs.length,
    requests: tally(last.requests.map(verbOf)),
    runs: runs.length,
  };
}

/** @param {readonly string[]} words @returns {Record<string, number>} */
function tally(words) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

/** Requests about no object are for kinds, or OpenAPI. @param {import("./server.mjs").Noted} noted */
function verbOf({ verb, requestURI, objectRef }) {
  if (objectRef?.resource === undefined) return requestURI.startsWith("/openapi") ? "openapi" : "discovery";
  return verb === "patch" && requestURI.includes("dryRun=") ? "patch by dry run" : verb;
}

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
