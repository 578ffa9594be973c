import { CommandError } from "./errors.js";
import type { Settings } from "./settings.js";

/**
 * The settings with the rule sets that a command names stacked on the configured ones.
 * @throws CommandError where there is none
 */
export function withFolders(settings: Settings, folders: readonly string[]): Settings {
  const rules = [...settings.rules.filter((each) => !folders.includes(each)), ...folders];
  if (rules.length > 0) return { ...settings, rules };
  throw new CommandError(
    "bad-option",
    "no rule set is named",
    "Name a directory: churngate rules lint ./rules",
  );
}
