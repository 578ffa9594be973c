import { readFile, writeFile } from "node:fs/promises";

const CHECK = process.argv.includes("--check");

/**
 * Writes a generated file of src/generated; with --check only says whether it is fresh, and fails the process if not.
 * @param {string} name @param {string} text
 */
export async function emit(name, text) {
  await emitAt(`src/generated/${name}`, text);
}

/**
 * The same of any file.
 * @param {string} path from the top of the repository @param {string} text
 */
export async function emitAt(path, text) {
  const url = new URL(`../../${path}`, import.meta.url);
  if (!CHECK) {
    await writeFile(url, text);
    return;
  }
  const found = await readFile(url, "utf8").catch(() => "");
  if (found === text) return;
  console.error(`${path} is not fresh: npm run generate`);
  process.exitCode = 1;
}
