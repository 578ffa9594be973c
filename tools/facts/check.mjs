// Says whether the generated facts are stale: by hash always, by generating them anew where Go is installed.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { filesBelow, madeBy, stale } from "./embed.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const kept = join(here, "../../schemas/facts");

/** The texts of files, by their paths below a folder. @param {string} folder @param {string[]} files */
function contents(folder, files) {
  return new Map(files.map((file) => [relative(folder, file), readFileSync(file, "utf8")]));
}

/** Generates anew, beside what is kept. @param {string} command @param {string} cwd @param {readonly [string, ...string[]]} run */
function compare(command, cwd, [program, ...args]) {
  const fresh = mkdtempSync(join(tmpdir(), "facts-"));
  const { status } = spawnSync(program, [...args, fresh], { cwd, stdio: "inherit" });
  if (status !== 0) problems.push(`${command} failed`);
  const before = contents(kept, madeBy(command));
  const after = contents(fresh, filesBelow(fresh));
  for (const file of new Set([...before.keys(), ...after.keys()])) {
    if (before.get(file) !== after.get(file))
      problems.push(`schemas/facts/${file} is not what \`${command}\` writes`);
  }
  rmSync(fresh, { recursive: true });
}

const problems = stale();
if (spawnSync("go", ["version"]).status === 0) {
  compare("npm run facts", here, ["go", "run", ".", "-out"]);
  compare("npm run facts:crds", join(here, "../crds"), ["node", "main.mjs", "--out"]);
} else console.log("Go is not installed: checked by hash only.");
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
