import { configure } from "safe-stable-stringify";
import type { Json } from "../../core/json.js";
import { exactJson } from "../exact-json.js";

/** undefined where a text is no JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    // The exact reader is slower, and hardly an object needs it.
    return /\d{16}/.test(text) ? exactJson(text) : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}

/** Safe against a BigInt.prototype.toJSON that makes text of integers. */
export const printJson: (value: unknown) => string | undefined = configure({
  bigint: true,
  deterministic: false,
  circularValue: TypeError,
});
