import type { Shell } from "./shell.js";

const AFTER_MS = 1000;
const EVERY_MS = 200;

/** A line on a terminal's standard error that shows how far slow work is. */
export interface Progress {
  /** Says what is being done now; cheap to call often. */
  step(text: string): void;
  /** Takes the line away. It comes back with the next step. */
  hide(): void;
  /** Takes the line away for good. */
  end(): void;
}

/** A progress line that appears only after a second, and only on a terminal. */
export function startProgress(shell: Pick<Shell, "err" | "errIsTerminal">): Progress {
  if (!shell.errIsTerminal) return { step: () => {}, hide: () => {}, end: () => {} };
  let due = Date.now() + AFTER_MS;
  let shown = false;
  let latest: string | undefined;
  const show = (): void => {
    const now = Date.now();
    if (latest === undefined || now < due) return;
    due = now + EVERY_MS;
    shown = true;
    shell.err(`\r\x1b[K${latest}`);
  };
  // Work that waits for a server takes no steps meanwhile.
  const timer = setInterval(show, EVERY_MS).unref();
  const hide = (): void => {
    if (shown) shell.err("\r\x1b[K");
    shown = false;
  };
  return {
    step(text) {
      latest = text;
      show();
    },
    hide,
    end() {
      clearInterval(timer);
      hide();
    },
  };
}
