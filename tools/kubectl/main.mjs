// @ts-check
// churngate beside kubectl, on the same server: npm run kubectl [-- DIR_OR_FILE...], --help for the options.
// The tables on standard output are Markdown. Exit: 0, 2 error.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startCluster } from "../cluster/index.mjs";
import { progress, throttled } from "../cluster/progress.mjs";
import { ensureKubectl } from "./binary.mjs";
import { folder as folderAgain } from "./folder.mjs";
import { putOnServer } from "./manifests.mjs";
import { Server } from "./server.mjs";
import { single } from "./single.mjs";
import { table, withTables } from "./table.mjs";

const USAGE = `Usage: npm run kubectl [-- DIR_OR_FILE...] [--runs N] [--json]
  DIR_OR_FILE   manifests; those of the examples unless given
  --runs N      how often each command is run, in turn with the others (5)
  --only WHAT   objects (explain beside kubectl diff) or folder (apply beside kubectl apply)
  --version V   of Kubernetes
  --left-out    says on standard error what is left out, and why
  --json        all that was measured, in seconds
  --write       puts the tables into docs/performance.md, too`;

const EXAMPLES = ["quickstart/desired.yaml", "own-defaults-operator/desired.yaml", "operator/crds"];

const DOCS = new URL("../../docs/performance.md", import.meta.url);

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));

function options() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      runs: { type: "string", default: "5" },
      only: { type: "string" },
      version: { type: "string" },
      "left-out": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      write: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  const runs = Number(values.runs);
  const wrong =
    Number.isInteger(runs) && runs > 0
      ? ["objects", "folder", undefined].includes(values.only)
        ? undefined
        : `--only ${values.only}`
      : `--runs ${values.runs}`;
  if (wrong !== undefined) throw new Error(`${wrong}: what is that?\n\n${USAGE}`);
  const paths = positionals.length > 0 ? positionals : EXAMPLES.map((path) => here(`../../examples/${path}`));
  return { ...values, runs, paths };
}

/** @param {ReturnType<typeof options>} options @param {(text: string) => void} say */
async function measured({ paths, runs, only, version, "left-out": leftOutToo }, say) {
  const folder = mkdtempSync(join(tmpdir(), "churngate-kubectl-"));
  try {
    const kubectl = ensureKubectl(say);
    const auditLog = join(folder, "audit.log");
    const apiServerFlags = [
      `--audit-policy-file=${here("audit-policy.yaml")}`,
      `--audit-log-path=${auditLog}`,
    ];
    const cluster = await startCluster({ version, apiServerFlags, onProgress: say });
    try {
      const { client } = cluster;
      const often = throttled(say);
      const { applied, leftOut } = await putOnServer(client, paths, often);
      if (leftOutToo)
        for (const { manifest, why } of leftOut)
          console.error(manifest.file, manifest.desired.kind, manifest.desired.metadata.name, why);
      const server = new Server(cluster, auditLog);
      say("looking at the server at rest");
      await server.learnIdle();
      // kubectl keeps what it learns of kinds below HOME; the first turn fills that.
      const bench = { server, folder, env: { HOME: folder, KUBECONFIG: cluster.kubeconfig } };
      return {
        version: cluster.version,
        kubectl: versionOf(kubectl),
        objects: applied.length,
        leftOut: leftOut.length,
        single: only === "folder" ? [] : await single(bench, kubectl, applied, runs, often),
        folder:
          only === "objects" ? [] : await folderAgain(bench, kubectl, { client, applied, runs, say: often }),
      };
    } finally {
      await cluster.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} kubectl */
function versionOf(kubectl) {
  const said = execFileSync(kubectl, ["version", "--client", "-o", "json"], { encoding: "utf8" });
  return String(JSON.parse(said).clientVersion.gitVersion).replace(/^v/, "");
}

async function main() {
  const given = options();
  if (given.help) return USAGE;
  const { say, end } = progress();
  try {
    const results = await measured(given, say);
    if (given.write) writeFileSync(DOCS, withTables(readFileSync(DOCS, "utf8"), table(results)));
    return given.json ? JSON.stringify(results, undefined, 2) : table(results);
  } finally {
    end();
  }
}

try {
  console.log(await main());
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
