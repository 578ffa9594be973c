import type { CelType, Comparison, Expression, Operand, Reference } from "./expression.js";

const TOKEN =
  /\s*(?:(&&|\|\||[=!<>]=|[()!?:.<>])|([A-Za-z_][A-Za-z0-9_]*)|(\d+\.\d+|-?\d+)|"([^"\\]*)"|'([^'\\]*)')/y;

type Token =
  | { readonly type: "mark" | "name"; readonly text: string }
  | { readonly type: "literal"; readonly value: string | number; readonly of: CelType };

/** How deep a rule may be nested, and how long it may be, to be looked at. */
const MAX_LENGTH = 1000;

/** There is room between any two numbers of so many digits. */
const MAX_DIGITS = 12;

/**
 * Reads a rule of CEL that is made of `self` and `oldSelf`, their fields, `has()`, literals, comparisons, `&&`, `||`, `!`, `? :`.
 * @returns undefined for any other rule
 */
export function parseRule(rule: string): Expression | undefined {
  const tokens = rule.length > MAX_LENGTH ? undefined : tokensOf(rule);
  if (tokens === undefined) return undefined;
  try {
    return new Parser(tokens).whole();
  } catch (error) {
    if (error instanceof NotRead) return undefined;
    throw error;
  }
}

class NotRead extends Error {}

function tokensOf(text: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const [, mark, name, number, double, single] = TOKEN.exec(text) ?? [];
    if (mark !== undefined) tokens.push({ type: "mark", text: mark });
    else if (name !== undefined) tokens.push({ type: "name", text: name });
    else if (number !== undefined && number.length <= MAX_DIGITS)
      tokens.push({ type: "literal", value: Number(number), of: number.includes(".") ? "double" : "int" });
    else if (double !== undefined || single !== undefined)
      tokens.push({ type: "literal", value: double ?? single ?? "", of: "string" });
    else return undefined;
  }
  return tokens;
}

const COMPARISONS: readonly Comparison[] = ["==", "!=", "<", "<=", ">", ">="];

class Parser {
  #at = 0;
  constructor(private readonly tokens: readonly Token[]) {}

  whole(): Expression {
    const expression = this.#choice();
    if (this.#at < this.tokens.length) throw new NotRead();
    return expression;
  }

  #choice(): Expression {
    const condition = this.#or();
    if (!this.#take("?")) return condition;
    const yes = this.#or();
    this.#need(":");
    return { type: "if", test: condition, yes, no: this.#choice() };
  }

  #or(): Expression {
    let left = this.#and();
    while (this.#take("||")) left = { type: "or", left, right: this.#and() };
    return left;
  }

  #and(): Expression {
    let left = this.#relation();
    while (this.#take("&&")) left = { type: "and", left, right: this.#relation() };
    return left;
  }

  /** A comparison of two operands, or of what two `has()` say. */
  #relation(): Expression {
    const left = this.#unary();
    const by = COMPARISONS.find((each) => this.#take(each));
    if (by === undefined) return left;
    const right = this.#unary();
    if (left.type === "operand" && right.type === "operand")
      return { type: "compare", by, left: left.operand, right: right.operand };
    if (by !== "==" && by !== "!=") throw new NotRead();
    const same: Expression = { type: "if", test: left, yes: right, no: { type: "not", of: right } };
    return by === "==" ? same : { type: "not", of: same };
  }

  #unary(): Expression {
    if (this.#take("!")) return { type: "not", of: this.#unary() };
    if (this.#take("(")) {
      const inner = this.#choice();
      this.#need(")");
      return inner;
    }
    const token = this.tokens[this.#at++];
    if (token?.type === "literal")
      return { type: "operand", operand: { literal: token.value, type: token.of } };
    if (token?.type !== "name") throw new NotRead();
    if (token.text === "true" || token.text === "false")
      return { type: "operand", operand: { literal: token.text === "true", type: "bool" } };
    if (token.text !== "has") return { type: "operand", operand: this.#reference(token.text) };
    this.#need("(");
    const { reference } = this.#reference(this.#name());
    this.#need(")");
    if (reference.path.length === 0) throw new NotRead();
    return { type: "has", reference };
  }

  #reference(root: string): Operand & { readonly reference: Reference } {
    if (root !== "self" && root !== "oldSelf") throw new NotRead();
    const path: string[] = [];
    while (this.#take(".")) path.push(unescaped(this.#name()));
    const next = this.tokens[this.#at];
    if (next?.type === "mark" && next.text === "(") throw new NotRead();
    return { reference: { old: root === "oldSelf", path } };
  }

  #name(): string {
    const token = this.tokens[this.#at++];
    if (token?.type !== "name") throw new NotRead();
    return token.text;
  }

  #take(mark: string): boolean {
    const token = this.tokens[this.#at];
    if (token?.type !== "mark" || token.text !== mark) return false;
    this.#at++;
    return true;
  }

  #need(mark: string): void {
    if (!this.#take(mark)) throw new NotRead();
  }
}

const ESCAPES: Readonly<Record<string, string>> = { underscores: "__", dot: ".", dash: "-", slash: "/" };

/** A property's name as CEL has to spell it: `__dash__` for `-`, `__namespace__` for a word of its own. */
function unescaped(name: string): string {
  return name
    .replace(/__(underscores|dot|dash|slash)__/g, (_, word: string) => ESCAPES[word] ?? "")
    .replace(/^__([a-z]+)__$/, "$1");
}
