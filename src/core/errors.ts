/** What a caller of decide did wrong. Data never causes one, but for `too-deep`. */
export type UsageCode =
  /** The object is not an object, or has no kind or apiVersion. */
  | "no-kind"
  /** Desired and live have another kind, name or namespace. */
  | "identity-mismatch"
  /** Desired and live have another apiVersion. */
  | "version-mismatch"
  /** A Date, NaN, Infinity, function, symbol or class instance: not wire JSON. */
  | "not-wire-json"
  /** An option that cannot be. */
  | "bad-option"
  /** The gate does not write in this mode. */
  | "unsupported-mode"
  /** A status cannot be written to an object that is not there. */
  | "no-live"
  /** The kind has no status. */
  | "no-status"
  /** A cycle, or nesting deeper than the engine's stack. */
  | "too-deep";

/** A programmer's error: `code` says which, `path` where, `detail` what was found. */
export class UsageError extends Error {
  override readonly name = "UsageError";
  constructor(
    readonly code: UsageCode,
    readonly detail: string,
    readonly path?: string,
  ) {
    super(path === undefined ? `${code}: ${detail}` : `${code}: ${path}: ${detail}`);
  }
}
