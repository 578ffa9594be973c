// @ts-check
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "./binaries.mjs";

/**
 * The cluster that `npm run cluster` started.
 * @typedef {{
 *   readonly version: string, readonly serviceAccounts: boolean, readonly server: string, readonly folder: string,
 *   readonly pid: number, readonly kubeconfig: string, readonly clone: string, readonly copies?: readonly string[]
 * }} State `clone`: the folder of the sources that started it. `copies`: of the kubeconfig, asked for later
 */

function stateFile() {
  const runtime = process.env.XDG_RUNTIME_DIR;
  const folder = runtime ? join(runtime, "churngate") : join(cacheFolder(), "run");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return join(folder, "cluster.json");
}

/** @returns {State | undefined} */
export function readState() {
  try {
    return JSON.parse(readFileSync(stateFile(), "utf8"));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ENOENT") return undefined;
    throw error;
  }
}

/** @param {State} state */
export function writeState(state) {
  try {
    writeFileSync(stateFile(), JSON.stringify(state), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
    throw new Error("Another start was faster: npm run cluster -- status");
  }
}

/** Writes another state of the cluster that runs. @param {State} state */
export function replaceState(state) {
  writeFileSync(stateFile(), JSON.stringify(state), { mode: 0o600 });
}

export function removeState() {
  rmSync(stateFile(), { force: true });
}
