// @ts-check
// Times whole processes: what a person waits for.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { median } from "./rounds.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const folder = "examples/quickstart";
const EXPLAIN = [
  "dist/cli/main.js",
  "explain",
  "-f",
  `${folder}/desired.yaml`,
  "--live",
  `${folder}/live.yaml`,
];

/** @param {readonly string[]} words @param {number} code */
function milliseconds(words, code) {
  const before = performance.now();
  const { status, stderr } = spawnSync(process.execPath, words, { cwd: root, encoding: "utf8" });
  if (status !== code) throw new Error(`exit code ${status}: ${stderr}`);
  return performance.now() - before;
}

/** Medians, in milliseconds: of Node.js doing nothing, and of explaining the quickstart. @param {number} rounds */
export function processTimes(rounds) {
  const idle = [];
  const explain = [];
  for (let round = 0; round < rounds; round++) {
    idle.push(milliseconds(["-e", "0"], 0));
    explain.push(milliseconds(EXPLAIN, 1));
  }
  return { idle: median(idle), explain: median(explain) };
}
