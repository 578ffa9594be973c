import { basename } from "node:path";
import { columnsOf } from "./columns.js";
import type { Engine } from "./engine.js";
import { run } from "./run.js";
import type { Settings } from "./settings.js";
import type { Shell } from "./shell.js";
import { Signals } from "./signals.js";

const { stdout, stderr } = process;
const signals = new Signals();
const unread = new AbortController();
const name = basename(process.argv[1] ?? "");

const shell: Shell = {
  out: (text) => void stdout.write(text),
  err: (text) => void stderr.write(text),
  stdin: async () => (await import("node:stream/consumers")).buffer(process.stdin),
  stdinChunks: () => process.stdin,
  env: process.env,
  cwd: process.cwd(),
  // kubectl runs a plugin by the name under which it stands on the PATH.
  program: name.startsWith("kubectl-") ? "kubectl churngate" : "churngate",
  interruption: () => signals.interruption(),
  unread: unread.signal,
  drawing: (drawn) => signals.drawing(drawn),
  get columns() {
    return columnsOf(stdout, process.env);
  },
  outIsTerminal: stdout.isTTY ?? false,
  errIsTerminal: stderr.isTTY ?? false,
};

/** Runs the process: its arguments to its exit code. */
export async function start(): Promise<void> {
  // A reader that leaves early (| head) is no error: the verdict still is the exit code. A full disk is one.
  for (const stream of [stdout, stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (stream === stdout) unread.abort();
      if (error.code === "EPIPE" || signals.hungUp) return;
      if (stream !== stderr) stderr.write(`error: the output cannot be written (${error.code})\n`);
      process.exit(2);
    });
  }

  const engine = async (settings: Settings): Promise<Engine> => {
    const { loadEngine } = await import("./load-engine.js");
    return loadEngine(settings);
  };
  const words = process.argv.slice(2);
  // By this name kubectl asks a plugin what completes its command line.
  const asked = name === "kubectl_complete-churngate" ? ["__complete", ...words] : words;
  const code = await run(asked, shell, engine, async (settings) => {
    const { connect } = await import("./cluster/connect.js");
    return connect(settings, shell);
  });

  // A request that was given up may keep its connection open for minutes: nothing waits for it.
  for (const stream of [stdout, stderr]) {
    await new Promise((written) => stream.write("", written));
  }
  await signals.end(code);
}
