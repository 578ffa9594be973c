// @ts-check
// Runs the servers of a cluster, as one process group: node tools/cluster/supervise.mjs FOLDER < PIPE
// When the pipe ends, so do they, and the folder goes: nothing outlives whoever holds its other end, however that dies.
// "keep" through the pipe lets them live on. If one of the servers ends, the other is ended too; the folder stays.
import { spawn } from "node:child_process";
import { openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2] ?? "";
/** @type {import("./types.d.ts").Server[]} */
const servers = JSON.parse(readFileSync(join(folder, "servers.json"), "utf8"));

let ending = false;
let kept = false;

const children = servers.map(({ program, args, log }) => {
  const output = openSync(log, "a", 0o600);
  // Without an environment: etcd and Go read settings from there.
  return spawn(program, args, { cwd: folder, env: {}, stdio: ["ignore", output, output] });
});
const ends = children.map(
  (child) => new Promise((done) => child.once("exit", done).once("error", () => done(undefined))),
);

/** @param {{ remove: boolean }} options */
async function end({ remove }) {
  if (ending) return;
  ending = true;
  for (const child of children) child.kill("SIGKILL");
  await Promise.all(ends);
  if (remove) rmSync(folder, { recursive: true, force: true });
  process.exit(remove ? 0 : 1);
}

for (const ended of ends) ended.then(() => end({ remove: false }));
for (const signal of /** @type {const} */ (["SIGTERM", "SIGINT", "SIGHUP"]))
  process.on(signal, () => end({ remove: true }));
process.stdin
  .on("data", () => {
    kept = true;
  })
  .on("error", () => {})
  .on("close", () => {
    if (!kept) end({ remove: true });
  });
