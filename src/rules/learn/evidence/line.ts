import type { Json } from "../../../core/json.js";

/** A part of a proposed rule, or of facts, and the evidence for it. */
export type Line = { readonly path: string; readonly why: string } & (
  | { readonly type: "ignore" }
  /** Ignored while desired does not state it. */
  | { readonly type: "unstated" }
  /** Facts: what the server stores where nothing is stated. */
  | { readonly type: "default"; readonly value: Json }
  | {
      readonly type: "pair";
      readonly keys?: readonly string[];
      readonly set?: true;
      readonly foreign?: "keep";
    }
  | { readonly type: "immutable" }
);

/** What no line of a rule can say. */
export interface Unexplained {
  readonly path: string;
  readonly why: string;
}
