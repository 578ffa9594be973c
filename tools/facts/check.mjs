// Says whether the generated facts are stale: by hash always, by generating them anew where Go is installed.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { filesBelow, stale } from "./embed.mjs";

/** The text of every JSON file below a folder, by its path there. @param {string} folder */
function contents(folder) {
  const files = filesBelow(folder).filter((file) => file.endsWith(".json"));
  return new Map(files.map((file) => [relative(folder, file), readFileSync(file, "utf8")]));
}

const here = fileURLToPath(new URL(".", import.meta.url));
const problems = stale();
if (spawnSync("go", ["version"]).status === 0) {
  const fresh = mkdtempSync(join(tmpdir(), "facts-"));
  const run = spawnSync("go", ["run", ".", "-out", fresh], { cwd: here, stdio: "inherit" });
  if (run.status !== 0) problems.push("the generator failed");
  const kept = contents(join(here, "../../schemas/facts"));
  const made = contents(fresh);
  for (const file of new Set([...kept.keys(), ...made.keys()])) {
    if (kept.get(file) !== made.get(file))
      problems.push(`schemas/facts/${file} is not what the generator writes`);
  }
  rmSync(fresh, { recursive: true });
} else console.log("Go is not installed: checked by hash only.");
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
