import type { FieldSet } from "../../../core/apply/field-set.js";
import type { JsonObject } from "../../../core/json.js";
import type { WriteOptions } from "../../port/port.js";
import type { Entry, Writer } from "./entries.js";
import type { Kind } from "./kinds.js";

/** Who writes, whatever the operation. */
export type Author = Omit<Writer, "operation">;

/** A write, as far as it has been worked out: the object that it states as a whole. */
interface Stated {
  readonly kind: Kind;
  readonly name: string;
  readonly live: JsonObject | undefined;
  /** The whole object that the write would leave, before the server fills anything in. */
  readonly target: JsonObject;
  readonly by: Author;
  /** Ownership to start from. */
  readonly entries: readonly Entry[];
  readonly time: string;
}

/** A create, PUT or merge patch. */
export interface Update extends Stated {
  readonly operation: "Update";
}

export interface Apply extends Stated {
  readonly operation: "Apply";
  /** What it states, as its entry records it. */
  readonly stated: FieldSet;
  /** It takes what others own. */
  readonly force: boolean;
}

export type Write = Update | Apply;

/** The manager of a client that names none. */
const NAMELESS = "unknown";

export function authorOf({ apiVersion }: Kind, { fieldManager, subresource }: WriteOptions): Author {
  const manager = fieldManager || NAMELESS;
  return { manager, apiVersion, ...(subresource !== undefined && { subresource }) };
}
