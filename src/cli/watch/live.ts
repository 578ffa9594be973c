import { stderr } from "node:process";
import { Writable } from "node:stream";
import type { Palette } from "../../prose/index.js";
import type { Shell } from "../shell.js";
import { type LiveView, liveLines } from "./live-text.js";

const EVERY_MS = 500;
/** The cursor goes, and lines that are too long are cut off by the terminal. */
const BEGIN = "\x1b[?25l\x1b[?7l";
const END = "\x1b[?7h\x1b[?25h";

/** The table on the terminal of standard error; nothing where there is none. Returns what takes it away. */
export async function startLive(shell: Shell, color: Palette, view: () => LiveView): Promise<() => void> {
  if (!shell.errIsTerminal || shell.env.TERM === "dumb") return () => {};
  const { createLogUpdate } = await import("log-update");
  // Signals and the cursor are the shell's: log-update would listen for them itself.
  const update = createLogUpdate(terminalOf(shell), { showCursor: true });
  let isShown = false;
  const draw = (): void => {
    if (!isShown) shell.err(BEGIN);
    isShown = true;
    update(liveLines(view(), rowsOf() - 1, color).join("\n"));
  };
  const clear = (): void => {
    if (!isShown) return;
    isShown = false;
    update.clear();
    shell.err(END);
  };
  const forget = shell.drawing({ clear, redraw: draw });
  const timer = setInterval(draw, EVERY_MS);
  draw();
  return () => {
    clearInterval(timer);
    clear();
    forget();
  };
}

/** Wide enough that log-update wraps nothing: the terminal cuts. */
const WIDEST = 100_000;

function terminalOf(shell: Shell): Writable {
  const stream = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      shell.err(text);
      done();
    },
  });
  return Object.defineProperties(stream, {
    columns: { value: WIDEST },
    rows: { get: rowsOf },
    isTTY: { value: true },
  });
}

function rowsOf(): number {
  return stderr.rows ?? 24;
}
