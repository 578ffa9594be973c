// @ts-check

/** A line on standard error, on a terminal only. */
export function progress() {
  const { stderr } = process;
  return {
    /** @param {string} what */
    step(what) {
      if (stderr.isTTY) stderr.write(`\r\u001b[K${what}`);
    },
    end() {
      if (stderr.isTTY) stderr.write("\r\u001b[K");
    },
  };
}
