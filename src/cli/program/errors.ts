import type { Command } from "commander";
import { endingOf } from "./help.js";
import { pathOf } from "./tree.js";

/** What commander says of a wrong call, and what to do: the nearest right name, where it has one, else a call that works. */
export function usageErrorText(text: string, command: Command): string {
  return text.includes("(Did you mean ") ? text : `${text}${hintOf(text, command)}\n`;
}

function hintOf(text: string, command: Command): string {
  const help = `${pathOf(command)} --help`;
  const [first] = endingOf(command)?.examples ?? [];
  if (first === undefined || text.includes("unknown command")) return `${help} lists the commands.`;
  const files = /too many arguments/.test(text) && command.options.some(({ long }) => long === "--filename");
  return `${files ? "Files are named by -f: " : "Such as: "}${first[1]}\n${help} has more.`;
}
