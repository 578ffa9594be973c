import { relative, resolve } from "node:path";
import { MODES, type Mode } from "../core/decision.js";
import { readConfig } from "./config-file.js";
import { CommandError } from "./errors.js";
import type { Flags } from "./flags.js";
import type { Shell } from "./shell.js";

/** The settings of one run. */
export interface Settings {
  /** Directories of rule sets, lowest first. */
  readonly rules: readonly string[];
  readonly bundled: boolean;
  readonly mode: Mode;
  readonly fieldManager: string | undefined;
  readonly namespace: string | undefined;
  readonly recursive: boolean;
  readonly output: string;
  readonly color: "auto" | "always" | "never";
}

/**
 * The settings of a run: its options over the nearest churngate.json above the working directory.
 * @throws CommandError, RulesError (a wrong churngate.json)
 */
export async function settingsOf(flags: Flags, outputs: readonly string[], shell: Shell): Promise<Settings> {
  const config = readConfig(shell.cwd);
  const merged: Flags = { ...config, ...flags };
  const mode = oneOf("mode", merged.mode ?? "replace", MODES);
  if (mode === "apply" && !merged.fieldManager) {
    throw new CommandError(
      "bad-option",
      "--mode apply needs --field-manager",
      "Name the manager that applies: ownership is read from its entry in managedFields.",
    );
  }
  return {
    rules: merged.rules?.map((directory) => shortest(directory, shell.cwd)) ?? [],
    bundled: merged.bundled ?? true,
    mode,
    fieldManager: merged.fieldManager,
    namespace: merged.namespace,
    recursive: merged.recursive ?? false,
    output:
      flags.output === undefined
        ? configured(merged.output, outputs)
        : oneOf("output", flags.output, outputs),
    color: oneOf("color", merged.color ?? "auto", ["auto", "always", "never"]),
  };
}

/** A configured output that this command does not have gives way to text. */
function configured(output: string | undefined, outputs: readonly string[]): string {
  return output !== undefined && outputs.includes(output) ? output : "text";
}

function oneOf<const T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === value);
  if (found !== undefined) return found;
  throw new CommandError("bad-option", `--${option} ${value}: not one of ${allowed.join(", ")}`);
}

/** A directory as the process reaches it, and as messages name it. */
export function shortest(directory: string, cwd: string): string {
  return relative(process.cwd(), resolve(cwd, directory)) || ".";
}
