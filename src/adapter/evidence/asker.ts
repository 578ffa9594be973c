import type { JsonObject } from "../../core/json.js";
import type { Asked } from "../../rules/learn/evidence/asked.js";
import type { Variant } from "../../rules/learn/evidence/variants.js";

/** Asks the server about variants of one object. */
export interface Asker {
  /** write: over live. create: nothing is there, so that two creations are compared. */
  readonly basis: "write" | "create";
  readonly live: JsonObject;
  /** Where the server answers otherwise each time, though the same is written: left out of all that it is asked about. */
  readonly unstable: readonly string[];
  /** undefined: it says nothing. The server refuses the variant, or only an update of live would show. */
  ask(variant: Variant): Promise<Asked | undefined>;
}
