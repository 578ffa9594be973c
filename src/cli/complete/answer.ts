import type { Argument, Command, Option } from "commander";
import type { Context } from "../context.js";
import { type Asked, type Stated, whatIsAsked } from "./asked.js";

/** A word that may stand at the cursor, and what it means. */
type Candidate = readonly [word: string, meaning?: string];

/** What a shell completes by itself, by the numbers that kubectl's plugins and their scripts know (cobra's directives). */
const SHELL_COMPLETES = { files: 0, nothing: 4, directories: 16 } as const;

interface Answer {
  readonly candidates: readonly Candidate[];
  readonly shell: keyof typeof SHELL_COMPLETES;
}

const NOTHING: Answer = { candidates: [], shell: "nothing" };
const FILES: Answer = { candidates: [], shell: "files" };
const DIRECTORIES: Answer = { candidates: [], shell: "directories" };

/**
 * Answers `churngate __complete WORD...`: a line for each word that may stand in place of the last one, a tab and its meaning behind it,
 * and in the last line `:` and what the shell completes besides. Words are not chosen by what is typed already: the shell does so.
 */
export async function complete(
  program: Command,
  words: readonly string[],
  context: Context,
): Promise<string> {
  // A cursor is no place for messages.
  const { candidates, shell } = await answerOf(whatIsAsked(program, words), context).catch(() => NOTHING);
  const lines = candidates.map(([word, meaning = ""]) => `${word}\t${oneLine(meaning)}`);
  return `${[...lines, `:${SHELL_COMPLETES[shell]}`].join("\n")}\n`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}

async function answerOf(asked: Asked, context: Context): Promise<Answer> {
  switch (asked.what) {
    case "command":
      return words(asked.command.commands.map((each) => [each.name(), each.description()]));
    case "option":
      return words(optionNames(asked.command, asked.given));
    case "value":
    case "argument":
      return valuesOf(asked.of, asked.stated, context);
    case "nothing":
      return words(
        asked.command.options
          .filter((option) => option.mandatory && !asked.given.has(option))
          .map((option) => [option.long ?? "", option.description]),
      );
  }
}

function words(candidates: readonly Candidate[]): Answer {
  return { candidates, shell: "nothing" };
}

function optionNames(command: Command, given: ReadonlySet<Option>): readonly Candidate[] {
  const options = command.createHelp().visibleOptions(command);
  const left = options.filter(
    (option) => !given.has(option) || option.variadic || option.parseArg !== undefined,
  );
  return left.map((option) => [option.long ?? option.short ?? "", option.description]);
}

/** By the values that are stated with it, else by its name in the help: `<file>`, `<dir>`, `<kind>`, the name of a context. */
async function valuesOf(of: Option | Argument, stated: Stated, context: Context): Promise<Answer> {
  if (of.argChoices !== undefined) return words(of.argChoices.map((value) => [value]));
  const name = "flags" in of ? (/[<[](\w+)/.exec(of.flags)?.[1] ?? "") : of.name();
  if (name === "file") return FILES;
  if (name === "dir") return DIRECTORIES;
  if (name === "kind") {
    const { kindNames } = await import("./kinds.js");
    return words((await kindNames(stated, context)).map((kind) => [kind]));
  }
  const long = "flags" in of ? of.long : undefined;
  if (long !== "--context" && long !== "--namespace") return NOTHING;
  const { contextNames, namespaceNames } = await import("./kubeconfig.js");
  const names = long === "--context" ? contextNames : namespaceNames;
  return words((await names(stated, context.shell)).map((each) => [each]));
}
