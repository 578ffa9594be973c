import type { Shell } from "./shell.js";

const AFTER_MS = 1000;
const EVERY_MS = 200;

/** A line on a terminal's standard error that shows how far slow work is. */
export interface Progress {
  /** Says what is being done now; cheap to call often. */
  step(text: string): void;
  /** Takes the line away. */
  end(): void;
}

/** A progress line that appears only after a second, and only on a terminal. */
export function startProgress(shell: Shell): Progress {
  if (!shell.errIsTerminal) return { step: () => {}, end: () => {} };
  const start = Date.now();
  let last = start + AFTER_MS - EVERY_MS;
  let shown = false;
  return {
    step(text) {
      const now = Date.now();
      if (now - last < EVERY_MS) return;
      last = now;
      shown = true;
      shell.err(`\r\x1b[K${text}`);
    },
    end() {
      if (shown) shell.err("\r\x1b[K");
    },
  };
}
