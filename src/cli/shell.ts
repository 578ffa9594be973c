/** What a command sees of the process it runs in; tests pass their own. */
export interface Shell {
  /** Results, and nothing else. */
  out(text: string): void;
  /** Errors, notes, progress. */
  err(text: string): void;
  /** All of standard input. */
  stdin(): Promise<Uint8Array>;
  /** Standard input as it comes, for what may be longer than memory. */
  stdinChunks(): AsyncIterable<Uint8Array>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The name that it was called by. */
  readonly program: string;
  /**
   * From now on SIGINT, SIGTERM and SIGHUP abort this signal, its reason an Interruption; a second one ends the process. Before it
   * was asked for, the first one does. Whoever writes files asks too: they are written whole then, since no signal comes between.
   */
  interruption(): AbortSignal;
  /** Aborted once nobody reads standard output any more; for commands that would go on and on. */
  readonly unread: AbortSignal;
  /** Says what stands on the terminal for a while, so that a stopped or ended process leaves it clean. Returns what takes it back. */
  drawing(drawn: Drawing): () => Promise<void>;
  /** How wide standard output's terminal is; undefined where it is none, so that nothing is fitted to it. */
  readonly columns: number | undefined;
  readonly outIsTerminal: boolean;
  readonly errIsTerminal: boolean;
}

/** What is drawn and will be taken away again: a progress line, a live table. */
export interface Drawing {
  /** Takes it away, and shows the cursor where it was hidden. */
  clear(): void;
  /** Draws it again, when a stopped process goes on. */
  redraw(): void;
}

/** The process was asked to end. */
export class Interruption extends Error {
  override readonly name = "Interruption";
  constructor(
    /** What the process ends with, as a shell reports the signal. */
    readonly exitCode: number,
  ) {
    super("interrupted");
  }
}

/** What a command ends with. */
export const EXIT = { nothing: 0, write: 1, error: 2, blocked: 3 } as const;
