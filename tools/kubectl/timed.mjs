// @ts-check
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * @typedef {{ code: number, out: string, err: string, wall: number, cpu: number }} Run `wall`, `cpu` (user and system, of the process and all that it
 *   started): in seconds
 */

/** bash has the processor time of what it ran to the millisecond; Node has none of its children's. */
const SCRIPT = 'TIMEFORMAT="%R %U %S"; { time "$@" >"$OUT" 2>"$ERR" </dev/null; } 2>"$TOOK"';

/**
 * Runs a program to its end.
 * @param {readonly string[]} command @param {string} folder takes what it prints @param {Readonly<Record<string, string>>} env
 * @returns {Promise<Run>}
 */
export async function timed(command, folder, env) {
  const files = { OUT: join(folder, "out"), ERR: join(folder, "err"), TOOK: join(folder, "took") };
  const child = spawn("bash", ["-c", SCRIPT, "bash", ...command], {
    env: { PATH: process.env.PATH, LC_ALL: "C", ...env, ...files },
    stdio: "ignore",
  });
  const [code] = await once(child, "exit");
  const [out, err, took] = [files.OUT, files.ERR, files.TOOK].map((file) => readFileSync(file, "utf8"));
  const [wall = 0, user = 0, system = 0] = (took ?? "").trim().split(" ").map(Number);
  return { code, out: out ?? "", err: err ?? "", wall, cpu: user + system };
}
