import type { Flags } from "./flags.js";
import { type Input, readManifests } from "./input/index.js";
import { inputText } from "./print-error.js";
import { startProgress } from "./progress.js";
import type { Settings } from "./settings.js";
import type { Shell } from "./shell.js";

/** Reads files as the settings say, showing how far it is. */
export async function readFiles(
  names: readonly string[],
  { recursive }: Settings,
  { cwd, stdin, ...shell }: Shell,
): Promise<Input> {
  const { step, end } = startProgress(shell);
  return readManifests(names, { cwd, recursive, stdin, step }).finally(end);
}

/** Reads the desired objects, and says what could not be read of them. */
export async function readDesired(
  { filename }: Flags & { readonly filename: readonly string[] },
  settings: Settings,
  shell: Shell,
): Promise<Input> {
  const desired = await readFiles(filename, settings, shell);
  for (const error of desired.errors) shell.err(`${inputText(error)}\n`);
  return desired;
}
