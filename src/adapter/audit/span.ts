import { NONE } from "./scan.js";

/** Where a value stands in bytes; `start` is NONE where it is not there. */
export interface Span {
  start: number;
  end: number;
}

export const nowhere = (): Span => ({ start: NONE, end: NONE });

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The text of the JSON string there; undefined where it is none. */
export function textAt(bytes: Buffer, { start, end }: Span): string | undefined {
  if (start === NONE || bytes[start] !== QUOTE) return undefined;
  for (let place = start + 1; place < end; place += 1) {
    if (bytes[place] === BACKSLASH) return String(JSON.parse(bytes.toString("utf8", start, end)));
  }
  return bytes.toString("utf8", start + 1, end - 1);
}

/** The number there; undefined where it is none. */
export function numberAt(bytes: Buffer, { start, end }: Span): number | undefined {
  if (start === NONE) return undefined;
  const number = Number(bytes.toString("latin1", start, end));
  return Number.isNaN(number) ? undefined : number;
}

/** Do these bytes, without quotes, spell an ASCII text? */
export function spells(bytes: Uint8Array, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false;
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[start + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}
