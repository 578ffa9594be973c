import type { LearnedKind } from "../../rules/learn/kinds.js";
import type { Evident } from "./evident.js";

/** What a run learned, before anything is written: what of each kind, and what went wrong on the way. */
export interface Found {
  readonly kinds: readonly LearnedKind[];
  /** What dry runs of objects told. A kind of which they told more than its definition is not among the others. */
  readonly evident: readonly Evident[];
  /** What could not be read or learned from; nothing is written then. */
  readonly errors: readonly FoundError[];
  /** What a person should know of how it was learned. */
  readonly notes: readonly string[];
  /** Objects that the server did not take, beside others that it did. */
  readonly refused: readonly FoundError[];
}

/** One thing that nothing was learned from. */
export interface FoundError {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
}
