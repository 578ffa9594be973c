import type { Argument, Command, Option } from "commander";

/** What is to be completed. */
export type Asked =
  /** A command below this one. */
  | { readonly what: "command"; readonly command: Command }
  /** The name of an option of this command. */
  | { readonly what: "option"; readonly command: Command; readonly given: ReadonlySet<Option> }
  /** An option's value. */
  | { readonly what: "value"; readonly of: Option; readonly command: Command; readonly stated: Stated }
  /** An argument of this command. */
  | { readonly what: "argument"; readonly of: Argument; readonly command: Command; readonly stated: Stated }
  /** Nothing that could stand here, but the options that have to. */
  | { readonly what: "nothing"; readonly command: Command; readonly given: ReadonlySet<Option> };

/** The values that the words before state, by the option's long name. */
export type Stated = ReadonlyMap<string, readonly string[]>;

/**
 * What may stand in place of the last of these words, as commander would read them.
 * @param words those behind the program's name; the last is the one at the cursor, up to it, and may be empty
 */
export function whatIsAsked(program: Command, words: readonly string[]): Asked {
  const line = new Line(program);
  for (const word of words.slice(0, -1)) line.read(word);
  return line.asked(words.at(-1) ?? "");
}

class Line {
  private readonly given = new Set<Option>();
  private readonly stated = new Map<string, string[]>();
  private open: { readonly option: Option; values: number } | undefined;
  private operands: string[] = [];
  private onlyOperands = false;

  private command: Command;

  constructor(private readonly program: Command) {
    this.command = program;
  }

  read(word: string): void {
    if (this.takesValue(word)) this.value(word);
    else if (this.onlyOperands) this.operands.push(word);
    else if (word === "--") this.onlyOperands = true;
    else if (word.startsWith("-") && word !== "-") this.option(word);
    else this.operand(word);
  }

  asked(word: string): Asked {
    const { command, given, stated, open } = this;
    const [, flag = "", value] = /^(--[^=]+)=(.*)$/s.exec(word) ?? [];
    const attached = value === undefined || this.onlyOperands ? undefined : this.find(flag);
    if (attached !== undefined) return { what: "value", of: attached, command, stated };
    if (open !== undefined && this.takesValue(word))
      return { what: "value", of: open.option, command, stated };
    if (word.startsWith("-") && !this.onlyOperands) return { what: "option", command, given };
    if (command.commands.length > 0) return { what: "command", command };
    const of = argumentAt(command, this.operands.length);
    const named = of?.name() === "command" ? commandAt(this.program, this.operands) : undefined;
    if (named !== undefined) return { what: "command", command: named };
    return of === undefined ? { what: "nothing", command, given } : { what: "argument", of, command, stated };
  }

  /** Whether a word is the open option's: its first value may begin with a dash where one has to be there. */
  private takesValue(word: string): boolean {
    if (this.open === undefined) return false;
    const { option, values } = this.open;
    if (values === 0 && option.required) return true;
    return (values === 0 || option.variadic) && (!word.startsWith("-") || word === "-");
  }

  private value(word: string): void {
    if (this.open === undefined) return;
    this.state(this.open.option, word);
    this.open.values++;
    if (!this.open.option.variadic) this.open = undefined;
  }

  private option(word: string): void {
    this.open = undefined;
    const [flag = "", ...rest] = word.startsWith("--") ? word.split("=") : [word.slice(0, 2), word.slice(2)];
    const option = this.find(flag);
    if (option === undefined) return;
    this.given.add(option);
    const value = rest.join("=");
    if (value !== "") this.state(option, value);
    const isOpen = option.required || option.optional;
    if (isOpen && (value === "" || option.variadic)) this.open = { option, values: value === "" ? 0 : 1 };
  }

  private operand(word: string): void {
    this.open = undefined;
    const below = this.command.commands.find((each) => each.name() === word);
    if (below !== undefined) {
      this.command = below;
      this.operands = [];
    } else this.operands.push(word);
  }

  private find(flag: string): Option | undefined {
    return this.command.options.find(({ long, short }) => flag === long || flag === short);
  }

  private state(option: Option, value: string): void {
    const name = option.long ?? "";
    this.stated.set(name, [...(this.stated.get(name) ?? []), value]);
  }
}

/** Of `help`, the command that its words name so far; undefined where there is none. */
function commandAt(above: Command, [name, ...below]: readonly string[]): Command | undefined {
  if (name === undefined) return above;
  const found = above.commands.find((each) => each.name() === name);
  return found === undefined ? undefined : commandAt(found, below);
}

function argumentAt({ registeredArguments }: Command, index: number): Argument | undefined {
  const last = registeredArguments.at(-1);
  return registeredArguments[index] ?? (last?.variadic ? last : undefined);
}
