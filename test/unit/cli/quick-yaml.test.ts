import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quickYaml } from "../../../src/cli/input/quick-yaml.js";
import { readDocuments } from "../../../src/cli/input/yaml-document.js";

const folder = new URL("../../../examples/quickstart/", import.meta.url);
const documents = readdirSync(folder)
  .filter((name) => name.endsWith(".yaml"))
  .flatMap((name) => readFileSync(new URL(name, folder), "utf8").split(/^(?=---\n)/m));

/** What the YAML package reads, in the shape of the quick reader's answer; undefined where it is no single document. */
function slow(text: string): unknown {
  const part = { text, line: 0 };
  const reads = readDocuments(part, "a.yaml");
  if (reads.length > 1) return undefined;
  return reads[0] ?? { value: null };
}

/** Whether both read the same; true of what is left to the YAML package. */
function agrees(text: string): boolean {
  const quick = quickYaml(text);
  if (quick === undefined) return true;
  expect(quick.value === null ? { value: null } : quick).toEqual(slow(text));
  return true;
}

/** Pieces that mean something in YAML, to be put where they do not belong. */
const PIECES = [
  ..."\n :-?#'\"[]{},&*!|>%@`\t\r\\~<=.",
  "  ",
  ": ",
  "- ",
  " # c\n",
  "|\n",
  "|-\n",
  "|+\n",
  ">\n",
  "{}",
  "[a, 'b', \"c\"]",
  "''",
  "a: 1\n",
  "    \n",
  "f:x: {}\n",
  'k:{"a":1}: ',
  "__proto__: 1\n",
  "<<: x\n",
  "1_0",
  "0x1F",
  ".inf",
  "null",
  "---\n",
  "...\n",
  "&a ",
  "*a",
  "\u2028",
  "\u0085",
  "é",
];

interface Edit {
  readonly at: number;
  readonly cut: number;
  readonly piece: string;
}

const edits: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.record({ at: fc.nat(4000), cut: fc.nat(6), piece: fc.constantFrom(...PIECES, "") }),
  { minLength: 1, maxLength: 4 },
);

function edited(text: string, changes: readonly Edit[]): string {
  return changes.reduce((before, { at, cut, piece }) => {
    const place = at % (before.length + 1);
    return before.slice(0, place) + piece + before.slice(place + cut);
  }, text);
}

describe("the quick reader of YAML", () => {
  it.each(documents.map((text, index) => [index, text] as const))("takes document %i", (_index, text) => {
    expect(quickYaml(text)).toBeDefined();
    agrees(text);
  });

  it("reads a document that is changed at random as the YAML package does, or leaves it", () => {
    const lines = fc.constantFrom(...documents).chain((text) => {
      const all = text.split("\n");
      const from = fc.nat(Math.max(0, all.length - 2));
      return from.map((start) => `${all.slice(start, start + 12).join("\n")}\n`);
    });
    fc.assert(
      fc.property(lines, edits, (text, changes) => agrees(edited(text, changes))),
      { numRuns: 3000 },
    );
  });

  it.each([
    ["a literal block", "a: |\n  x\n\n    y\nb: |-\n  z\n"],
    ["plain text on several lines", "a: x\n  y\n  z\nb: 1\n"],
    ["a list beside its key", "a:\n- b: 1\n  c:\n  - d\n- - e\n"],
    ["comments and blank lines", "# x\n\na: 1 # y\n# z\nb: # w\n  c: 'it''s'\n"],
    ["flow lists of scalars", "a: [x, \"*\", 'a, b', -1, 0x1F, yes]\nb: []\nc: {}\n"],
    ["ownership", 'f:a:\n  .: {}\n  k:{"port":80}:\n    .: {}\n  v:"x": {}\n'],
    ["special keys", "__proto__: 1\nconstructor: 2\n1.50: 3\nyes: 4\n"],
    ["nothing", "---\n# x\n"],
  ])("takes %s", (_what, text) => {
    expect(quickYaml(text)).toBeDefined();
    agrees(text);
  });

  it.each([
    ["a key twice", "a: 1\na: 2\n"],
    ["an anchor", "a: &x 1\n"],
    ["a tag", "a: !!str 1\n"],
    ["a tab", "a:\t1\n"],
    ["a comment inside text", "a: x\n  # c\n  y\n"],
    ["a mapping in braces", "a: {b: 1}\n"],
    ["infinity", "a: .inf\n"],
    ["Windows line ends", "a: 1\r\n"],
    ["two documents", "a: 1\n---\nb: 1\n"],
    ["a value that ends too early", "a: x\n   b: y\n"],
  ])("leaves %s", (_what, text) => {
    expect(quickYaml(text)).toBeUndefined();
  });
});
