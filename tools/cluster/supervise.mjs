// @ts-check
// Runs the servers of a cluster, as one process group: node tools/cluster/supervise.mjs FOLDER < PIPE
// When the pipe ends, so do they, and the folder goes: nothing outlives whoever holds its other end, however that dies.
// "keep" through the pipe lets them live on. If one of the servers ends, the other is ended too; the folder stays.
// SIGUSR2 kills the last of them, the API server, and starts it anew: on the same data, with the same certificates, at the same port.
import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2] ?? "";
/** @type {import("./types.d.ts").Server[]} */
const servers = JSON.parse(readFileSync(join(folder, "servers.json"), "utf8"));

let ending = false;
let kept = false;

/** @param {import("./types.d.ts").Server} server */
function start({ program, args, log }) {
  const output = openSync(log, "a", 0o600);
  // Without an environment: etcd and Go read settings from there.
  const child = spawn(program, args, { cwd: folder, env: {}, stdio: ["ignore", output, output] });
  closeSync(output);
  const ended = new Promise((done) => child.once("exit", done).once("error", () => done(undefined)));
  const running = { server: { program, args, log }, child, ended, restarted: false };
  ended.then(() => {
    if (running.restarted && !ending) children.splice(children.indexOf(running), 1, start(running.server));
    else end({ remove: false });
  });
  return running;
}

/** @type {ReturnType<typeof start>[]} */
const children = [];
children.push(...servers.map(start));

/** @param {{ remove: boolean }} options */
async function end({ remove }) {
  if (ending) return;
  ending = true;
  for (const { child } of children) child.kill("SIGKILL");
  await Promise.all(children.map(({ ended }) => ended));
  if (remove) rmSync(folder, { recursive: true, force: true });
  process.exit(remove ? 0 : 1);
}

process.on("SIGUSR2", () => {
  const last = children.at(-1);
  if (last === undefined) return;
  last.restarted = true;
  last.child.kill("SIGKILL");
});
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
