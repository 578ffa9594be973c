import { configure } from "safe-stable-stringify";

/** JSON text with every integer in full; safe against a BigInt.prototype.toJSON that makes text of integers. */
export const printJson: (value: unknown) => string | undefined = configure({
  bigint: true,
  deterministic: false,
  circularValue: TypeError,
});
