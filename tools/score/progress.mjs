// @ts-check

/** A line on standard error, on a terminal only, once the work takes longer than a second. */
export function progress() {
  const started = performance.now();
  let shown = 0;
  return {
    /** @param {number} done */
    step(done) {
      const now = performance.now();
      if (!process.stderr.isTTY || now - started < 1000 || now - shown < 200) return;
      shown = now;
      process.stderr.write(`\r${done} pairs`);
    },
    end() {
      if (shown > 0) process.stderr.write("\r\u001b[K");
    },
  };
}
