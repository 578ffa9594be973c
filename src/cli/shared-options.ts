import { Argument, type Command, Option } from "commander";
import { MODES } from "../core/decision.js";

/**
 * An option with a few values, which help and completion name. A wrong one is not found here: churngate.json may state
 * it too, and `settingsOf` looks at both.
 * @param fallback what holds where neither states it
 */
export function valued(
  flags: string,
  description: string,
  values: readonly string[],
  fallback?: string,
): Option {
  const option = new Option(flags, description);
  option.argChoices = [...values];
  return fallback === undefined ? option : option.default(undefined, fallback);
}

/** An argument with a few values, which help and completion name. A wrong one is the command's to find. */
export function valuedArgument(name: string, description: string, values: readonly string[]): Argument {
  const argument = new Argument(name, description);
  argument.argChoices = [...values];
  return argument;
}

/** Adds the options that every command takes; `outputs` are the values of its -o. */
export function withShared(command: Command, outputs: readonly string[]): Command {
  return command
    .option("--rules <dir>", "rule set to stack on the ones before it; may be repeated", collect)
    .option("--no-bundled", "leave the bundled rules out")
    .addOption(valued("-o, --output <format>", "how results are printed", outputs, "text"))
    .addOption(valued("--color <when>", "whether to use colours", ["auto", "always", "never"], "auto"));
}

/** Adds the options of the commands that read objects. */
export function withFiles(command: Command): Command {
  return command
    .requiredOption("-f, --filename <file...>", "files, directories, or - for standard input")
    .option("-R, --recursive", "look into directories to any depth")
    .option("-n, --namespace <name>", "namespace of the objects that name none");
}

/**
 * Adds the options that say how a write would be sent.
 * @param manager when the name is needed, or what it is else
 */
export function withWrite(command: Command, manager?: string): Command {
  return command
    .addOption(valued("--mode <mode>", "how a write is sent", MODES, "replace"))
    .option(
      "--field-manager <name>",
      ["our name in managedFields", ...(manager ? [manager] : [])].join("; "),
    );
}

/** Adds the options of the commands that reach a cluster. */
export function withCluster(command: Command): Command {
  return command
    .option("--kubeconfig <file>", "in place of $KUBECONFIG and ~/.kube/config")
    .option("--context <name>", "the kubeconfig's context to use")
    .option("--no-force", "apply: leave what other field managers own; that is blocked then")
    .option("--concurrency <n>", "objects under way at once (default: 8)")
    .option("--timeout <duration>", "for one object, further tries included (default: 60s)");
}

function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/**
 * The flags that were given, without those that only have their default.
 * @template Flags those that the command's options stand for: commander does not know
 */
export function given<Flags extends object>(command: Command): Flags {
  const stated = Object.entries(command.opts()).filter(
    ([name, value]) => command.getOptionValueSource(name) !== "default" && value !== undefined,
  );
  return Object.fromEntries(stated) as Flags;
}
