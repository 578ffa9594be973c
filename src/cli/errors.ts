/** What is wrong with how the program was called. */
export type CommandCode =
  /** An option's value that is not taken. */
  | "bad-option"
  /** churngate.json is wrong; `place` says where. */
  | "bad-config"
  /** There is no kubeconfig, or it is wrong, or it has no such context; `place` says where. */
  | "bad-kubeconfig"
  /** The cluster does not answer. */
  | "unreachable"
  /** The cluster does not let this user in. */
  | "unauthorized"
  /** An optional package that this command needs is not installed, or does not run here. */
  | "missing-package"
  /** A file is no document of churngate, or not as its format says; `place` says where. */
  | "bad-document"
  /** A kind that no rule and no facts know, or that the server does not serve. */
  | "unknown-kind"
  /** The server does not let this user list and watch a kind. */
  | "not-watched"
  /** A name that kinds of several groups have. */
  | "ambiguous-kind"
  /** A file stands where one is to be written. */
  | "exists"
  /** A directory or a file cannot be written. */
  | "not-written"
  /** An address that cannot be listened on. */
  | "not-listening";

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
