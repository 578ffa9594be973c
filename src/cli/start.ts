import { basename } from "node:path";
import type { Engine } from "./engine.js";
import { run } from "./run.js";
import type { Settings } from "./settings.js";
import { Interruption, type Shell } from "./shell.js";

const shell: Shell = {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  stdin: async () => (await import("node:stream/consumers")).buffer(process.stdin),
  env: process.env,
  cwd: process.cwd(),
  // kubectl runs a plugin by the name under which it stands on the PATH.
  program: basename(process.argv[1] ?? "").startsWith("kubectl-") ? "kubectl churngate" : "churngate",
  interruption() {
    const controller = new AbortController();
    process.once("SIGINT", () => controller.abort(new Interruption(130)));
    process.once("SIGTERM", () => controller.abort(new Interruption(143)));
    return controller.signal;
  },
  outIsTerminal: process.stdout.isTTY ?? false,
  errIsTerminal: process.stderr.isTTY ?? false,
};

/** Runs the process: its arguments to its exit code. */
export async function start(): Promise<void> {
  // A reader that leaves early (| head) is no error: the verdict still is the exit code. A full disk is one.
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EPIPE") return;
      if (stream !== process.stderr)
        process.stderr.write(`error: the output cannot be written (${error.code})\n`);
      process.exit(2);
    });
  }

  const engine = async (settings: Settings): Promise<Engine> => {
    const { loadEngine } = await import("./load-engine.js");
    return loadEngine(settings);
  };
  const code = await run(process.argv.slice(2), shell, engine, async (settings) => {
    const { connect } = await import("./cluster/connect.js");
    return connect(settings, shell);
  });

  // A request that was given up may keep its connection open for minutes: nothing waits for it.
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise((written) => stream.write("", written));
  }
  process.exit(code);
}
