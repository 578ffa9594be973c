import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Layout } from "../../../src/prose/layout.js";
import { table } from "../../../src/prose/table.js";

const widthOf = (text: string): number => text.length;
const at = (columns: number): { layout: Layout } => ({ layout: { columns, widthOf } });

const ROWS = [
  ["a", "exact", "one two three four five six seven eight nine ten eleven", "rules/a.json"],
  ["bcd", "hash", "", "b.json"],
];

describe("a table", () => {
  it.each([
    [
      "as it comes, where there is no terminal",
      {},
      [
        "a    exact  one two three four five six seven eight nine ten eleven  rules/a.json",
        "bcd  hash                                                            b.json",
      ],
    ],
    [
      "the same in a wide one",
      at(120),
      [
        "a    exact  one two three four five six seven eight nine ten eleven  rules/a.json",
        "bcd  hash                                                            b.json",
      ],
    ],
    [
      "its widest column wrapped in a narrow one",
      at(60),
      [
        "a    exact  one two three four five six seven   rules/a.json",
        "            eight nine ten eleven",
        "bcd  hash                                       b.json",
      ],
    ],
  ])("is %s", (_what, options, lines) => {
    expect(table(ROWS, options)).toEqual(lines);
  });

  it("goes on below behind a word that is longer than its column", () => {
    const path = `spec.${"x".repeat(50)}`;
    expect(table([[`~ ${path}`, "one two three four five six seven"]], at(60))).toEqual([
      `~ ${path}`,
      `${" ".repeat(35)}one two three four five`,
      `${" ".repeat(35)}six seven`,
    ]);
  });

  it("loses no word, and is never wider than the terminal but for words that are", () => {
    const cell = fc
      .array(fc.stringMatching(/^[a-z]{1,30}$/), { maxLength: 12 })
      .map((words) => words.join(" "));
    const rows = fc
      .integer({ min: 1, max: 4 })
      .chain((count) => fc.array(fc.tuple(...Array.from({ length: count }, () => cell)), { minLength: 1 }));
    fc.assert(
      fc.property(rows, fc.integer({ min: 10, max: 200 }), (given, columns) => {
        const lines = table(given, at(columns));
        const words = (text: string): string[] => text.split(/\s+/).filter(Boolean).sort();
        expect(words(lines.join(" "))).toEqual(words(given.flat().join(" ")));
        // A cell may stand behind others, each of which takes 24 columns at most where there is no room.
        if (columns >= 120) for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(columns);
      }),
    );
  });
});
