// Read at once, without promises: a command line has nothing else to do, and starts sooner.
import { type Dirent, readdirSync, readFileSync, type Stats, statSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { InputError } from "./error.js";
import { MAX_FILE } from "./limits.js";

const MANIFEST = /\.(?:json|ya?ml)$/;

/** How files are found. */
export interface FileOptions {
  /** What relative paths are relative to. */
  readonly cwd: string;
  /** Directories are searched to any depth. */
  readonly recursive: boolean;
}

/** The names of `-f` values: with commas between them where no file has that name. */
export function splitNames(names: readonly string[], cwd: string): string[] {
  return names.flatMap((name) => {
    if (!name.includes(",")) return [name];
    const exists = statSync(resolve(cwd, name), { throwIfNoEntry: false }) !== undefined;
    return exists ? [name] : name.split(",");
  });
}

/**
 * The manifest files that a `-f` value names: itself, or those of a directory in the order of their names.
 * @throws InputError
 */
export function findFiles(name: string, options: FileOptions): string[] {
  if (/^https?:\/\//.test(name)) {
    throw new InputError("not-found", "addresses are not read", {
      file: name,
      hint: `curl -s ${name} | churngate ... -f -`,
    });
  }
  if (!statOf(resolve(options.cwd, name), name).isDirectory()) return [name];
  const found = manifestsIn(name, options);
  if (found.length > 0) return found;
  const hint = options.recursive ? undefined : "-R looks into its directories too.";
  throw new InputError("no-manifests", "no .json, .yaml or .yml file in this directory", {
    file: name,
    hint,
  });
}

function statOf(path: string, file: string): Stats {
  try {
    return statSync(path);
  } catch (cause) {
    throw fileError(cause, file);
  }
}

function entriesOf(path: string, directory: string): Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true }).sort(byName);
  } catch (cause) {
    throw fileError(cause, directory);
  }
}

function manifestsIn(directory: string, options: FileOptions): string[] {
  const found: string[] = [];
  for (const entry of entriesOf(resolve(options.cwd, directory), directory)) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) found.push(...(options.recursive ? manifestsIn(path, options) : []));
    else if (MANIFEST.test(entry.name) && isFile(resolve(options.cwd, path))) found.push(path);
  }
  return found;
}

/** A file, or a link to one that is there: no device, no pipe. */
function isFile(path: string): boolean {
  const info = statSync(path, { throwIfNoEntry: false });
  return info === undefined || info.isFile();
}

function byName(a: Dirent, b: Dirent): number {
  return a.name < b.name ? -1 : 1;
}

/**
 * A file's bytes.
 * @throws InputError
 */
export function readBytes(file: string, cwd: string): Uint8Array {
  const path = isAbsolute(file) ? file : resolve(cwd, file);
  try {
    const { size } = statSync(path);
    if (size > MAX_FILE) throw new InputError("too-large", "more than 512 MiB", { file, hint: "Split it." });
    return readFileSync(path);
  } catch (cause) {
    throw cause instanceof InputError ? cause : fileError(cause, file);
  }
}

function fileError(cause: unknown, file: string): InputError {
  const reason = readingProblem(cause);
  return new InputError(reason === NOT_FOUND ? "not-found" : "unreadable", reason, { file });
}

const NOT_FOUND = "no such file or directory";

/** Why a file cannot be read, in words. */
export function readingProblem(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown error";
  if (code === "ENOENT" || code === "ENOTDIR") return NOT_FOUND;
  return code === "EACCES" || code === "EPERM" ? "no permission to read it" : `cannot be read (${code})`;
}
