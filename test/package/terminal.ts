import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import xterm from "@xterm/headless";

/** Of util-linux: runs a command in a terminal of its own. Undefined where there is none, and why. */
export const NO_TERMINAL: string | undefined = spawnSync("script", ["--version"], {
  encoding: "utf8",
}).stdout?.includes("util-linux")
  ? undefined
  : "util-linux' script is missing: nothing was tested in a terminal";

export interface TerminalOptions {
  readonly cwd: string;
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
}

const ROWS = 50;
/** How wide a terminal is that says nothing of it. */
const UNKNOWN = 500;
/** Less than a test has. */
const PATIENCE_MS = 30_000;

/** A command in a real pseudo-terminal, and what the terminal shows of it. */
export class Terminal {
  private readonly screen: InstanceType<typeof xterm.Terminal>;
  private readonly process: ChildProcess;
  private written: Promise<void> = Promise.resolve();
  private hidden = false;

  /** @param command for sh */
  constructor(command: string, { cwd, columns = 80, env = {} }: TerminalOptions) {
    this.screen = new xterm.Terminal({ cols: columns || UNKNOWN, rows: ROWS, allowProposedApi: true });
    for (const [final, hidden] of [
      ["h", false],
      ["l", true],
    ] as const)
      this.screen.parser.registerCsiHandler({ prefix: "?", final }, ([mode]) => {
        if (mode === 25) this.hidden = hidden;
        return false;
      });
    const sized = `stty cols ${columns} rows ${ROWS}; ${command}`;
    this.process = spawn("script", ["-qefc", sized, "/dev/null"], {
      cwd,
      env: { ...plainEnvironment(), ...env },
    });
    this.process.stdout?.on("data", (bytes: Uint8Array) => {
      this.written = this.written.then(() => new Promise((done) => this.screen.write(bytes, done)));
    });
  }

  /** As if typed: `\x03` is Ctrl-C, `\x1a` Ctrl-Z. */
  type(keys: string): void {
    this.process.stdin?.write(keys);
  }

  /** Every line that there is, those that went up out of sight included, without blank ones at the end. */
  get lines(): readonly string[] {
    const { active } = this.screen.buffer;
    const lines = Array.from(
      { length: active.length },
      (_, index) => active.getLine(index)?.translateToString().trimEnd() ?? "",
    );
    return lines.slice(0, lines.findLastIndex((line) => line !== "") + 1);
  }

  /** Lines that the terminal itself broke, since they are longer than it is wide. */
  get wrapped(): readonly string[] {
    const { active } = this.screen.buffer;
    return this.lines.filter(
      (_, row) => active.getLine(row)?.isWrapped || active.getLine(row + 1)?.isWrapped,
    );
  }

  /** Whether anything is shown in a colour, bold or dim. */
  get hasColors(): boolean {
    const { active } = this.screen.buffer;
    return this.lines.some((text, row) =>
      [...text].some((_, column) => isStyled(active.getLine(row)?.getCell(column))),
    );
  }

  get text(): string {
    return this.lines.join("\n");
  }

  /** Waits until the terminal shows this; where it never does, the error has what it shows. */
  async shows(what: RegExp): Promise<void> {
    const last = Date.now() + PATIENCE_MS;
    while (!what.test(this.text)) {
      if (Date.now() > last) throw new Error(`does not show ${what}:\n${this.text}`);
      if (this.process.exitCode !== null) throw new Error(`ended without ${what}:\n${this.text}`);
      await new Promise((passed) => setTimeout(passed, 20));
      await this.written;
    }
  }

  /** Waits for its end; the exit code as a shell has it. */
  async ended(): Promise<number> {
    const [code, signal] = (await once(this.process, "close")) as [number | null, NodeJS.Signals | null];
    await this.written;
    return code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
  }

  /** Takes the terminal away from what runs in it, as closing its window does. */
  hangUp(): void {
    this.process.kill("SIGKILL");
  }

  /** What a program may leave behind that the next one would not want. */
  async left(): Promise<{ cursorHidden: boolean; wraps: boolean; colored: boolean; column: number }> {
    const { cursorX: column, cursorY, baseY } = this.screen.buffer.active;
    await new Promise<void>((done) => this.screen.write("x", done));
    const cell = this.screen.buffer.active.getLine(baseY + cursorY)?.getCell(column);
    return {
      cursorHidden: this.hidden,
      wraps: this.screen.modes.wraparoundMode,
      colored: isStyled(cell),
      column,
    };
  }
}

type Cell = ReturnType<
  NonNullable<ReturnType<InstanceType<typeof xterm.Terminal>["buffer"]["active"]["getLine"]>>["getCell"]
>;

function isStyled(cell: Cell): boolean {
  return cell !== undefined && !(cell.isFgDefault() && cell.isBgDefault() && !cell.isBold() && !cell.isDim());
}

/** A terminal as nothing was done to it. */
export const CLEAN = { cursorHidden: false, wraps: true, colored: false, column: 0 };

/** Without what the tests were started with, and what a user's files would add. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME } = process.env;
  return { PATH, HOME, TERM: "xterm-256color", LANG: "C.UTF-8", SHELL: "/bin/sh" };
}
