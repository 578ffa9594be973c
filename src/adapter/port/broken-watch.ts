/** What is wrong with the stream of a watch. */
export type BrokenWatchCode =
  /** Nothing came for too long. */
  | "silent"
  /** It ended within a line, or within what is packed. */
  | "cut"
  /** A line is longer than any object can be. */
  | "too-long"
  /** A line is no event. */
  | "no-event";

/** A watch that cannot be read on. What came before it holds. */
export class BrokenWatch extends Error {
  override readonly name = "BrokenWatch";
  constructor(
    readonly code: BrokenWatchCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
