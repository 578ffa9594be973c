// @ts-check
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds that the supervisor has to end its servers. */
const PATIENCE = 10_000;

/** @typedef {{ readonly pid: number, readonly folder: string }} Running the supervisor's process, and what it was started with */

/** Undefined where there is no such process, or only its exit code is left of it. @param {number} pid */
function commandOf(pid) {
  if (process.platform === "linux") {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8") || undefined;
    } catch {
      return undefined;
    }
  }
  return spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).stdout || undefined;
}

/** By its command too: the system gives a number again when its process is gone. @param {Running} cluster */
export function isRunning({ pid, folder }) {
  return commandOf(pid)?.includes(folder) === true;
}

/** @param {number} pid @param {NodeJS.Signals} signal */
function signalIfThere(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "ESRCH") throw error;
  }
}

/** Ends a cluster's processes, and removes its folder. @param {Running} cluster */
export async function end(cluster) {
  const { pid, folder } = cluster;
  // To the system, minus 1 is everybody, and 0 whoever asks.
  if (!(pid > 1)) throw new RangeError(`${pid} is not the number of a cluster's process`);
  if (isRunning(cluster)) signalIfThere(pid, "SIGTERM");
  const until = performance.now() + PATIENCE;
  while (isRunning(cluster) && performance.now() < until) await sleep(20);
  // What a supervisor leaves behind that was killed, or does not listen; its group's number is not given again before that is gone.
  if (isRunning(cluster) || commandOf(pid) === undefined) signalIfThere(-pid, "SIGKILL");
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
