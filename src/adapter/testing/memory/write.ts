import type { FieldSet } from "../../core/apply/field-set.js";
import type { JsonObject } from "../../core/json.js";
import type { Entry, Writer } from "./entries.js";
import type { Kind } from "./kinds.js";

/** A write, as far as it has been worked out: the object that it states as a whole. */
export interface Write {
  readonly kind: Kind;
  readonly name: string;
  readonly live: JsonObject | undefined;
  /** The whole object that the write would leave, before the server fills anything in. */
  readonly target: JsonObject;
  readonly writer: Writer;
  /** Ownership to start from. */
  readonly entries: readonly Entry[];
  /** Of an apply: what it states. */
  readonly stated?: FieldSet;
  readonly force?: boolean;
  readonly time: string;
}
