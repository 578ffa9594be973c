import { readFile, writeFile } from "node:fs/promises";

const CHECK = process.argv.includes("--check");

/**
 * Writes a generated file; with --check only says whether it is fresh, and fails the process if not.
 * @param {string} name @param {string} text
 */
export async function emit(name, text) {
  const url = new URL(`../../src/generated/${name}`, import.meta.url);
  if (!CHECK) {
    await writeFile(url, text);
    return;
  }
  const found = await readFile(url, "utf8").catch(() => "");
  if (found === text) return;
  console.error(`src/generated/${name} is not fresh: npm run generate`);
  process.exitCode = 1;
}
