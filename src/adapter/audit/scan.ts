/**
 * A strict reader of JSON over UTF-8 bytes, which builds nothing. What it takes is what JSON.parse takes of the same text on one line, but
 * for DEPTH (test/unit/adapter/audit/scan.test.ts holds the two to each other). The bytes have to end with a line feed, or another byte
 * that JSON has no use for: then it never reads past it.
 */

/** Objects and lists in one another; what is deeper is refused. */
const DEPTH = 10_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;

/** A place that is not there. */
export const NONE = -1;

/** Blanks within a line. */
const BLANK = bytesIn(" \t\r");
const ESCAPED = bytesIn('"\\/bfnrt');
const HEX = bytesIn("0123456789abcdefABCDEF");
/** Bytes that stand for themselves in a string. */
const PLAIN = new Uint8Array(256).fill(1, 0x20);
PLAIN[QUOTE] = 0;
PLAIN[BACKSLASH] = 0;

function bytesIn(text: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const character of text) table[character.charCodeAt(0)] = 1;
  return table;
}

/** Is 1 at a list in the list of what is open, 0 at an object. */
const open = new Uint8Array(DEPTH);

/** The first place from `at` on that is no blank. */
export function skipBlanks(bytes: Uint8Array, at: number): number {
  let place = at;
  while (BLANK[bytes[place] as number] === 1) place += 1;
  return place;
}

/** The place after the string whose first character, after the quote, is at `at`; NONE where it is no string. */
export function skipString(bytes: Uint8Array, at: number): number {
  let place = at;
  for (;;) {
    while (PLAIN[bytes[place] as number] === 1) place += 1;
    const byte = bytes[place];
    if (byte === QUOTE) return place + 1;
    if (byte !== BACKSLASH) return NONE;
    if (ESCAPED[bytes[place + 1] as number] === 1) place += 2;
    else if (isUnicodeEscape(bytes, place + 1)) place += 6;
    else return NONE;
  }
}

function isUnicodeEscape(bytes: Uint8Array, at: number): boolean {
  if (bytes[at] !== 0x75) return false;
  for (let digit = 1; digit <= 4; digit += 1) if (HEX[bytes[at + digit] as number] !== 1) return false;
  return true;
}

/** The place after a key and its colon, where the key's quote is at `at`; NONE where there is none. */
export function skipKey(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== QUOTE) return NONE;
  const end = skipString(bytes, at + 1);
  if (end === NONE) return NONE;
  const colon = skipBlanks(bytes, end);
  return bytes[colon] === COLON ? colon + 1 : NONE;
}

/** The place after the value at `at`, or after blanks there; NONE where it is none. */
export function skipValue(bytes: Uint8Array, at: number): number {
  let place = at;
  let depth = 0;
  for (;;) {
    place = skipBlanks(bytes, place);
    const byte = bytes[place];
    if (byte === QUOTE) place = skipString(bytes, place + 1);
    else if (byte === OPEN_OBJECT) {
      place = skipBlanks(bytes, place + 1);
      if (bytes[place] === CLOSE_OBJECT) place += 1;
      else {
        if (depth === DEPTH) return NONE;
        open[depth++] = 0;
        place = skipKey(bytes, place);
        if (place === NONE) return NONE;
        continue;
      }
    } else if (byte === OPEN_LIST) {
      place = skipBlanks(bytes, place + 1);
      if (bytes[place] === CLOSE_LIST) place += 1;
      else {
        if (depth === DEPTH) return NONE;
        open[depth++] = 1;
        continue;
      }
    } else place = skipPlain(bytes, place);
    if (place === NONE) return NONE;

    // After a value: what is open goes on, or is closed.
    for (;;) {
      if (depth === 0) return place;
      place = skipBlanks(bytes, place);
      const next = bytes[place];
      const isList = open[depth - 1] === 1;
      if (next === COMMA) {
        place += 1;
        if (isList) break;
        place = skipKey(bytes, skipBlanks(bytes, place));
        if (place === NONE) return NONE;
        break;
      }
      if (next !== (isList ? CLOSE_LIST : CLOSE_OBJECT)) return NONE;
      place += 1;
      depth -= 1;
    }
  }
}

/** A number, true, false or null. */
function skipPlain(bytes: Uint8Array, at: number): number {
  switch (bytes[at]) {
    case 0x74:
      return skipWord(bytes, at, "true");
    case 0x66:
      return skipWord(bytes, at, "false");
    case 0x6e:
      return skipWord(bytes, at, "null");
    default:
      return skipNumber(bytes, at);
  }
}

function skipWord(bytes: Uint8Array, at: number, word: string): number {
  for (let index = 0; index < word.length; index += 1) {
    if (bytes[at + index] !== word.charCodeAt(index)) return NONE;
  }
  return at + word.length;
}

function skipNumber(bytes: Uint8Array, at: number): number {
  const first = bytes[at] === 0x2d ? at + 1 : at;
  let place = bytes[first] === 0x30 ? first + 1 : skipDigits(bytes, first);
  if (place !== NONE && bytes[place] === 0x2e) place = skipDigits(bytes, place + 1);
  if (place !== NONE && (bytes[place] === 0x65 || bytes[place] === 0x45)) {
    const sign = bytes[place + 1];
    place = skipDigits(bytes, sign === 0x2b || sign === 0x2d ? place + 2 : place + 1);
  }
  return place;
}

/** At least one digit. */
function skipDigits(bytes: Uint8Array, at: number): number {
  let place = at;
  while (isDigit(bytes[place] as number)) place += 1;
  return place === at ? NONE : place;
}

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

/** Told of a member: the key without its quotes, and its value without blanks around. */
export type Member = (keyStart: number, keyEnd: number, start: number, end: number) => void;

/**
 * Goes over the members of the object at `at`, or after blanks there, in their order.
 * @returns the place after it; NONE where it is no object
 */
export function eachMember(bytes: Uint8Array, at: number, member: Member): number {
  let place = skipBlanks(bytes, at);
  if (bytes[place] !== OPEN_OBJECT) return NONE;
  place = skipBlanks(bytes, place + 1);
  if (bytes[place] === CLOSE_OBJECT) return place + 1;
  for (;;) {
    const key = place;
    const keyEnd = bytes[key] === QUOTE ? skipString(bytes, key + 1) : NONE;
    if (keyEnd === NONE) return NONE;
    const colon = skipBlanks(bytes, keyEnd);
    if (bytes[colon] !== COLON) return NONE;
    const start = skipBlanks(bytes, colon + 1);
    const end = skipValue(bytes, start);
    if (end === NONE) return NONE;
    member(key + 1, keyEnd - 1, start, end);
    place = skipBlanks(bytes, end);
    if (bytes[place] === CLOSE_OBJECT) return place + 1;
    if (bytes[place] !== COMMA) return NONE;
    place = skipBlanks(bytes, place + 1);
  }
}

/** Goes over the items of the list at `at` likewise. */
export function eachItem(bytes: Uint8Array, at: number, item: (start: number, end: number) => void): number {
  let place = skipBlanks(bytes, at);
  if (bytes[place] !== OPEN_LIST) return NONE;
  place = skipBlanks(bytes, place + 1);
  if (bytes[place] === CLOSE_LIST) return place + 1;
  for (;;) {
    const start = skipBlanks(bytes, place);
    const end = skipValue(bytes, start);
    if (end === NONE) return NONE;
    item(start, end);
    place = skipBlanks(bytes, end);
    if (bytes[place] === CLOSE_LIST) return place + 1;
    if (bytes[place] !== COMMA) return NONE;
    place += 1;
  }
}
