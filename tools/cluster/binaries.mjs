// @ts-check
import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { NEWEST, VERSIONS } from "./versions.mjs";

/** As setup-envtest names them too. */
export const PROGRAMS = Object.freeze(["kube-apiserver", "etcd"]);

/** Where built programs are kept, a folder a version. */
export function cacheFolder() {
  return resolve(process.env.CHURNGATE_CACHE || join(homedir(), ".cache/churngate"));
}

/** Which of the programs a folder lacks. @param {string} folder */
export function missingIn(folder) {
  return PROGRAMS.filter((name) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return false;
    } catch {
      return true;
    }
  });
}

/** @param {string} folder */
function versionOf(folder) {
  const { stdout } = spawnSync(join(folder, "kube-apiserver"), ["--version"], { encoding: "utf8" });
  return stdout?.match(/v(\d+\.\d+\.\d+)/)?.[1];
}

/** The folder that KUBEBUILDER_ASSETS names, if it is to be used. @param {string | undefined} version */
function assets(version) {
  const folder = process.env.KUBEBUILDER_ASSETS;
  if (!folder) return undefined;
  const missing = missingIn(folder);
  if (missing.length > 0)
    throw new Error(
      `KUBEBUILDER_ASSETS is ${folder}, which has no ${missing.join(" and no ")} that can be run: put it there, or unset the variable.`,
    );
  return version === undefined || versionOf(folder) === version ? folder : undefined;
}

/**
 * Where a version's programs are: KUBEBUILDER_ASSETS comes first, where it has that version or none was asked for; then what was built.
 * @param {string} [version]
 * @returns {{ readonly folder: string } | { readonly toBuild: string }} `toBuild`: a version that has yet to be built
 */
export function findBinaries(version) {
  const given = assets(version);
  if (given !== undefined) return { folder: resolve(given) };
  const wanted = version ?? NEWEST;
  if (!VERSIONS.includes(wanted))
    throw new Error(
      `Kubernetes ${wanted} is not one of ${VERSIONS.join(", ")}: take one of these, or point KUBEBUILDER_ASSETS to a folder with it.`,
    );
  const folder = join(cacheFolder(), `kube-${wanted}`);
  return missingIn(folder).length === 0 ? { folder } : { toBuild: wanted };
}

/** What a machine needs that has no programs yet. */
export const NEITHER =
  "kube-apiserver and etcd are not there, and neither is Go to build them with: install it (https://go.dev/doc/install), or point KUBEBUILDER_ASSETS to a folder with both programs.";

/**
 * Can a cluster be had here, if perhaps only after a build?
 * @param {string} [version]
 * @returns {import("./types.d.ts").Availability}
 */
export function clusterAvailable(version) {
  try {
    const found = findBinaries(version);
    if ("folder" in found || spawnSync("go", ["version"]).status === 0) return { available: true };
    return { available: false, why: NEITHER };
  } catch (error) {
    return { available: false, why: error instanceof Error ? error.message : String(error) };
  }
}
