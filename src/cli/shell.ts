/** What a command sees of the process it runs in; tests pass their own. */
export interface Shell {
  /** Results, and nothing else. */
  out(text: string): void;
  /** Errors, notes, progress. */
  err(text: string): void;
  /** All of standard input. */
  stdin(): Promise<Uint8Array>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The name that it was called by. */
  readonly program: string;
  /** From now on SIGINT and SIGTERM abort this signal, its reason an Interruption; a second one ends the process. */
  interruption(): AbortSignal;
  readonly outIsTerminal: boolean;
  readonly errIsTerminal: boolean;
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
