import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

const root = fileURLToPath(new URL("../..", import.meta.url));
const SOURCES = [
  "package.json",
  "tsconfig.json",
  "tsconfig.build.json",
  "README.md",
  "LICENSE",
  "docs",
  "examples",
  "rules",
  "schemas",
  "src",
  "test/unit",
  "tools",
];

/** The package as a user has it. */
export interface Installed {
  /** A folder whose node_modules holds it and what it depends on. */
  readonly folder: string;
  readonly tarball: string;
  /** The paths in the tarball. */
  readonly files: readonly string[];
}

declare module "vitest" {
  interface ProvidedContext {
    installed: Installed;
  }
}

/** The environment without what the npm that runs these tests says of this project. */
function bareEnvironment(): NodeJS.ProcessEnv {
  const ours =
    /^(npm_package_|npm_lifecycle_|npm_config_(local_prefix|prefix|dry_run)$|INIT_CWD$|NODE_OPTIONS$|VITEST)/i;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}

async function npm(cwd: string, ...words: string[]): Promise<string> {
  const options = { cwd, env: bareEnvironment(), maxBuffer: 2 ** 26, shell: process.platform === "win32" };
  return (await promisify(execFile)("npm", words, options)).stdout;
}

/** Packs a copy of the sources by its own prepack, in which an earlier build left something stale. */
async function pack(folder: string): Promise<Omit<Installed, "folder">> {
  for (const name of SOURCES) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  mkdirSync(join(folder, "dist"));
  writeFileSync(join(folder, "dist/stale.js"), "");
  const [packed] = JSON.parse(await npm(folder, "pack", "--json", "--silent", "--ignore-scripts=false")) as {
    filename: string;
    files: { path: string }[];
  }[];
  if (packed === undefined) throw new Error("npm pack made nothing");
  return { tarball: join(folder, packed.filename), files: packed.files.map(({ path }) => path) };
}

/** Packs and installs the package, for all tests of this folder. */
export default async function setup(project: TestProject): Promise<() => void> {
  const scratch = mkdtempSync(join(tmpdir(), "churngate-package-"));
  const folder = join(scratch, "user");
  mkdirSync(join(scratch, "source"));
  mkdirSync(folder);
  const packed = await pack(join(scratch, "source"));
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  // What `npm ci` fetched is in npm's cache, so this asks no registry for it again.
  await npm(
    folder,
    "install",
    packed.tarball,
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
  );
  project.provide("installed", { folder, ...packed });
  return () => rmSync(scratch, { recursive: true, force: true });
}
