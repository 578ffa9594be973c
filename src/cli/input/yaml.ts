import { type Document, parseAllDocuments, type YAMLError } from "yaml";
import type { Json } from "../../core/json.js";
import { InputError } from "./error.js";
import { placeOf } from "./frame.js";
import type { Read } from "./json.js";
import { YamlValueError, yamlToJson } from "./yaml-value.js";

const MIB = 1024 * 1024;
/** The largest YAML document, and text of documents, that is read: some ten seconds of parsing. */
const MAX_DOCUMENT = 8 * MIB;
const MAX_TEXT = 16 * MIB;

/** Control characters that go-yaml refuses. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/** Scalars are resolved by this program, as kubectl resolves them; so the parser sees only text. */
const OPTIONS = {
  version: "1.1",
  schema: "failsafe",
  resolveKnownTags: false,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: "silent",
} as const;

/** Is told which line is being read, and waited for. */
export type LineStep = (line: number) => Promise<void> | undefined;

/**
 * Reads the documents of a YAML text; empty ones are left out.
 * @throws InputError
 */
export async function parseYaml(
  text: string,
  file: string,
  step: LineStep = () => undefined,
): Promise<Read[]> {
  if (text.length > MAX_TEXT) throw tooLarge(MAX_TEXT, { file });
  const control = CONTROL.exec(text);
  if (control)
    throw new InputError("bad-yaml", "a control character", { file, ...placeOf(text, control.index) });
  const read: Read[] = [];
  for (const part of splitDocuments(text)) {
    await step(part.line);
    read.push(...readPart(part, file));
  }
  return read;
}

interface Part {
  readonly text: string;
  readonly line: number;
}

/** Splits at document markers, so that one document at a time is parsed. */
function splitDocuments(text: string): Part[] {
  const parts: Part[] = [];
  let start = 0;
  let line = 1;
  for (const marker of text.matchAll(/^---(?=[ \t\r\n]|$)/gm)) {
    const before = text.slice(start, marker.index);
    if (/^%/m.test(before)) continue; // Directives belong to the document that follows them.
    parts.push({ text: before, line });
    for (let at = text.indexOf("\n", start); at >= 0 && at < marker.index; at = text.indexOf("\n", at + 1))
      line++;
    start = marker.index;
  }
  parts.push({ text: text.slice(start), line });
  return parts.filter((part) => part.text.trim() !== "");
}

function readPart(part: Part, file: string): Read[] {
  if (part.text.length > MAX_DOCUMENT) throw tooLarge(MAX_DOCUMENT, { file, line: part.line });
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

function tooLarge(limit: number, at: { file: string; line?: number }): InputError {
  const what = limit === MAX_TEXT ? "YAML" : "a YAML document";
  const hint = "Split it, or give JSON (kubectl get -o json), which is read faster and without this limit.";
  return new InputError("too-large", `${what} of more than ${limit / MIB} MiB`, { ...at, hint });
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
