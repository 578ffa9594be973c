import { groupVersionOf } from "../../core/decide/identity.js";
import type { JsonObject } from "../../core/json.js";

/** A kind in one of its versions. */
export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** Which kind an object is of. */
export function subjectOf({ apiVersion, kind }: JsonObject): GroupVersionKind {
  return { ...groupVersionOf(String(apiVersion)), kind: String(kind) };
}
