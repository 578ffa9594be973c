import { InputError } from "./error.js";
import { placeOf } from "./frame.js";
import type { Read } from "./json.js";
import { quickYaml } from "./quick-yaml.js";
import type { Part } from "./yaml-document.js";

const MIB = 1024 * 1024;
/** The largest YAML document, and text of documents, that is read: some ten seconds of parsing. */
const MAX_DOCUMENT = 8 * MIB;
const MAX_TEXT = 16 * MIB;

/** Control characters that go-yaml refuses. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/**
 * Reads the documents of a YAML text; empty ones are left out. `step` is told which line is being read.
 * @throws InputError
 */
export async function parseYaml(
  text: string,
  file: string,
  step: (line: number) => void = () => {},
): Promise<Read[]> {
  if (text.length > MAX_TEXT) throw tooLarge(MAX_TEXT, { file });
  const control = CONTROL.exec(text);
  if (control)
    throw new InputError("bad-yaml", "a control character", { file, ...placeOf(text, control.index) });
  const reads: Read[] = [];
  for (const part of splitDocuments(text)) {
    step(part.line);
    for (const read of await readPart(part, file)) reads.push(read);
  }
  return reads;
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

async function readPart(part: Part, file: string): Promise<readonly Read[]> {
  if (part.text.length > MAX_DOCUMENT) throw tooLarge(MAX_DOCUMENT, { file, line: part.line });
  const quick = quickYaml(part.text);
  if (quick) return quick.value === null ? [] : [{ value: quick.value, line: part.line + quick.line }];
  const { readDocuments } = await import("./yaml-document.js");
  return readDocuments(part, file);
}

function tooLarge(limit: number, at: { file: string; line?: number }): InputError {
  const what = limit === MAX_TEXT ? "YAML" : "a YAML document";
  const hint = "Split it, or give JSON (kubectl get -o json), which is read faster and without this limit.";
  return new InputError("too-large", `${what} of more than ${limit / MIB} MiB`, { ...at, hint });
}
