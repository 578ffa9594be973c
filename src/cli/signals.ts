import { type Drawing, Interruption } from "./shell.js";

/** The signals that end the process, and what a shell reports of each. */
export const ENDING = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

type Ending = keyof typeof ENDING;

const ENDINGS = Object.keys(ENDING) as readonly Ending[];

/** Longer than a signal takes that a process sends to itself. */
const DEAF_MS = 100;

/**
 * What signals do. None is listened to before a command asks to end by itself, or draws on the terminal: until then they end or
 * stop the process at once, also in the middle of long computations.
 */
export class Signals {
  private readonly drawn = new Set<Drawing>();
  private interrupted: AbortController | undefined;
  private listens = false;
  /** The signal that a command took as its own to end by. */
  private taken: Ending | undefined;

  /** Aborted by the first signal; the second ends the process. */
  interruption(): AbortSignal {
    this.interrupted ??= new AbortController();
    this.listen();
    return this.interrupted.signal;
  }

  /** Registers a drawing; returns what takes it back, which ends once signals that came before are met. */
  drawing(drawn: Drawing): () => Promise<void> {
    this.drawn.add(drawn);
    this.listen();
    return async () => {
      this.drawn.delete(drawn);
      // One that came during a long computation is met yet; unheard, it would be lost.
      await turned();
      this.listen();
    };
  }

  /** The terminal or the reader went away with this signal, so that nothing can be written to it. */
  get hungUp(): boolean {
    return this.taken === "SIGHUP";
  }

  /**
   * Ends the process; where a command ended early by a signal, with that signal, since a shell stops a loop only then.
   * @param code the exit code
   */
  async end(code: number): Promise<never> {
    if (this.taken !== undefined && code === ENDING[this.taken]) await this.die(this.taken);
    process.exit(code);
  }

  private listen(): void {
    const wanted = this.interrupted !== undefined || this.drawn.size > 0;
    if (wanted === this.listens) return;
    this.listens = wanted;
    const change = wanted ? "on" : "off";
    for (const signal of ENDINGS) process[change](signal, this.onEnding);
    if (process.platform !== "win32") process[change]("SIGTSTP", this.onStop);
  }

  private readonly onEnding = (signal: NodeJS.Signals): void => {
    const ending = signal as Ending;
    if (this.interrupted === undefined || this.taken !== undefined) {
      void this.die(ending);
      return;
    }
    this.taken = ending;
    this.interrupted.abort(new Interruption(ENDING[ending]));
  };

  /** Leaves the terminal clean, and dies by the signal as if it had not been listened to. */
  private async die(signal: Ending): Promise<never> {
    for (const drawn of this.drawn) drawn.clear();
    process.off(signal, this.onEnding);
    if (process.platform !== "win32") {
      process.kill(process.pid, signal);
      // The first process of a container is not ended by its own signals.
      await new Promise((passed) => setTimeout(passed, DEAF_MS));
    }
    process.exit(ENDING[signal]);
  }

  private readonly onStop = (): void => {
    for (const drawn of this.drawn) drawn.clear();
    process.once("SIGCONT", () => {
      if (this.listens) process.on("SIGTSTP", this.onStop);
      for (const drawn of this.drawn) drawn.redraw();
    });
    process.off("SIGTSTP", this.onStop);
    process.kill(process.pid, "SIGTSTP");
  };
}

/** Passes once the event loop has asked for signals: the turn that it is in may have done so before they came. */
async function turned(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) await new Promise((passed) => setImmediate(passed));
}
