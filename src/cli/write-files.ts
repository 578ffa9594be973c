import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { CommandError } from "./errors.js";
import { type Place, placeAt } from "./place.js";

/** A file, and what became of it. */
export interface Written {
  readonly file: string;
  readonly result: "created" | "replaced" | "unchanged";
}

interface Where {
  readonly cwd: string;
  readonly out: string;
}

/** Whether a file with another content may be replaced, and whose it is where not. */
export interface Replacing {
  readonly overwrite: boolean;
  /** @param textOf the text of a file of the directory, by name */
  isOwn(name: string, textOf: (name: string) => string | undefined): boolean;
  /** Who writes such files: `learn`. */
  readonly writer: string;
}

/** @throws CommandError `not-written` where a file stands in its place */
export function assertNoFile({ cwd, out }: Where): void {
  if (statSync(resolve(cwd, out), { throwIfNoEntry: false })?.isFile())
    throw new CommandError("not-written", `${out} is a file, not a directory`, "--out names a directory.");
}

/**
 * Writes files into a directory, all of them or none.
 * @param files texts by name within the directory
 * @throws CommandError `exists` for a file with another content, unless `overwrite` and it may be replaced; `not-written`
 */
export function writeFiles(
  files: Readonly<Record<string, string>>,
  { cwd, out, overwrite, isOwn, writer }: Where & Replacing,
): readonly Written[] {
  const written = Object.entries(files).map(([name, text]): ToWrite & Written & { readonly name: string } => {
    const file = join(out, name);
    const place = fileAt(resolve(cwd, file), file);
    const before = place.is === "nothing" ? undefined : textOf(place.path, file);
    return {
      name,
      file,
      place,
      text,
      result: before === undefined ? "created" : before === text ? "unchanged" : "replaced",
    };
  });
  const other = written.filter(({ result }) => result === "replaced").map(({ file }) => file);
  if (other.length > 0 && !overwrite) {
    const more = other.length > 1 ? `, and ${other.length - 1} more` : "";
    throw new CommandError(
      "exists",
      `${other[0]} is there with another content${more}; nothing was written`,
      "--overwrite replaces it; or choose another --out, and stack the two sets with --rules.",
    );
  }
  const textAt = (name: string): string | undefined => {
    const file = join(out, name);
    return textOf(fileAt(resolve(cwd, file), file).path, file);
  };
  const [foreign] = written.filter(({ result, name }) => result === "replaced" && !isOwn(name, textAt));
  if (foreign !== undefined)
    throw new CommandError(
      "exists",
      `${foreign.file} is not as ${writer} wrote it; nothing was written`,
      "Choose another --out, and stack the two sets with --rules; or remove the file.",
    );
  replaceAll(written.filter(({ result }) => result !== "unchanged"));
  return written.map(({ file, result }) => ({ file, result }));
}

function textOf(path: string, file: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return undefined;
    throw notWritten(file, cause);
  }
}

interface ToWrite {
  readonly file: string;
  readonly place: FilePlace;
  readonly text: string;
}

type FilePlace = Extract<Place, { is: "file" | "nothing" }>;

/** @throws CommandError where something stands there that is no file: a FIFO would be waited for, a device overwritten */
function fileAt(path: string, file: string): FilePlace {
  const place = placeOf(path, file);
  if (place.is === "file" || place.is === "nothing") return place;
  const what = place.is === "directory" ? "a directory" : place.what;
  throw new CommandError(
    "not-written",
    `${file} is ${what}, not a file; nothing was written`,
    "Remove it, or choose another --out.",
  );
}

function placeOf(path: string, file: string): Place {
  try {
    return placeAt(path);
  } catch (cause) {
    throw notWritten(file, cause);
  }
}

/** Each text goes into a file beside its own, which then takes its name and rights: a reader never meets half of one. */
function replaceAll(files: readonly ToWrite[]): void {
  const temporary = (path: string): string => `${path}.${process.pid}.tmp`;
  for (const { file, place, text } of files) {
    try {
      mkdirSync(dirname(place.path), { recursive: true });
      writeFileSync(temporary(place.path), text);
      if (place.is === "file") chmodSync(temporary(place.path), place.mode);
    } catch (cause) {
      for (const each of files) rmSync(temporary(each.place.path), { force: true });
      throw notWritten(file, cause);
    }
  }
  for (const { place } of files) renameSync(temporary(place.path), place.path);
}

function notWritten(file: string, cause: unknown): CommandError {
  return new CommandError(
    "not-written",
    `${file} cannot be written (${codeOf(cause)}); nothing was`,
    "--out names a directory that may be written.",
  );
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : "unknown error";
}
