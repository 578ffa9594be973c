import type { Shell } from "./shell.js";

const AFTER_MS = 1000;
const EVERY_MS = 200;

/** A line on a terminal's standard error that shows how far slow work is. */
export interface Progress {
  /**
   * Says what is being done now; cheap to call often. Work that waits for nothing else awaits it, since signals are met only
   * meanwhile while the line is shown.
   */
  step(text: string): Promise<void> | undefined;
  /** Takes the line away. It comes back with the next step. */
  hide(): void;
  /** Takes the line away for good. Whoever goes on with long work awaits it, so that a signal that came meanwhile is met. */
  end(): Promise<void> | undefined;
}

const NONE: Progress = { step: () => undefined, hide: () => {}, end: () => undefined };

/** A progress line that appears only after a second, and only on a terminal that can take it away again. */
export function startProgress(shell: Pick<Shell, "err" | "errIsTerminal" | "env" | "drawing">): Progress {
  if (!shell.errIsTerminal || shell.env.TERM === "dumb") return NONE;
  let due = Date.now() + AFTER_MS;
  let paused = 0;
  let shown = false;
  let latest: string | undefined;
  let forget: (() => Promise<void>) | undefined;
  const hide = (): void => {
    if (shown) shell.err("\r\x1b[K");
    shown = false;
  };
  const draw = (): void => {
    forget ??= shell.drawing({ clear: hide, redraw: draw });
    shown = true;
    // Without wrapping: one line is all that is taken away again.
    shell.err(`\r\x1b[K\x1b[?7l${latest}\x1b[?7h`);
  };
  const show = (): void => {
    const now = Date.now();
    if (latest === undefined || now < due) return;
    due = now + EVERY_MS;
    draw();
  };
  // Work that waits for a server takes no steps meanwhile.
  const timer = setInterval(show, EVERY_MS).unref();
  return {
    step(text) {
      latest = text;
      show();
      const now = Date.now();
      if (!shown || now < paused + EVERY_MS) return undefined;
      paused = now;
      return new Promise((passed) => setImmediate(passed));
    },
    hide,
    end() {
      clearInterval(timer);
      hide();
      return forget?.();
    },
  };
}
