import { parseTree, printParseErrorCode } from "../../generated/json-tree.js";
import type { JsonParseError } from "../../rules/vendored.js";

/** Where a text stops being JSON, and why. */
export function jsonProblem(text: string): { offset: number; message: string } {
  const errors: JsonParseError[] = [];
  try {
    parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch {
    // Nested deeper than the parser's stack: the start is as near as it gets.
  }
  const [first] = errors;
  return first
    ? { offset: first.offset, message: words(printParseErrorCode(first.error)) }
    : { offset: 0, message: "not JSON" };
}

/** `CommaExpected` as words: `comma expected`. */
function words(code: string): string {
  return code.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase();
}
