// @ts-check
// Times whole processes, what a person waits for at the command line: npm run bench:start. All are run in turn, so that a busy machine is
// busy for each of them. --json prints the figures as JSON. Needs a POSIX shell. Exit: 1 where a bound is exceeded.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { parseAllDocuments } from "yaml";
import { median } from "./rounds.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const ROUNDS = 15;
/** Runs of one process in a row: a shell counts processor time in steps of up to 10 ms. */
const BATCH = 4;
/** `explain` beside `node -e 0`, by processor time. */
const RATIO = 2;
/** What the bundled rules and facts may add to it, in milliseconds of processor time. */
const BUNDLED_MS = 10;

/** Loads what explain loads, as dist/cli/main.js does, and does nothing with it. */
const MODULES = `const read = require("node:module").createRequire(${JSON.stringify(join(root, "dist/cli/main.js"))});
for (const name of ["start", "commands/explain", "load-engine"]) read("./" + name + ".js");`;

/** Runs "$@" so many times, then prints the processor time of the shell and, on the second line, of what it ran. */
const SCRIPT = `n=$1; shift
while [ $n -gt 0 ]; do "$@" >/dev/null || [ $? -eq 1 ] || exit 9; n=$((n-1)); done
times`;

/**
 * Milliseconds of one process: on the clock, and of the processor.
 * @typedef {{ wall: number, cpu: number }} Times
 */

/** @param {readonly string[]} words @returns {Times} */
function timesOf(words) {
  const before = performance.now();
  const { status, stdout, stderr } = spawnSync(
    "sh",
    ["-c", SCRIPT, "sh", String(BATCH), process.execPath, ...words],
    { cwd: root, encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } },
  );
  if (status !== 0) throw new Error(`${words.join(" ")}: ${stderr}`);
  const wall = (performance.now() - before) / BATCH;
  const used = [...(stdout.trim().split("\n")[1] ?? "").matchAll(/(\d+)m([\d.]+)s/g)];
  const seconds = used.reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0);
  return { wall, cpu: (seconds * 1000) / BATCH };
}

/** The quickstart's objects of a file. @param {string} name */
function objects(name) {
  const text = readFileSync(join(root, "examples/quickstart", name), "utf8");
  return parseAllDocuments(text).map((document) => document.toJS());
}

/** Writes what the processes are started with: an empty module, one that loads explain, the objects as JSON, the program without rules and facts. @param {string} folder */
function prepare(folder) {
  writeFileSync(join(folder, "empty.mjs"), "");
  writeFileSync(join(folder, "modules.cjs"), MODULES);
  for (const name of ["desired", "live"]) {
    const list = { apiVersion: "v1", kind: "List", items: objects(`${name}.yaml`) };
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(list));
  }
  cpSync(join(root, "dist"), join(folder, "dist"), { recursive: true });
  cpSync(join(root, "package.json"), join(folder, "package.json"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const generated = join(folder, "dist/generated");
  writeFileSync(join(generated, "facts.js"), "export const TYPES = [];\nexport const KINDS = [];\n");
  writeFileSync(join(generated, "rules.js"), "export const ruleTexts = {};\n");
}

/** The words of each process behind `node`; the first is what the others are compared with. @param {string} folder */
function processes(folder) {
  const explain = ["dist/cli/main.js", "explain"];
  const from = (/** @type {string} */ place, /** @type {string} */ type) =>
    ["-f", `desired.${type}`, "--live", `live.${type}`].map((word) =>
      word.endsWith(type) ? join(place, word) : word,
    );
  const yaml = from("examples/quickstart", "yaml");
  return {
    idle: ["-e", "0"],
    emptyModule: [join(folder, "empty.mjs")],
    version: ["dist/cli/main.js", "--version"],
    explainModules: [join(folder, "modules.cjs")],
    explain: [...explain, ...yaml],
    explainJson: [...explain, ...from(folder, "json")],
    explainApply: [...explain, ...yaml, "--mode", "apply", "--field-manager", "churngate"],
    explainUnbundled: [join(folder, "dist/cli/main.js"), "explain", ...yaml],
  };
}

/** @typedef {keyof ReturnType<typeof processes>} Name */

/**
 * Medians of interleaved rounds, in milliseconds a process: `explain` of the quickstart's files, in YAML, in JSON, in apply mode, by a
 * program without bundled rules and facts, and its modules alone; beside Node.js doing nothing. `ratio` is to that, median of the rounds' own.
 * @param {number} rounds
 * @returns {Record<Name, Times & { ratio: number }>}
 */
export function startTimes(rounds) {
  const folder = mkdtempSync(join(tmpdir(), "churngate-start-"));
  try {
    prepare(folder);
    const cases = Object.entries(processes(folder));
    const measured = Array.from({ length: rounds }, (_, round) => {
      if (process.stderr.isTTY) process.stderr.write(`\r\x1b[Kround ${round + 1} of ${rounds}`);
      return cases.map(([, words]) => timesOf(words));
    });
    if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
    const figures = cases.map(([name], index) => {
      const of = (/** @type {(times: Times, idle: Times) => number} */ pick) =>
        median(measured.map((round) => pick(round[index] ?? missing(), round[0] ?? missing())));
      const ratio = of((times, idle) => times.cpu / idle.cpu);
      return [name, { wall: of(({ wall }) => wall), cpu: of(({ cpu }) => cpu), ratio }];
    });
    return Object.fromEntries(figures);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** @returns {never} */
function missing() {
  throw new Error("a round lacks a process");
}

/** @param {ReturnType<typeof startTimes>} times */
function print(times) {
  console.log(
    `medians of ${ROUNDS} interleaved rounds`.padEnd(34),
    " cpu ms",
    "wall ms",
    "cpu beside node -e 0",
  );
  for (const [name, { wall, cpu, ratio }] of Object.entries(times)) {
    console.log(
      name.padEnd(34),
      cpu.toFixed(0).padStart(7),
      wall.toFixed(0).padStart(7),
      ratio.toFixed(2).padStart(7),
    );
  }
}

const USAGE = `Usage: npm run bench:start [-- --json]
  Times churngate explain as a whole process beside node -e 0, and what its parts take. Needs a POSIX shell; one to three minutes.
  --json   the figures as JSON, on standard output
Exit: 1 where a bound is exceeded.`;

/** @param {boolean} asJson */
function main(asJson) {
  const times = startTimes(ROUNDS);
  const added = times.explain.cpu - times.explainUnbundled.cpu;
  if (asJson) console.log(JSON.stringify({ times, bundledMs: added }, null, 2));
  else {
    print(times);
    console.log(`bundled rules and facts add ${added.toFixed(1)} ms (bound: ${BUNDLED_MS} ms)`);
    console.log(`explain is ${times.explain.ratio.toFixed(2)} times node -e 0 (bound: ${RATIO})`);
  }
  process.exitCode = times.explain.ratio > RATIO || added > BUNDLED_MS ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { json: { type: "boolean", default: false }, help: { type: "boolean", short: "h" } },
  });
  if (values.help) console.log(USAGE);
  else main(values.json);
}
