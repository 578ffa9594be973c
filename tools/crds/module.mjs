// @ts-check
// Finds the files of a published Go module, downloaded by the go command where they are not there yet.
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";

/**
 * The folder of a module in Go's module cache.
 * @param {string} module
 * @param {string} version
 * @param {Readonly<Record<string, string>>} [settings] for the go command, as environment variables
 * @returns {string}
 */
export function moduleFolder(module, version, settings = {}) {
  const args = ["mod", "download", "-json", `${module}@${version}`];
  const env = { ...process.env, ...settings };
  const { status, stdout, stderr, error } = spawnSync("go", args, { cwd: tmpdir(), encoding: "utf8", env });
  if (error) throw new Error(`go is needed to make facts of CRDs: ${error.message}`);
  if (status !== 0) throw new Error(`go ${args.join(" ")}: ${stderr || JSON.parse(stdout).Error}`);
  return JSON.parse(stdout).Dir;
}

/** The same, where that needs no download; undefined elsewhere. @param {string} module @param {string} version */
export function moduleAtHand(module, version) {
  try {
    return moduleFolder(module, version, { GOPROXY: "off", GOTOOLCHAIN: "local" });
  } catch {
    return undefined;
  }
}
