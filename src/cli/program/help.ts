import { type Command, Help, type Option } from "commander";
import { ENDING } from "../signals.js";

/** A call that works, and what it does. */
export type Example = readonly [what: string, call: string];

/** What each exit code of a command means; those of signals are everybody's. */
export type Exits = Readonly<Record<number, string>>;

/** What a command's help says below its options. */
export interface Ending {
  readonly examples: readonly Example[];
  readonly exits: Exits;
}

/** Every command's last exit codes. */
export const INTERRUPTED: readonly [codes: string, meaning: string] = [
  Object.values(ENDING).join(", "),
  `interrupted by ${Object.keys(ENDING).join(", ")}`,
];

const endings = new WeakMap<Command, Ending>();

/**
 * Adds examples and exit codes to a command's help. Examples begin with `churngate`; what they pipe from may stand before it.
 * docs/cli.md has the exit codes too, and a test runs the examples.
 */
export function withEnding(command: Command, ending: Ending): Command {
  endings.set(command, ending);
  return command.addHelpText("after", ({ command: shown }) => {
    const help = shown.createHelp();
    help.prepareContext({ helpWidth: shown.configureOutput().getOutHelpWidth?.() ?? 80 });
    return `\n${endingText(ending, help, rootOf(shown).name())}`;
  });
}

/** What a command's help says below its options; undefined of one that only has commands below it. */
export function endingOf(command: Command): Ending | undefined {
  return endings.get(command);
}

function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}

function endingText({ examples, exits }: Ending, help: Help, program: string): string {
  const width = help.helpWidth ?? 80;
  const calls = examples.flatMap(([what, call]) => [
    ...help
      .boxWrap(what, Math.max(width - 4, help.minWidthToWrap))
      .split("\n")
      .map((line) => `  # ${line}`),
    `  ${call.replaceAll(/\bchurngate (?=[a-z])/g, `${program} `)}`,
  ]);
  const codes = [...Object.entries(exits), INTERRUPTED];
  const widest = Math.max(...codes.map(([code]) => code.length));
  const meanings = codes.map(([code, meaning]) => help.formatItem(code, widest, meaning, help));
  return ["Examples:", ...calls, "", "Exit codes:", ...meanings].join("\n");
}

/** Where there is less room than that behind an option, what it does stands below, set in by this much. */
const BELOW = 6;
const NARROWEST = 24;

/** Help that says an option's values as they are typed: `a|b|c`. */
export const HELP = {
  showGlobalOptions: true,
  formatItem(term: string, termWidth: number, description: string, help: Help): string {
    const room = (help.helpWidth ?? 80) - termWidth - 4;
    if (room >= help.minWidthToWrap || description === "")
      return Help.prototype.formatItem.call(help, term, termWidth, description, help);
    const below = help.boxWrap(description, Math.max((help.helpWidth ?? 80) - BELOW, NARROWEST));
    return [`  ${term}`, ...below.split("\n").map((line) => " ".repeat(BELOW) + line)].join("\n");
  },
  minWidthToWrap: NARROWEST,
  optionDescription(option: Option): string {
    const { argChoices, description } = option;
    if (argChoices === undefined) return Help.prototype.optionDescription.call(this, option);
    const values = argChoices.join("|");
    const fallback =
      option.defaultValueDescription === undefined ? "" : ` (default: ${option.defaultValueDescription})`;
    return `${description === "" ? "" : `${description}: `}${values}${fallback}`;
  },
};
