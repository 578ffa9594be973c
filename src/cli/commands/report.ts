import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Context } from "../context.js";
import { CommandError } from "../errors.js";
import { readBytes } from "../input/files.js";
import { parseJson } from "../input/json.js";
import { decodeText } from "../input/text.js";
import { placeAt } from "../place.js";
import { replaceFile } from "../replace-file.js";
import { readLibraries } from "../report/libraries.js";
import { reportPage, type Source } from "../report/page.js";
import { ReadingError, readDocument } from "../report/read/index.js";
import { EXIT, type Shell } from "../shell.js";

export interface ReportFlags {
  /** Where the page goes; standard output unless given. */
  readonly out?: string;
}

/** `churngate report`: documents of other commands as one page. */
export async function report(
  files: readonly string[],
  { out }: ReportFlags,
  { shell }: Context,
): Promise<number> {
  if (files.filter((file) => file === "-").length > 1)
    throw new CommandError("bad-option", "standard input (-) is named twice");
  const sources: Source[] = [];
  for (const file of files) sources.push(...(await readSources(file, shell)));
  const page = reportPage(sources, readLibraries());
  if (out === undefined) shell.out(page);
  else writePage(page, out, shell.cwd);
  return EXIT.nothing;
}

/** The documents of a file: one, or several one behind the other. @throws InputError, CommandError */
async function readSources(file: string, shell: Shell): Promise<Source[]> {
  const bytes = file === "-" ? await shell.stdin() : readBytes(file, shell.cwd);
  const name = file === "-" ? "standard input" : file;
  const read = await parseJson(decodeText(bytes, name), name);
  if (read.length === 0) throw notADocument(name, "there is nothing in it");
  return read.map(({ value, line }) => {
    try {
      return { file: name, document: readDocument(value) };
    } catch (error) {
      if (error instanceof ReadingError)
        throw notADocument(read.length > 1 ? `${name}:${line}` : name, error.message);
      throw error;
    }
  });
}

function notADocument(place: string, message: string): CommandError {
  return new CommandError(
    "bad-document",
    message,
    "Give what churngate watch, audit, explain or apply printed with -o json, or npm run accuracy -- -o json.",
    place,
  );
}

/** A device or FIFO takes the page as it would behind `>`. @throws CommandError */
function writePage(page: string, out: string, cwd: string): void {
  try {
    const place = placeAt(resolve(cwd, out));
    if (place.is === "directory")
      throw new CommandError("not-written", `${out} is a directory, not a file`, "--out names the page.");
    if (place.is === "stream") writeFileSync(place.path, page);
    else replaceFile(place.path, page, place.is === "file" ? place : {});
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown error";
    throw new CommandError(
      "not-written",
      `${out} cannot be written (${code})`,
      "--out names a file in a folder that is there.",
    );
  }
}
