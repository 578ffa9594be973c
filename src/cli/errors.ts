/** What is wrong with how the program was called. */
export type CommandCode =
  /** An option's value that is not taken. */
  | "bad-option"
  /** churngate.json is wrong; `place` says where. */
  | "bad-config"
  /** Something that a later version does. */
  | "not-in-this-version"
  /** A kind that no rule and no facts know. */
  | "unknown-kind";

/** A call that cannot be carried out: one line for a person, and what to do. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  constructor(
    readonly code: CommandCode,
    message: string,
    readonly hint?: string,
    readonly place?: string,
  ) {
    super(message);
  }
}
