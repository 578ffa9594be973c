import { type Json, setMember } from "../../core/json.js";
import { exactInteger } from "./scalar.js";

/**
 * Reads a JSON text that JSON.parse accepts, with every integer exact. The parser is loaded when a
 * text needs it.
 */
export async function exactJson(text: string): Promise<Json> {
  const { visit } = await import("jsonc-parser");
  const root: { value: Json } = { value: null };
  const stack: Holder[] = [{ kind: "root", into: root }];
  const open = (value: Record<string, Json> | Json[]): void => {
    put(stack.at(-1), value);
    stack.push(
      Array.isArray(value) ? { kind: "list", into: value } : { kind: "object", into: value, key: "" },
    );
  };
  visit(text, {
    onObjectBegin: () => open({}),
    onArrayBegin: () => open([]),
    onObjectEnd: () => void stack.pop(),
    onArrayEnd: () => void stack.pop(),
    onObjectProperty: (key) => {
      const top = stack.at(-1);
      if (top?.kind === "object") top.key = key;
    },
    onLiteralValue: (value, offset, length) => {
      const source = text.slice(offset, offset + length);
      put(stack.at(-1), /^-?\d{16,}$/.test(source) ? exactInteger(BigInt(source)) : (value as Json));
    },
  });
  return root.value;
}

type Holder =
  | { readonly kind: "root"; readonly into: { value: Json } }
  | { readonly kind: "list"; readonly into: Json[] }
  | { readonly kind: "object"; readonly into: Record<string, Json | undefined>; key: string };

function put(holder: Holder | undefined, value: Json): void {
  if (holder?.kind === "root") holder.into.value = value;
  else if (holder?.kind === "list") holder.into.push(value);
  else if (holder?.kind === "object") setMember(holder.into, holder.key, value);
}

/** Where a text stops being JSON, and why. */
export async function jsonProblem(text: string): Promise<{ offset: number; message: string }> {
  const { visit, printParseErrorCode } = await import("jsonc-parser");
  let problem: { offset: number; message: string } | undefined;
  const onError = (code: number, offset: number): void => {
    problem ??= { offset, message: words(printParseErrorCode(code)) };
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch {
    // Nested deeper than the parser's stack: the start is as near as it gets.
  }
  return problem ?? { offset: 0, message: "not JSON" };
}

/** `CommaExpected` as words: `comma expected`. */
function words(code: string): string {
  return code.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}
