import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, expect } from "vitest";
import { cacheFolder } from "../../../tools/cluster/binaries.mjs";
import { clusterTest, freshNamespace, given, sharedClient } from "../helper.js";
import { kubeConfigOf } from "./kube-config.js";

/** The newest client-node, and a Node.js that it runs on. */
const CLIENT_NODE = "2.0.1";
const NODE = "22.23.3";
const nodePackage = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

const client = given ? sharedClient() : undefined;
const folder = mkdtempSync(join(tmpdir(), "churngate-newest-"));
afterAll(() => {
  client?.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = promisify(execFile);

/** Both, from npm's registry the first time; kept outside the tree. */
async function installed(): Promise<string> {
  const kept = join(cacheFolder(), `client-node-${CLIENT_NODE}-node-${NODE}`);
  if (existsSync(kept)) return kept;
  mkdirSync(cacheFolder(), { recursive: true });
  const made = mkdtempSync(`${kept}-`);
  try {
    writeFileSync(join(made, "package.json"), '{ "private": true }\n');
    const packages = [`@kubernetes/client-node@${CLIENT_NODE}`, `${nodePackage}@${NODE}`];
    const words = ["install", ...packages, "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline"];
    await run("npm", words, { cwd: made, shell: process.platform === "win32" });
    renameSync(made, kept);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    // Another run was faster.
    if (!existsSync(kept)) throw error;
  }
  return kept;
}

clusterTest(`with client-node ${CLIENT_NODE} on Node.js ${NODE}`, async ({ skip }) => {
  if (client === undefined) return;
  const kept = await installed().catch((error: Error) => {
    console.error(`SKIPPED: client-node ${CLIENT_NODE} cannot be had: ${error.message}`);
    return skip(`client-node ${CLIENT_NODE} cannot be had here`);
  });
  symlinkSync(join(kept, "node_modules"), join(folder, "node_modules"), "junction");
  writeFileSync(join(folder, "kubeconfig"), kubeConfigOf().exportConfig(), { mode: 0o600 });
  await build({
    entryPoints: [fileURLToPath(new URL("newest-program.ts", import.meta.url))],
    outfile: join(folder, "program.mjs"),
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    external: ["@kubernetes/client-node"],
    logLevel: "silent",
  });
  const node = join(
    kept,
    "node_modules",
    nodePackage,
    "bin",
    process.platform === "win32" ? "node.exe" : "node",
  );
  const env = { ...process.env, NODE_OPTIONS: "", KUBECONFIG: join(folder, "kubeconfig") };
  const { stdout } = await run(node, ["program.mjs", await freshNamespace(client)], { cwd: folder, env });
  const found = JSON.parse(stdout);
  expect(found).toMatchObject({ node: NODE, verdicts: ["skip", "skip"], gone: true });
  expect(found.stored.ingress[0].from).toEqual([{ podSelector: { matchLabels: { app: "b" } } }]);
  expect(found.lives).toEqual(found.reads);
});
