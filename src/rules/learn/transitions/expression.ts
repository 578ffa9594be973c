/** A value of CEL that stands in a rule's text. */
export type Literal = string | number | boolean;

/** What CEL takes a value for, as far as values of it are compared: "other" ones only with their own old ones. */
export type CelType = "string" | "int" | "double" | "bool" | "other";

/** A field of the new value (self) or of the old one, by its names from there; none: the value itself. */
export interface Reference {
  readonly old: boolean;
  readonly path: readonly string[];
}

export type Operand =
  | { readonly literal: Literal; readonly type: CelType }
  | { readonly reference: Reference };

export type Comparison = "==" | "!=" | "<" | "<=" | ">" | ">=";

/** A validation rule, as far as it is of a kind whose meaning is certain. */
export type Expression =
  | { readonly type: "and" | "or"; readonly left: Expression; readonly right: Expression }
  | { readonly type: "not"; readonly of: Expression }
  | { readonly type: "if"; readonly test: Expression; readonly yes: Expression; readonly no: Expression }
  | { readonly type: "has"; readonly reference: Reference }
  | { readonly type: "compare"; readonly by: Comparison; readonly left: Operand; readonly right: Operand }
  | { readonly type: "operand"; readonly operand: Operand };

/** An expression and all that it is made of, itself first. */
export function* partsOf(expression: Expression): Generator<Expression> {
  yield expression;
  for (const part of ownParts(expression)) yield* partsOf(part);
}

/** What an expression compares, or is. */
export function operandsOf(expression: Expression): readonly Operand[] {
  if (expression.type === "compare") return [expression.left, expression.right];
  return expression.type === "operand" ? [expression.operand] : [];
}

function ownParts(expression: Expression): readonly Expression[] {
  if (expression.type === "and" || expression.type === "or") return [expression.left, expression.right];
  if (expression.type === "not") return [expression.of];
  return expression.type === "if" ? [expression.test, expression.yes, expression.no] : [];
}
