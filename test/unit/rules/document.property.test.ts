import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json } from "../../../src/core/json.js";
import { RuleDocument } from "../../../src/rules/document.js";
import { nearest } from "../../../src/rules/nearest.js";

/** What JSON.parse says of a text; undefined where it throws. */
function parsed(text: string): { value: Json } | undefined {
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return undefined;
  }
}

const json = fc.oneof(
  fc.json(),
  fc.json().map((text) => JSON.stringify(JSON.parse(text), null, 2)),
);
const damaged = fc
  .tuple(json, fc.nat(), fc.constantFrom("", ",", "}", "]", '"', "//", "\\", "\u0001", "01", "\u00a0", "é"))
  .map(
    ([text, at, put]) =>
      text.slice(0, at % (text.length + 1)) + put + text.slice((at % (text.length + 1)) + 1),
  );

describe("a document", () => {
  test("reads what JSON.parse reads, and refuses what it refuses", () => {
    fc.assert(
      fc.property(fc.oneof(json, damaged), (text) => {
        const read = new RuleDocument("a.json", text).read();
        const wanted = parsed(text);
        if ("value" in read) expect(read.value).toEqual(wanted?.value);
        else if (wanted) expect(read.errors.every(({ code }) => code === "duplicate-key")).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test("places each error inside the text, with a frame of two short lines", () => {
    fc.assert(
      fc.property(damaged, (text) => {
        const read = new RuleDocument("a.json", text).read();
        if ("value" in read) return;
        for (const { line, column, frame } of read.errors) {
          const lines = text.split("\n");
          const inside = line <= lines.length && column <= (lines[line - 1]?.length ?? 0) + 1;
          expect([inside, frame.split("\n").length, frame.length < 260]).toEqual([true, 2, true]);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("knows where every value stands", () => {
    fc.assert(
      fc.property(json, (text) => {
        const document = new RuleDocument("a.json", text);
        for (const [pointer, value] of values(JSON.parse(text) as Json, "")) {
          const place = document.positionOf(pointer);
          const rest = text
            .split("\n")
            .slice((place?.line ?? 0) - 1)
            .join("\n")
            .slice((place?.column ?? 0) - 1);
          if (typeof value === "string") expect(rest.startsWith('"')).toBe(true);
          else if (typeof value === "object" && value)
            expect(rest.startsWith(Array.isArray(value) ? "[" : "{")).toBe(true);
          else expect(parsed(/^[^,\]}\s]+/.exec(rest)?.[0] ?? "")?.value).toEqual(value);
        }
      }),
    );
  });
});

/** Every value of a JSON value, by pointer. */
function* values(value: Json, pointer: string): Generator<[string, Json]> {
  yield [pointer, value];
  if (typeof value !== "object" || value === null) return;
  for (const [key, child] of Object.entries(value)) {
    yield* values(child as Json, `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  }
}

describe("the nearest word", () => {
  test.each([
    ["strategi", ["strategy", "fields"], "strategy"],
    ["Strategy", ["strategy"], "strategy"],
    ["igonre", ["ignore", "once"], "ignore"],
    ["feilds", ["fields", "finalizers"], "fields"],
    ["hsah", ["hash", "lists"], "hash"],
    ["image", ["image"], undefined],
    ["colour", ["kind", "why"], undefined],
    ["x", ["y", "xyz"], "y"],
    ["x".repeat(500), ["x".repeat(499)], undefined],
  ] as [string, string[], string | undefined][])("to %s among %j is %s", (word, words, wanted) => {
    expect(nearest(word, words)).toBe(wanted);
  });
});
