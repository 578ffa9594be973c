// @ts-check

/** What takes long, on standard error; on a terminal with the seconds that have passed. */
export function progress() {
  const terminal = process.stderr.isTTY;
  /** @type {NodeJS.Timeout | undefined} */
  let ticking;
  const end = () => {
    if (ticking !== undefined) process.stderr.write("\r\u001b[K");
    clearInterval(ticking);
    ticking = undefined;
  };
  return {
    /** @param {string} text */
    say(text) {
      end();
      if (!terminal) {
        console.error(text);
        return;
      }
      const began = performance.now();
      const show = () => {
        const seconds = Math.round((performance.now() - began) / 1000);
        process.stderr.write(`\r\u001b[K${text}${seconds > 0 ? ` (${seconds} s)` : ""}`);
      };
      show();
      ticking = setInterval(show, 1000);
    },
    end,
  };
}
