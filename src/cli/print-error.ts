import { UsageError } from "../core/errors.js";
import { printable, usageText } from "../prose/index.js";
import { type RuleError, RulesError } from "../rules/errors.js";
import { CommandError } from "./errors.js";
import type { Undecided } from "./explain/decide.js";
import { InputError } from "./input/error.js";
import type { Shell } from "./shell.js";

/** Prints what went wrong; a stack only where CHURNGATE_DEBUG asks for it. */
export function printError(error: unknown, shell: Shell): void {
  shell.err(`${messageOf(error, shell)}\n`);
  if (shell.env.CHURNGATE_DEBUG && error instanceof Error) shell.err(`${error.stack}\n`);
}

function messageOf(error: unknown, shell: Shell): string {
  if (error instanceof InputError) return inputText(error);
  if (error instanceof RulesError) return error.errors.map(ruleErrorText).join("\n\n");
  if (error instanceof UsageError) return `error: ${usageText(error)}`;
  if (error instanceof CommandError) {
    const at = error.place === undefined ? "error" : printable(error.place);
    return lines(`${at}: ${printable(error.message)}`, error.hint);
  }
  const message = printable(error instanceof Error ? error.message : String(error));
  const how = shell.env.CHURNGATE_DEBUG ? "" : " (CHURNGATE_DEBUG=1 shows where)";
  return `churngate: internal error: ${message}${how}`;
}

/** `file:line:column: what is wrong`, the line with a caret, and what to do. */
export function inputText(error: InputError): string {
  const place = [error.file, error.line, error.column].filter((part) => part !== undefined).join(":");
  return lines(`${printable(place)}: ${printable(error.message)}`, error.frame, error.hint);
}

/** The same of a rule file; a directory that cannot be read has no line to show. */
export function ruleErrorText(error: RuleError): string {
  const { file, line, column, message, hint } = error;
  if (error.code === "unreadable") return lines(`${printable(file)}: ${printable(message)}`, hint);
  const frame = error.frame.split("\n").map(printable).join("\n");
  return lines(`${printable(file)}:${line}:${column}: ${printable(message)}`, frame, hint);
}

function lines(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join("\n");
}

/** One object that could not be decided: where it stands, which it is, why, and what to do. */
export function objectErrorText({ desired, error }: Undecided): string {
  const name = [desired.namespace, desired.name].filter((part) => part !== undefined).join("/");
  const subject = printable(`${desired.kind} ${name}`.trim());
  return lines(
    `${printable(desired.file)}:${desired.line}: ${subject}: ${printable(error.message)}`,
    error.hint,
  );
}
