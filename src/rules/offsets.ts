import { formatPointer } from "../core/path.js";
import { printParseErrorCode } from "../generated/json-tree.js";
import type { JsonNode } from "./vendored.js";

/** Where a value and, for a member of an object, its key start. */
export interface Offsets {
  readonly value: number;
  readonly key?: number;
}

/** Notes where every value below a node starts, by pointer; keys that are there twice go to `repeated`. */
export function record(
  node: JsonNode,
  pointer: string,
  key: number | undefined,
  offsets: Map<string, Offsets>,
  repeated: JsonNode[],
): void {
  offsets.set(pointer, key === undefined ? { value: node.offset } : { value: node.offset, key });
  node.children?.forEach((child, index) => {
    if (child.type !== "property") {
      record(child, pointer + formatPointer([index]), undefined, offsets, repeated);
      return;
    }
    const [name, value] = child.children ?? [];
    if (!name || !value) return;
    const at = pointer + formatPointer([String(name.value)]);
    if (offsets.has(at)) repeated.push(name);
    else record(value, at, name.offset, offsets, repeated);
  });
}

/** The offset of a string literal's nth character, escapes counted as one. */
export function rawOffset(text: string, quote: number, index: number): number {
  let at = quote + 1;
  for (let left = index; left > 0; left--) at += text[at] !== "\\" ? 1 : text[at + 1] === "u" ? 6 : 2;
  return at;
}

/** "CommaExpected" as "comma expected". */
export function syntaxDetail(code: number): string {
  return printParseErrorCode(code)
    .replaceAll(/(?<=.)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .toLowerCase();
}
