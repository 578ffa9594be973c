import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect } from "vitest";
import type { Claim } from "../../tools/controllers/types.d.ts";
import { clusterTest } from "./helper.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const MAIN = fileURLToPath(new URL("../../tools/controllers/main.mjs", import.meta.url));

/** A claim that does not hold makes its exit code 1; what it prints says which. */
function printed(error: unknown): string {
  const { code, stdout } = error as { readonly code?: unknown; readonly stdout?: string };
  if (code !== 1 || stdout === undefined) throw error;
  return stdout;
}

clusterTest(
  "five controllers: watch and audit name those at fault, with objects and paths, and nobody else",
  async () => {
    const run = promisify(execFile);
    await run("npm", ["run", "--silent", "build"], { cwd: ROOT });
    const args = [MAIN, "--updates", "600", "--claims"];
    const stdout = await run(process.execPath, args).then(({ stdout: text }) => text, printed);
    const claims: readonly Claim[] = JSON.parse(stdout);
    expect(claims.filter(({ faults }) => faults.length > 0)).toEqual([]);
    expect(claims.length).toBeGreaterThan(20);
  },
  // It builds, and starts a server of its own.
  300_000,
);
