import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { eachItem, eachMember, NONE, skipBlanks, skipValue } from "../../../../src/adapter/audit/scan.js";

/** Is a text one value of JSON? */
function isTaken(text: string): boolean {
  const bytes = Buffer.from(`${text}\n`);
  const end = skipValue(bytes, 0);
  return end !== NONE && skipBlanks(bytes, end) === bytes.length - 1;
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const TEXTS = [
  ...[
    "",
    " ",
    "0",
    "-0",
    "01",
    "1.",
    "1.5e+3",
    "1e",
    "-",
    "+1",
    ".5",
    "1E-2",
    "NaN",
    "true",
    "truex",
    "nul",
    "null ",
  ],
  ...['"a"', '"\\u12aF"', '"\\u12g0"', '"\\x"', '"a', '"\\"', '"\t"', '"\u007f é 😀"', '"\\ud800"', "'a'"],
  ...[
    "{}",
    "{ }",
    "[]",
    "[ ]",
    "[1,]",
    "[,1]",
    "[1 2]",
    "{,}",
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{"a":1 "b":2}',
  ],
  ...[
    '{"a":[{"b":[]},{}]}',
    '{"a":1}}',
    '{"a":1]',
    "[1}",
    '{"a":1} {}',
    '{"__proto__":{"toString":1}}',
    "{a:1}",
    "[]]",
  ],
  ...["\uFEFF{}", "{}\r", '\t{"a" : [ 1 , 2 ] }\r', "// a\n1"],
];

describe("the scanner", () => {
  test.each(TEXTS.filter((text) => !text.includes("\n")))("takes what JSON.parse takes: %s", (text) => {
    expect(isTaken(text)).toBe(parses(text));
  });

  test("takes all JSON, however it is spaced", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1), (value, indent) => {
        expect(isTaken(JSON.stringify(value, null, indent).replaceAll("\n", " "))).toBe(true);
      }),
    );
  });

  test("takes of broken JSON what JSON.parse takes", () => {
    const place = fc.double({ min: 0, max: 1, noNaN: true });
    const odd = fc.constantFrom(
      "",
      '"',
      "\\",
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      "0",
      "-",
      "e",
      ".",
      "u",
      " ",
      "\u0001",
      "t",
    );
    fc.assert(
      fc.property(fc.jsonValue(), place, fc.nat(3), odd, (value, at, gone, put) => {
        const text = JSON.stringify(value);
        const start = Math.floor(at * text.length);
        const broken = text.slice(0, start) + put + text.slice(start + gone);
        expect(isTaken(broken)).toBe(parses(broken));
      }),
      { numRuns: 3000 },
    );
  });

  test("refuses what is nested too deeply, without running out of stack", () => {
    expect(isTaken("[".repeat(10_000) + "]".repeat(10_000))).toBe(true);
    expect(isTaken("[".repeat(10_002) + "]".repeat(10_002))).toBe(false);
    expect(isTaken("[".repeat(5_000_000))).toBe(false);
  });

  test("goes over members and items as JSON.parse finds them", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue()), (object, list) => {
        const bytes = Buffer.from(`${JSON.stringify(object)}\n${JSON.stringify(list)}\n`);
        const members: unknown[] = [];
        const of = (start: number, end: number): unknown => JSON.parse(bytes.toString("utf8", start, end));
        const end = eachMember(bytes, 0, (key, keyEnd, from, to) =>
          members.push([of(key - 1, keyEnd + 1), of(from, to)]),
        );
        expect(members).toEqual(Object.entries(JSON.parse(JSON.stringify(object))));
        const items: unknown[] = [];
        expect(eachItem(bytes, end + 1, (from, to) => items.push(of(from, to)))).toBe(bytes.length - 1);
        expect(items).toEqual(JSON.parse(JSON.stringify(list)));
      }),
    );
  });
});
