import { exactJson } from "../../adapter/exact-json.js";
import type { Json } from "../../core/json.js";
import { InputError } from "./error.js";
import { placeOf } from "./frame.js";

/** One value that a text holds, and the line that it starts at. */
export interface Read {
  readonly value: Json;
  readonly line: number;
}

/** An integer that a double may not hold: JSON.parse would round it. */
const LONG_INTEGER = /[:[,]\s*-?\d{16,}(?![\d.eE])/;

/**
 * Reads a JSON text, or several one behind the other. Integers that a double cannot hold become bigints.
 * @throws InputError
 */
export async function parseJson(text: string, file: string): Promise<Read[]> {
  const whole = parseOne(text, file);
  if (whole !== undefined) return [{ value: whole, line: 1 }];
  const reads: Read[] = [];
  let line = 1;
  for (const part of splitValues(text)) {
    const value = parseOne(part, file);
    if (value === undefined) throw await syntaxError(part, file, line);
    reads.push({ value, line: line + leadingLines(part) });
    line += newlines(part);
  }
  return reads;
}

/** One text as JSON, or undefined where it is none. */
function parseOne(text: string, file: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return LONG_INTEGER.test(text) ? exactJson(text) : value;
  } catch (cause) {
    if (cause instanceof SyntaxError) return undefined;
    throw new InputError("too-deep", "nested too deeply", { file, line: 1 });
  }
}

/** Cuts a text behind each top-level object or list; what is left over comes last. */
function* splitValues(text: string): Generator<string> {
  let start = 0;
  let depth = 0;
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\]]/gs;
  for (let token = tokens.exec(text); token; token = tokens.exec(text)) {
    const mark = token[0];
    if (mark === "{" || mark === "[") depth++;
    else if ((mark === "}" || mark === "]") && --depth <= 0) {
      yield text.slice(start, tokens.lastIndex);
      start = tokens.lastIndex;
      depth = 0;
    }
  }
  if (text.slice(start).trim() !== "") yield text.slice(start);
}

async function syntaxError(text: string, file: string, line: number): Promise<InputError> {
  const { jsonProblem } = await import("./json-problem.js"); // Loaded when there is a problem.
  const { offset, message } = jsonProblem(text);
  return new InputError("bad-json", message, {
    file,
    hint: "A text that starts with { or [ is read as JSON, as kubectl reads it.",
    ...placeOf(text, offset, line),
  });
}

function leadingLines(text: string): number {
  return newlines(text.slice(0, text.search(/\S/)));
}

function newlines(text: string): number {
  return text.split("\n").length - 1;
}
