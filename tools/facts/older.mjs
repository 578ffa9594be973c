// @ts-check
// The kind facts of an older Kubernetes, made from its own code and kept outside the tree: for measuring version skew.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheFolder } from "../cluster/binaries.mjs";
import { NEWEST, VERSIONS } from "../cluster/versions.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));

/** @typedef {import("../../src/index.js").FactSource} FactSource */

/**
 * @param {string} version of Kubernetes
 * @param {FactSource} bundled the newest version's, and those of custom kinds
 * @returns {FactSource}
 * @throws {Error} where there is no such version, or Go is missing
 */
export function factsOfVersion(version, bundled) {
  if (version === NEWEST) return bundled;
  if (!VERSIONS.includes(version))
    throw new Error(`no facts of Kubernetes ${version}; there are ${VERSIONS.join(", ")}`);
  return sourceOf(made(version), bundled);
}

/** The folder of a version's facts, made when it is first asked for. @param {string} version */
function made(version) {
  const inputs = readFileSync(join(here, "../../schemas/facts/inputs.sha256"), "utf8").slice(0, 12);
  const folder = join(cacheFolder(), `facts-${version}-${inputs}`);
  if (existsSync(folder)) return folder;
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(cacheFolder(), { recursive: true });
  console.error(`making the facts of Kubernetes ${version}: some minutes the first time`);
  const args = ["run", `-modfile=kube-${version}.mod`, ".", "-older", "-out", fresh];
  const { status, error } = spawnSync("go", args, { cwd: here, stdio: ["ignore", 2, 2] });
  if (error !== undefined || status !== 0) {
    rmSync(fresh, { recursive: true, force: true });
    throw new Error(`the facts of Kubernetes ${version} cannot be made: is Go installed?`);
  }
  renameSync(fresh, folder);
  return folder;
}

/** @param {string} folder @param {FactSource} bundled @returns {FactSource} */
function sourceOf(folder, bundled) {
  const read = (/** @type {string} */ file) =>
    existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
  return {
    kind(group, version, kind) {
      const groupFolder = join(folder, "kinds", group || "core");
      if (!existsSync(groupFolder)) return bundled.kind(group, version, kind);
      return read(join(groupFolder, version, `${kind}.json`));
    },
    type(ref) {
      const dot = ref.indexOf(".", ref.indexOf("/"));
      return (
        read(join(folder, "types", ref.slice(0, dot), `${ref.slice(dot + 1)}.json`)) ?? bundled.type(ref)
      );
    },
    kinds: () => bundled.kinds(),
  };
}
