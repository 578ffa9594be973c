import type { EnsureErrorCode } from "../../adapter/ensure/ensure-error.js";
import type { UsageCode } from "../../core/errors.js";

/** Why one object cannot be decided; the others can. */
export type ObjectCode =
  | UsageCode
  | "no-name"
  | "no-namespace"
  | "duplicate-object"
  /** What the cluster says. */
  | EnsureErrorCode
  /** The cluster does not answer. */
  | "unreachable"
  /** A fault of this program, or of the client. */
  | "internal";

/** One object that cannot be decided. */
export class ObjectError extends Error {
  override readonly name = "ObjectError";
  constructor(
    readonly code: ObjectCode,
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}
