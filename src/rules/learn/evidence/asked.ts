import type { JsonObject } from "../../../core/json.js";
import type { EditName } from "./edits.js";

/** What the server says of the write of a variant over live. */
export type Said =
  /** It would change live, at these places. `order`: only the order of sets, which a payload of the gate would leave as it is. */
  | { readonly type: "changes"; readonly paths: readonly string[]; readonly onlyOrder: boolean }
  | { readonly type: "changes-nothing" }
  /** apply: it would change managedFields only. */
  | { readonly type: "changes-owners" };

/** One write that the server was asked about, and what each strategy would have decided. */
export interface Asked {
  readonly edit: EditName | "unchanged";
  readonly path: string;
  readonly desired: JsonObject;
  readonly live: JsonObject;
  readonly said: Said;
  /** What the write would leave behind. */
  readonly answer: JsonObject;
}
