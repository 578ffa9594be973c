import type { UsageCode } from "../../core/errors.js";

/** Why one object cannot be decided; the others can. */
export type ObjectCode = UsageCode | "no-name" | "no-namespace" | "duplicate-object";

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
