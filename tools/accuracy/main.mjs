// @ts-check
// Holds the gate against a real API server: npm run accuracy [-- DIR_OR_FILE...], --help for the options.
// Exit: 0 nothing wrong, 1 a false skip, a false block, or a payload that fails or has to be sent again, 2 error.

import { printJson } from "../cluster/json.mjs";
import { progress } from "../cluster/progress.mjs";
import { connect } from "./connect.mjs";
import { built, isSound, measure } from "./measure.mjs";
import { readOptions, USAGE } from "./options.mjs";
import { saver } from "./save.mjs";
import { reportText } from "./text.mjs";

/** Not more than five times a second, and only where somebody looks. @param {(text: string) => void} say @returns {(text: string) => void} */
function onTerminal(say) {
  let last = 0;
  return (text) => {
    if (!process.stderr.isTTY || performance.now() - last < 200) return;
    last = performance.now();
    say(text);
  };
}

async function main() {
  const options = readOptions();
  if (options.help) {
    console.log(USAGE);
    return 0;
  }
  const shown = progress();
  const server = await connect(options, shown.say);
  const saved = saver(options.save);
  try {
    const report = await measure(server.client, {
      ...(await built()),
      ...options,
      version: server.version,
      onStep: onTerminal(shown.say),
      onPair: saved.add,
    });
    shown.end();
    await saved.end();
    console.log(options.output === "json" ? printJson(report) : reportText(report));
    return isSound(report) ? 0 : 1;
  } finally {
    shown.end();
    await server.stop();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
