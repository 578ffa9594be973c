import { CommandError } from "./errors.js";
import { type Settings, shortest } from "./settings.js";

/** The rule sets of a command that checks some: all of them, lowest first, and which ones it is about. */
export interface Folders {
  readonly settings: Settings;
  /** Whether this one of the settings' rule sets is to be checked, and not just what others lie above. */
  isNamed(folder: string): boolean;
}

/**
 * The rule sets that a command names, stacked on those of the settings; without any, it is about those of the settings.
 * @param command as it is called, without the program: `rules lint`
 * @throws CommandError where there is none
 */
export function withFolders(
  settings: Settings,
  folders: readonly string[],
  cwd: string,
  command: string,
): Folders {
  const named = new Set(folders.map((each) => shortest(each, cwd)));
  const rules = [...new Set([...settings.rules, ...named])];
  if (rules.length === 0)
    throw new CommandError(
      "bad-option",
      "no rule set is named",
      `Name a directory: churngate ${command} ./rules`,
    );
  return { settings: { ...settings, rules }, isNamed: (folder) => named.size === 0 || named.has(folder) };
}
