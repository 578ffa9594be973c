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

/** At most twice a second, without a terminal every five; the same only once. @param {(text: string) => void} say */
export function throttled(say) {
  let [last, at] = ["", 0];
  return (/** @type {string} */ text) => {
    const waits = process.stderr.isTTY ? 500 : 5000;
    if (text === last || performance.now() - at < waits) return;
    [last, at] = [text, performance.now()];
    say(text);
  };
}
