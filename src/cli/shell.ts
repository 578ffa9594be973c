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
  readonly outIsTerminal: boolean;
  readonly errIsTerminal: boolean;
}

/** What a command ends with. */
export const EXIT = { nothing: 0, write: 1, error: 2, blocked: 3 } as const;
