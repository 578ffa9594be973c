// @ts-check
// Holds what is learned of custom kinds against a real API server: npm run learn:check [-- DIR_OR_FILE...].
// Exit: 0 all agrees, 1 something disagrees, 2 error.
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { built } from "../accuracy/measure.mjs";
import { startCluster } from "../cluster/index.mjs";
import { printJson } from "../cluster/json.mjs";
import { progress } from "../cluster/progress.mjs";
import { agrees, runLearn } from "./run.mjs";
import { learnText } from "./text.mjs";

const OWN = fileURLToPath(new URL("../../test/accuracy/custom", import.meta.url));

const USAGE = `Usage: npm run learn:check [-- DIR_OR_FILE...]
  CustomResourceDefinitions (the tests' own): starts an API server, installs each, makes objects of their schemas,
  has the server create them by dry run, and compares that with what was learned of the definitions.
  --version V    of Kubernetes
  -v, --verbose  says what the server refused of the objects
  -o text|json`;

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      version: { type: "string" },
      verbose: { type: "boolean", short: "v", default: false },
      output: { type: "string", short: "o", default: "text" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const shown = progress();
  const cluster = await startCluster({ version: values.version, onProgress: shown.say });
  try {
    const paths = positionals.length > 0 ? positionals : [OWN];
    const report = await runLearn(cluster.client, { ...(await built()), version: cluster.version, paths });
    shown.end();
    console.log(values.output === "json" ? printJson(report) : learnText(report, values.verbose));
    return agrees(report) ? 0 : 1;
  } finally {
    shown.end();
    await cluster.stop();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
