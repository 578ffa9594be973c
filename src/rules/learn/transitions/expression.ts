/** A value of CEL that stands in a rule's text. */
export type Literal = string | number | boolean;

/** A field of the new value (self) or of the old one, by its names from there; none: the value itself. */
export interface Reference {
  readonly old: boolean;
  readonly path: readonly string[];
}

export type Operand = { readonly literal: Literal } | { readonly reference: Reference };

export type Comparison = "==" | "!=" | "<" | "<=" | ">" | ">=";

/** A validation rule, as far as it is of a kind whose meaning is certain. */
export type Expression =
  | { readonly type: "and" | "or"; readonly left: Expression; readonly right: Expression }
  | { readonly type: "not"; readonly of: Expression }
  | { readonly type: "if"; readonly test: Expression; readonly yes: Expression; readonly no: Expression }
  | { readonly type: "has"; readonly reference: Reference }
  | { readonly type: "compare"; readonly by: Comparison; readonly left: Operand; readonly right: Operand }
  | { readonly type: "operand"; readonly operand: Operand };
