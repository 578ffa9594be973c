import { InputError } from "./error.js";
import { type FileOptions, findFiles, readBytes, splitNames } from "./files.js";
import { parseJson, type Read } from "./json.js";
import { type Manifest, manifestsOf } from "./objects.js";
import { decodeText } from "./text.js";
import type { LineStep } from "./yaml.js";

/** What was read, and what could not be: one bad file does not hide the others. */
export interface Input {
  readonly manifests: readonly Manifest[];
  readonly errors: readonly InputError[];
}

/** Where input comes from. */
export interface InputOptions extends FileOptions {
  /** Reads standard input, for the name `-`. */
  readonly stdin: () => Promise<Uint8Array>;
  /** Is told what is being read, and waited for. */
  readonly step?: (text: string) => Promise<void> | undefined;
}

/** Reads every object of files, directories and standard input (`-`), as kubectl takes them. */
export async function readManifests(names: readonly string[], options: InputOptions): Promise<Input> {
  const manifests: Manifest[] = [];
  const errors: InputError[] = [];
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    await work().catch((cause: unknown) => {
      if (!(cause instanceof InputError)) throw cause;
      errors.push(cause);
    });
  };
  const readOne = async (file: string, bytes: () => Uint8Array | Promise<Uint8Array>): Promise<void> => {
    const text = decodeText(await bytes(), file);
    const step: LineStep = (line) => options.step?.(`reading ${file}:${line}`);
    for (const read of await parseText(text, file, step)) {
      for (const manifest of manifestsOf(read, file)) manifests.push(manifest);
    }
  };
  for (const name of splitNames(names, options.cwd)) {
    await attempt(async () => {
      if (name === "-") return readOne("standard input", options.stdin);
      for (const file of findFiles(name, options)) {
        await attempt(() => readOne(file, () => readBytes(file, options.cwd)));
      }
    });
  }
  if (manifests.length === 0 && errors.length === 0) {
    errors.push(
      new InputError("no-manifests", "there is no object in it", {
        file: names.join(", ").replace(/^-$/, "standard input"),
      }),
    );
  }
  return { manifests, errors };
}

/**
 * The values that a text holds: JSON where it starts with { or [, else YAML, whose parser is
 * loaded only then.
 * @throws InputError
 */
export async function parseText(text: string, file: string, step?: LineStep): Promise<Read[]> {
  const start = text.search(/\S/);
  if (start < 0) return [];
  if (text[start] === "{" || text[start] === "[") return parseJson(text, file);
  const { parseYaml } = await import("./yaml.js");
  return parseYaml(text, file, step);
}
