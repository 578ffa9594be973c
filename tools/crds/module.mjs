// @ts-check
// Finds the files of a published Go module, downloaded by the go command where they are not there yet.
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";

/** The folder of a module in Go's module cache. @param {string} module @param {string} version @returns {string} */
export function moduleFolder(module, version) {
  const args = ["mod", "download", "-json", `${module}@${version}`];
  const { status, stdout, stderr, error } = spawnSync("go", args, { cwd: tmpdir(), encoding: "utf8" });
  if (error) throw new Error(`go is needed to make facts of CRDs: ${error.message}`);
  if (status !== 0) throw new Error(`go ${args.join(" ")}: ${stderr || JSON.parse(stdout).Error}`);
  return JSON.parse(stdout).Dir;
}
