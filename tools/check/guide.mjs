// @ts-check
// Runs what docs/authoring-rules.md tells its reader to do, and puts what that prints into the page: npm run readme
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** A block of commands, or of a file that the line above it names, or of lines that change in it. */
const BLOCK =
  /(?<=^```console\n)(?<commands>.*?)(?=^```)|^`(?<file>[\w./-]+)`[^\n]*:\n\n```(?<language>json|diff)\n(?<text>.*?)^```/gms;

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * The page with what its commands print now. They run one after another in a folder of their own, in which the page's files
 * are put where it shows them, beside those of examples/authoring.
 * @param {string} page @param {string} command the built churngate: dist/cli/main.js
 */
export async function rerun(page, command) {
  const folder = mkdtempSync(join(tmpdir(), "churngate-guide-"));
  try {
    cpSync(join(ROOT, "examples/authoring"), folder, { recursive: true });
    mkdirSync(join(folder, "node_modules"));
    symlinkSync(resolve(command, "../../.."), join(folder, "node_modules/churngate"), "junction");
    let [made, at] = ["", 0];
    for (const { 0: whole, index, groups = {} } of page.matchAll(BLOCK)) {
      const { commands, file = "", language, text = "" } = groups;
      made += page.slice(at, index);
      at = index + whole.length;
      made += commands === undefined ? whole : await printed(commands, folder, command);
      if (commands === undefined) put(join(folder, file), text, language === "diff");
    }
    return made + page.slice(at);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} commands @param {string} folder @param {string} command */
async function printed(commands, folder, command) {
  let text = "";
  for (const line of commands.split("\n").filter((each) => each.startsWith("$ "))) {
    const [program, ...words] = line.slice(2).split(" ");
    if (program !== "churngate" && program !== "cat") throw new Error(`${program}: no command of this page`);
    const ran =
      program === "cat"
        ? readFileSync(join(folder, ...words), "utf8")
        : outputOf([command, ...words], folder);
    text += `${line}\n${await ran}`;
  }
  return text;
}

/** All that a command prints; it may fail. @param {string[]} words @param {string} cwd @returns {Promise<string>} */
function outputOf(words, cwd) {
  const env = { ...process.env, NO_COLOR: "1", NODE_OPTIONS: "" };
  return new Promise((resolve) => {
    execFile(process.execPath, words, { cwd, env }, (_, out, err) => resolve(out + err));
  });
}

/** @param {string} file @param {string} text @param {boolean} isDiff */
function put(file, text, isDiff) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, isDiff ? changed(readFileSync(file, "utf8"), text) : text);
}

/** A text in which lines give way to others, as `-` and `+` say. @param {string} text @param {string} diff */
function changed(text, diff) {
  const lines = (/** @type {string} */ sign) =>
    diff
      .split("\n")
      .filter((line) => line.startsWith(sign))
      .map((line) => `${line.slice(1)}\n`)
      .join("");
  if (!text.includes(lines("-"))) throw new Error(`nothing to change: ${diff}`);
  return text.replace(lines("-"), () => lines("+"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const page = join(ROOT, "docs/authoring-rules.md");
  writeFileSync(page, await rerun(readFileSync(page, "utf8"), join(ROOT, "dist/cli/main.js")));
}
