import { InputError } from "./error.js";

/**
 * The text of a file's bytes: UTF-8, or UTF-16 where a byte order mark says so (as PowerShell writes it).
 * @throws InputError `not-text`
 */
export function decodeText(bytes: Uint8Array, file: string): string {
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    const lossy = new TextDecoder(encoding).decode(bytes);
    const line = lossy.slice(0, lossy.indexOf("\ufffd")).split("\n").length;
    throw new InputError("not-text", `the bytes are not ${encoding.toUpperCase()}`, {
      file,
      line,
      hint: "Save the file as UTF-8. Is it a manifest at all?",
    });
  }
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return "utf-8";
}
