import { CommandError } from "./errors.js";
import { type Settings, shortest } from "./settings.js";

/**
 * The settings with the rule sets that a command names stacked on the configured ones.
 * @throws CommandError where there is none
 */
export function withFolders(settings: Settings, folders: readonly string[], cwd: string): Settings {
  const rules = [...new Set([...settings.rules, ...folders.map((each) => shortest(each, cwd))])];
  if (rules.length > 0) return { ...settings, rules };
  throw new CommandError(
    "bad-option",
    "no rule set is named",
    "Name a directory: churngate rules lint ./rules",
  );
}
