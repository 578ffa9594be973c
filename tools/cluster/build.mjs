// @ts-check
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { check, lock } from "proper-lockfile";
import { cacheFolder, findBinaries, missingIn, NEITHER } from "./binaries.mjs";
import { partsOf } from "./versions.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const UNFINISHED = "unfinished-";

/** Milliseconds after which a lock that nobody renews is taken to be left behind. */
const STALE = 20_000;

/** The module that pins a program, its package, and what the linker stamps into it. @param {string} version @param {string} program */
function recipe(version, program) {
  if (program === "etcd") return { module: "etcd", package: "go.etcd.io/etcd/server/v3", stamps: [] };
  const { major, minor } = partsOf(version);
  const stamped = "k8s.io/component-base/version";
  return {
    module: `kube-${version}`,
    package: "k8s.io/kubernetes/cmd/kube-apiserver",
    stamps: [`gitVersion=v${version}`, `gitMajor=${major}`, `gitMinor=${minor}`].map(
      (stamp) => `-X ${stamped}.${stamp}`,
    ),
  };
}

/** @param {string} version @param {string} program @param {string} output @returns {Promise<void>} */
function build(version, program, output) {
  const { module, package: path, stamps } = recipe(version, program);
  const args = ["build", "-trimpath", "-ldflags", ["-s", "-w", ...stamps].join(" "), "-o", output, path];
  const env = {
    ...process.env,
    CGO_ENABLED: "0",
    GOWORK: "off",
    GOFLAGS: "-mod=readonly -buildvcs=false",
  };
  const go = spawn("go", args, { cwd: join(here, module), env, stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  go.stderr.on("data", (chunk) => {
    said += chunk;
  });
  return new Promise((done, fail) => {
    go.on("error", (error) => fail("code" in error && error.code === "ENOENT" ? new Error(NEITHER) : error));
    go.on("close", (code) => {
      if (code === 0) done();
      else fail(new Error(`${program} of Kubernetes ${version} could not be built:\n${said.trimEnd()}`));
    });
  });
}

/** @param {string} folder @param {string} version @param {(text: string) => void} onProgress */
async function buildMissing(folder, version, onProgress) {
  for (const name of readdirSync(folder)) {
    if (name.startsWith(UNFINISHED)) rmSync(join(folder, name), { recursive: true });
  }
  const unfinished = mkdtempSync(join(folder, UNFINISHED));
  try {
    for (const program of missingIn(folder)) {
      onProgress(`building ${program} for Kubernetes ${version}; the first time takes some minutes`);
      await build(version, program, join(unfinished, program));
      renameSync(join(unfinished, program), join(folder, program));
    }
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/**
 * The folder with a version's programs, which are built if need be. Two builds at once are safe: the second waits.
 * @param {string} [version]
 * @param {(text: string) => void} [onProgress]
 */
export async function ensureBinaries(version, onProgress = () => {}) {
  const found = findBinaries(version);
  if ("folder" in found) return found.folder;
  const folder = join(cacheFolder(), `kube-${found.toBuild}`);
  mkdirSync(folder, { recursive: true });
  if (await check(folder, { stale: STALE })) onProgress("another build is under way; waiting for it");
  const retries = { forever: true, factor: 1, minTimeout: 1000, maxRetryTime: 3_600_000 };
  const unlock = await lock(folder, { retries, stale: STALE });
  try {
    await buildMissing(folder, found.toBuild, onProgress);
  } finally {
    await unlock();
  }
  return folder;
}
