import type { Comparison, Expression, Literal, Operand, Reference } from "./expression.js";

/** A field's value, or that one of the steps to it is missing: the first is step 0. */
export type Held = { readonly value: Literal } | { readonly missing: number };

/** What the fields that a rule names have, before and after. */
export type Holdings = (reference: Reference) => Held;

/** What CEL makes of a rule; an error refuses the write, as false does. */
export type Outcome = boolean | "error";

/** Evaluates as CEL does: && and || pass over an error where the other side decides. */
export function evaluate(expression: Expression, held: Holdings): Outcome {
  switch (expression.type) {
    case "and":
    case "or": {
      const decides = expression.type === "or";
      const left = evaluate(expression.left, held);
      if (left === decides) return decides;
      const right = evaluate(expression.right, held);
      if (right === decides) return decides;
      return left === "error" || right === "error" ? "error" : !decides;
    }
    case "not": {
      const of = evaluate(expression.of, held);
      return of === "error" ? of : !of;
    }
    case "if": {
      const condition = evaluate(expression.test, held);
      if (condition === "error") return condition;
      return evaluate(condition ? expression.yes : expression.no, held);
    }
    case "has": {
      const found = held(expression.reference);
      if ("value" in found) return true;
      return found.missing === expression.reference.path.length - 1 ? false : "error";
    }
    case "compare":
      return compare(expression.by, expression.left, expression.right, held);
    case "operand": {
      const value = literalOf(expression.operand, held);
      return typeof value === "boolean" ? value : "error";
    }
  }
}

function compare(by: Comparison, left: Operand, right: Operand, held: Holdings): Outcome {
  const [a, b] = [literalOf(left, held), literalOf(right, held)];
  if (a === undefined || b === undefined) return "error";
  if (by === "==") return a === b;
  if (by === "!=") return a !== b;
  const order = orderOf(a, b);
  if (by === "<") return order < 0;
  if (by === "<=") return order <= 0;
  return by === ">" ? order > 0 : order >= 0;
}

/** Texts are ordered by code points, not by the units that JavaScript compares; false comes before true. */
function orderOf(a: Literal, b: Literal): number {
  if (typeof a !== "string" || typeof b !== "string") return Number(a) - Number(b);
  const [left, right] = [[...a], [...b]];
  const at = left.findIndex((sign, index) => sign !== right[index]);
  if (at < 0) return left.length - right.length;
  return codeOf(left[at]) - codeOf(right[at]);
}

/** Of the end of a text: less than any. */
function codeOf(sign: string | undefined): number {
  return sign?.codePointAt(0) ?? -1;
}

function literalOf(operand: Operand, held: Holdings): Literal | undefined {
  if ("literal" in operand) return operand.literal;
  const found = held(operand.reference);
  return "value" in found ? found.value : undefined;
}
