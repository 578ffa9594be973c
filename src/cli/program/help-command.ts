import type { Command } from "commander";
import { nearest } from "../../rules/nearest.js";
import { withEnding } from "./help.js";

/** Adds `churngate help`, which takes the names of commands below commands too. */
export function addHelp(program: Command): void {
  const command = program.command("help [command...]").description("say how a command is called");
  withEnding(command, {
    examples: [
      ["all commands", "churngate help"],
      ["one of them", "churngate help rules show"],
    ],
    exits: { 0: "shown", 2: "there is no such command" },
  });
  command.action((names: string[]) => commandOf(program, names).outputHelp());
}

function commandOf(above: Command, [name, ...below]: readonly string[]): Command {
  if (name === undefined) return above;
  const found = above.commands.find((each) => each.name() === name);
  if (found !== undefined) return commandOf(found, below);
  const near = nearest(
    name,
    above.commands.map((each) => each.name()),
  );
  return above.error(
    `error: unknown command '${name}'${near === undefined ? "" : `\n(Did you mean ${near}?)`}`,
  );
}
