// Explains the quickstart's objects, and says what the exit code means: 1 is an answer, no failure.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const words = [
  "dist/cli/main.js",
  "explain",
  "-f",
  "examples/quickstart/desired.yaml",
  "--live",
  "examples/quickstart/live.yaml",
  "--rules",
  "examples/quickstart/rules",
];

console.log(`$ churngate ${words.slice(1).join(" ")}\n`);
const { status } = spawnSync(process.execPath, words, { cwd: root, stdio: "inherit" });
/** @type {Readonly<Record<string, string>>} */
const meanings = {
  0: "nothing to write.",
  1: "a write would change something. Add -v to see every difference that was passed over.",
  3: "all that differs is blocked.",
};
const meaning = meanings[String(status)];
console.log(meaning ? `\nexit code ${status}: ${meaning}` : "");
process.exitCode = meaning ? 0 : 1;
