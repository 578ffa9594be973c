import { CommandError } from "../errors.js";
import { ObjectError } from "../objects/object-error.js";
import { printError } from "../print-error.js";
import type { Settings } from "../settings.js";
import type { Shell } from "../shell.js";

/**
 * Where a document with errors is printed, it has one for each object that the cluster could not be asked for: this one. People are told once.
 * @throws any other error, and this one too where no such document is printed
 */
export function unreached(error: unknown, { output }: Settings, shell: Shell): ObjectError {
  const code = error instanceof CommandError ? error.code : undefined;
  const isOfCluster = code === "unreachable" || code === "unauthorized";
  if (!(error instanceof CommandError) || !isOfCluster || !["json", "yaml"].includes(output)) throw error;
  printError(error, shell);
  return new ObjectError(code, error.message, error.hint);
}
