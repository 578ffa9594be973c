import type { JsonObject } from "../../../src/core/json.js";
import type { Answer } from "../../../tools/cluster/types.d.ts";

/** The object that an answer has; throws where it is a refusal. */
export function accepted({ code, body }: Answer): JsonObject {
  if (code >= 300) throw new Error(`${code}: ${body.message}`);
  return body as JsonObject;
}
