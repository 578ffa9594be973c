// @ts-check
// Reads files of a git repository at a commit. Each is kept outside the tree, so that the repository is asked once.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cacheFolder } from "../cluster/binaries.mjs";

/** @typedef {import("./types.js").RepositorySource} RepositorySource */

/** The texts of a source's files. @param {RepositorySource} source @returns {readonly string[]} */
export function repositoryTexts(source) {
  if (!repositoryAtHand(source)) fetchFiles(source);
  return source.files.map((file) => readFileSync(keptAs(source, file), "utf8"));
}

/** True where reading it needs no network. @param {RepositorySource} source */
export function repositoryAtHand(source) {
  return source.files.every((file) => existsSync(keptAs(source, file)));
}

/** @param {RepositorySource} source @param {string} file */
function keptAs({ commit }, file) {
  return join(cacheFolder(), "crds", commit, file);
}

/** @param {RepositorySource} source */
function fetchFiles(source) {
  const { repository, commit, files } = source;
  const folder = mkdtempSync(join(tmpdir(), "crds-"));
  try {
    git(folder, "init", "--quiet", "--bare");
    git(folder, "remote", "add", "origin", repository);
    git(folder, "fetch", "--quiet", "--no-tags", "--depth=1", "--filter=blob:none", "origin", commit);
    for (const file of files) keep(keptAs(source, file), git(folder, "show", `${commit}:${file}`));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whole or not at all, whatever becomes of this process. @param {string} path @param {string} text */
function keep(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  const fresh = `${path}.${process.pid}`;
  writeFileSync(fresh, text);
  renameSync(fresh, path);
}

/** @param {string} folder @param {readonly string[]} args @returns {string} what it prints */
function git(folder, ...args) {
  const options = /** @type {const} */ ({ cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
  const { status, stdout, stderr, error } = spawnSync("git", args, options);
  if (error) throw new Error(`git is needed to make facts of CRDs: ${error.message}`);
  if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  return stdout;
}
