import { relative, resolve } from "node:path";
import { MODES, type Mode } from "../core/decision.js";
import { readConfig } from "./config-file.js";
import { CommandError } from "./errors.js";
import type { Flags } from "./flags.js";
import type { Shell } from "./shell.js";

/** Of the commands that reach a cluster: they write, or would write, under a name of their own. */
export const CLUSTER_DEFAULTS: Flags = { fieldManager: "churngate" };

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
  /** The file of --kubeconfig. */
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  /** apply: take over what others own. */
  readonly force: boolean;
  /** How many objects are read or written at once. */
  readonly concurrency: number;
  /** Milliseconds for one object in all, further tries included. */
  readonly timeoutMs: number;
}

/**
 * The settings of a run: its options over the nearest churngate.json above the working directory.
 * `defaults` come below both.
 * @throws CommandError, RulesError (a wrong churngate.json)
 */
export async function settingsOf(
  flags: Flags,
  outputs: readonly string[],
  shell: Shell,
  defaults: Flags = {},
): Promise<Settings> {
  const config = readConfig(shell.cwd);
  const merged: Flags = { ...defaults, ...config, ...flags };
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
    kubeconfig: merged.kubeconfig,
    context: merged.context,
    force: merged.force ?? true,
    concurrency: countOf(merged.concurrency ?? 8),
    timeoutMs: durationOf("timeout", merged.timeout ?? "60s"),
  };
}

function countOf(value: string | number): number {
  const count = Number(value);
  if (Number.isInteger(count) && count >= 1 && count <= 256) return count;
  throw new CommandError("bad-option", `--concurrency ${value}: not a number from 1 to 256`);
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/**
 * Milliseconds of a duration as Go spells it: `30s`, `1m30s`.
 * @throws CommandError
 */
export function durationOf(option: string, text: string): number {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  const total = parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (UNITS[unit] ?? 0), 0);
  if (total > 0 && parts.map(([whole]) => whole).join("") === text) return total;
  throw new CommandError("bad-option", `--${option} ${text}: not a duration`, "Such as 30s, 2m or 1m30s.");
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
