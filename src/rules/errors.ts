import { hintOf } from "./hints.js";
import { messageOf } from "./messages.js";
import type { RuleProblem } from "./problems.js";

export type RuleErrorCode = RuleProblem["code"];
export type RuleErrorLevel = "error" | "warning";

/** Where in which text; line and column count from 1, `frame` shows the line with a caret under the column. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly frame: string;
}

/** Something wrong at one place of a rule file: `code` says what, `problem` carries the arguments. */
export class RuleError extends Error implements Place {
  override readonly name = "RuleError";
  readonly code: RuleErrorCode;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly frame: string;
  /** What to do about it, in a few words. */
  readonly hint: string | undefined;

  constructor(
    readonly problem: RuleProblem,
    place: Place,
    readonly level: RuleErrorLevel = "error",
  ) {
    super(messageOf(problem));
    this.code = problem.code;
    this.file = place.file;
    this.line = place.line;
    this.column = place.column;
    this.frame = place.frame;
    this.hint = hintOf(problem);
  }

  /** `file:line:column: message`, the frame and the hint. */
  override toString(): string {
    const hint = this.hint === undefined ? "" : `\n${this.hint}`;
    return `${this.file}:${this.line}:${this.column}: ${this.message}\n${this.frame}${hint}`;
  }
}

/** Everything that is wrong with the rule sets that were read; none of them is used. */
export class RulesError extends Error {
  override readonly name = "RulesError";
  constructor(readonly errors: readonly RuleError[]) {
    super(errors.map(String).join("\n\n"));
  }
}
