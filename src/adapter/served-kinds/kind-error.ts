export type KindErrorCode =
  /** The server serves nothing by this name. */
  | "unknown-kind"
  /** It cannot be watched: it has no `watch` verb. */
  | "not-watchable";

/** A name that stands for no kind that can be watched: what is wrong, and what to do. */
export class KindError extends Error {
  override readonly name = "KindError";
  constructor(
    readonly code: KindErrorCode,
    /** As it was given. */
    readonly asked: string,
    message: string,
    readonly hint: string,
    /** The name that it may be a slip of. */
    readonly nearest?: string,
  ) {
    super(message);
  }
}
