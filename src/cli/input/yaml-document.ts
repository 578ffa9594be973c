import { type Document, parseAllDocuments, type YAMLError } from "yaml";
import type { Json } from "../../core/json.js";
import { InputError } from "./error.js";
import { placeOf } from "./frame.js";
import type { Read } from "./json.js";
import { YamlValueError, yamlToJson } from "./yaml-value.js";

/** As much of a text as is parsed at once, and the line that it starts at. */
export interface Part {
  readonly text: string;
  readonly line: number;
}

/** Scalars are resolved by this program, as kubectl resolves them; so the parser sees only text. */
const OPTIONS = {
  version: "1.1",
  schema: "failsafe",
  resolveKnownTags: false,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: "silent",
} as const;

/**
 * Reads what a part holds, mostly one document, with the YAML package.
 * @throws InputError
 */
export function readDocuments(part: Part, file: string): readonly Read[] {
  const documents = parseAllDocuments(part.text, OPTIONS) as unknown as Document.Parsed[];
  return documents.flatMap((document): Read[] => {
    const problem = document.errors[0];
    if (problem) throw syntaxError(part, problem, file);
    const value = toJson(document, part, file);
    return value === null
      ? []
      : [{ value, line: part.line + linesBefore(part.text, document.contents?.range?.[0] ?? 0) }];
  });
}

function toJson(document: Document.Parsed, part: Part, file: string): Json {
  try {
    return yamlToJson(document as unknown as Document);
  } catch (cause) {
    if (!(cause instanceof YamlValueError)) throw cause;
    throw new InputError(cause.code, cause.message, { file, ...placeOf(part.text, cause.offset, part.line) });
  }
}

function syntaxError(part: Part, problem: YAMLError, file: string): InputError {
  if (problem.code === "RESOURCE_EXHAUSTION") {
    return new InputError("too-deep", "nested too deeply", { file, line: part.line });
  }
  const hint =
    problem.code === "TAB_AS_INDENT" || /^\s*\t/m.test(part.text)
      ? "Indent with spaces; YAML takes no tabs."
      : undefined;
  return new InputError("bad-yaml", problem.message, {
    file,
    hint,
    ...placeOf(part.text, problem.pos[0], part.line),
  });
}

function linesBefore(text: string, offset: number): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}
