import type { Dirent } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
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
export async function splitNames(names: readonly string[], cwd: string): Promise<string[]> {
  const split = names.map(async (name) => {
    if (!name.includes(",")) return [name];
    const exists = await stat(resolve(cwd, name)).then(
      () => true,
      () => false,
    );
    return exists ? [name] : name.split(",");
  });
  return (await Promise.all(split)).flat();
}

/**
 * The manifest files that a `-f` value names: itself, or those of a directory in the order of their names.
 * @throws InputError
 */
export async function findFiles(name: string, options: FileOptions): Promise<string[]> {
  if (/^https?:\/\//.test(name)) {
    throw new InputError("not-found", "addresses are not read", {
      file: name,
      hint: `curl -s ${name} | churngate ... -f -`,
    });
  }
  const info = await stat(resolve(options.cwd, name)).catch((cause: unknown) => {
    throw fileError(cause, name);
  });
  if (!info.isDirectory()) return [name];
  const found = await manifestsIn(name, options);
  if (found.length > 0) return found;
  const hint = options.recursive ? undefined : "-R looks into its directories too.";
  throw new InputError("no-manifests", "no .json, .yaml or .yml file in this directory", {
    file: name,
    hint,
  });
}

async function manifestsIn(directory: string, options: FileOptions): Promise<string[]> {
  const entries = await readdir(resolve(options.cwd, directory), { withFileTypes: true }).catch(
    (cause: unknown) => {
      throw fileError(cause, directory);
    },
  );
  const found: string[] = [];
  for (const entry of entries.sort(byName)) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) found.push(...(options.recursive ? await manifestsIn(path, options) : []));
    else if (MANIFEST.test(entry.name)) found.push(path);
  }
  return found;
}

function byName(a: Dirent, b: Dirent): number {
  return a.name < b.name ? -1 : 1;
}

/**
 * A file's bytes.
 * @throws InputError
 */
export async function readBytes(file: string, cwd: string): Promise<Uint8Array> {
  const path = isAbsolute(file) ? file : resolve(cwd, file);
  try {
    const { size } = await stat(path);
    if (size > MAX_FILE) throw new InputError("too-large", "more than 512 MiB", { file, hint: "Split it." });
    return await readFile(path);
  } catch (cause) {
    throw cause instanceof InputError ? cause : fileError(cause, file);
  }
}

function fileError(cause: unknown, file: string): InputError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown error";
  if (code === "ENOENT" || code === "ENOTDIR")
    return new InputError("not-found", "no such file or directory", { file });
  const reason =
    code === "EACCES" || code === "EPERM" ? "no permission to read it" : `cannot be read (${code})`;
  return new InputError("unreadable", reason, { file });
}
