import { Fields } from "./fields.js";
import type { Request } from "./request.js";
import { NONE } from "./scan.js";

/** How an object was written. An apply counts as a patch where the log does not show what it was. */
export const WAYS = ["apply", "update", "patch"] as const;
export type Way = (typeof WAYS)[number];

export const noWays = (): Record<Way, number> => ({ apply: 0, update: 0, patch: 0 });

const body = new Fields(["apiVersion", "kind"]);

/** A log does not have the content type: only an apply may be forced, or has a body that says what it is. */
export function wayOf({ isPut, hasForce, bytes, body: { start } }: Request): Way {
  if (isPut) return "update";
  if (hasForce) return "apply";
  const { apiVersion, kind } = body.at;
  const isObject = body.read(bytes, start) !== NONE && apiVersion.start !== NONE && kind.start !== NONE;
  return isObject ? "apply" : "patch";
}
