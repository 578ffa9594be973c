// @ts-check
// A Kubernetes API server to try things on: npm run cluster [-- start|stop|status|build]
// Exit: 0, 1 status where none is running, 2 error.
import { parseArgs } from "node:util";
import { build, start, status, stop } from "./commands.mjs";
import { progress } from "./progress.mjs";
import { VERSIONS } from "./versions.mjs";

const USAGE = `Usage: npm run cluster [-- start|stop|status|build]
  start   an API server and its etcd, on loopback, until they are stopped; what is done without a word
  stop    ends them, and removes all that they wrote
  status  says whether they run
  build   only builds them, and prints the folder
  --version V         ${VERSIONS.join(" or ")}
  --service-accounts  with the ServiceAccount admission plugin
  --kubeconfig FILE   writes the kubeconfig there, to a file that is new
  --audit FILE        logs there by docs/audit-policy.yaml, for churngate audit; in a folder: audit.log`;

const COMMANDS = new Map(Object.entries({ start, stop, status, build }));

function parsed() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        version: { type: "string" },
        "service-accounts": { type: "boolean", default: false },
        kubeconfig: { type: "string" },
        audit: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}

async function main() {
  const { values, positionals } = parsed();
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const [name = "start", further] = positionals;
  const command = COMMANDS.get(name);
  if (command === undefined || further !== undefined)
    throw new Error(`unknown command ${further ?? name}\n\n${USAGE}`);
  const { version, kubeconfig, audit, "service-accounts": serviceAccounts } = values;
  const shown = progress();
  try {
    const { said, code } = await command({ version, serviceAccounts, kubeconfig, audit }, shown.say);
    shown.end();
    console.log(said);
    return code;
  } finally {
    shown.end();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
