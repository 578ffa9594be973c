// Says whether the generated facts are stale: by hash always, by generating them anew where Go is installed.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stale } from "./embed.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const problems = stale();
if (spawnSync("go", ["version"]).status === 0) {
  const fresh = mkdtempSync(join(tmpdir(), "facts-"));
  const run = spawnSync("go", ["run", ".", "-out", fresh], { cwd: here, stdio: "inherit" });
  if (run.status !== 0) problems.push("the generator failed");
  for (const folder of ["types", "kinds"]) {
    const diff = spawnSync("diff", ["-r", join(here, "../../schemas/facts", folder), join(fresh, folder)], {
      stdio: "inherit",
    });
    if (diff.status !== 0) problems.push(`schemas/facts/${folder} differs from what the generator writes`);
  }
  rmSync(fresh, { recursive: true });
} else console.log("Go is not installed: checked by hash only.");
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
