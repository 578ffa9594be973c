#!/usr/bin/env node
import { loadEngine } from "./load-engine.js";
import { run } from "./run.js";
import type { Shell } from "./shell.js";

const shell: Shell = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  stdin: async () => (await import("node:stream/consumers")).buffer(process.stdin),
  env: process.env,
  cwd: process.cwd(),
  outIsTerminal: process.stdout.isTTY ?? false,
  errIsTerminal: process.stderr.isTTY ?? false,
};

// A reader that leaves early (| head) is no error: the verdict still is the exit code. A full disk is one.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return;
    if (stream !== process.stderr)
      process.stderr.write(`error: the output cannot be written (${error.code})\n`);
    process.exit(2);
  });
}

process.exitCode = await run(process.argv.slice(2), shell, loadEngine);
