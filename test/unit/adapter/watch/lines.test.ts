import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { linesOf } from "../../../../src/adapter/client-node/lines.js";

async function* streamOf(chunks: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
}

/** The lines that came, and what it ended with. */
async function read(chunks: AsyncIterable<Uint8Array>, longest?: number): Promise<readonly string[]> {
  const lines: string[] = [];
  try {
    for await (const line of linesOf(chunks, longest)) lines.push(line);
  } catch (error) {
    lines.push(`! ${(error as { code?: string }).code}`);
  }
  return lines;
}

const EURO = Buffer.from("€");

describe("lines", () => {
  test.each<[string, (string | Uint8Array)[], string[]]>([
    ["nothing", [], []],
    ["one in one chunk", ["a\n"], ["a"]],
    ["many in one chunk", ["a\nb\nc\n"], ["a", "b", "c"]],
    ["one in many chunks", ["a", "b", "", "c\n"], ["abc"]],
    ["an end that comes by itself", ["a", "\n", "b", "\n"], ["a", "b"]],
    ["a character over chunks", [EURO.subarray(0, 1), EURO.subarray(1, 2), EURO.subarray(2), "\n"], ["€"]],
    ["empty ones, and carriage returns", ["\n\r\na\r\n\n"], ["a"]],
    ["half a line at the end", ["a\nb"], ["a", "! cut"]],
    ["only half a line", ["b"], ["! cut"]],
    ["blanks at the end", ["a\n", " \r"], ["a"]],
    ["as long as may be", ["1234567890\n"], ["1234567890"]],
    ["a byte longer", ["a\n", "12345678901\n", "b\n"], ["a", "! too-long"]],
    ["longer, over chunks", ["12345", "67890", "1"], ["! too-long"]],
    ["longer, at its last chunk", ["12345", "678901\nb\n"], ["! too-long"]],
  ])("%s", async (_, chunks, lines) => {
    expect(await read(streamOf(chunks), 10)).toEqual(lines);
  });

  test("are the same however they are cut", async () => {
    const texts = fc.array(fc.string({ unit: "binary" }).map((text) => text.replace(/[\n]/g, "").trim()));
    const at = fc.array(fc.nat(200), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(texts, at, async (lines, cuts) => {
        const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
        const ends = [...new Set([0, ...cuts.filter((cut) => cut < bytes.length), bytes.length])].sort(
          (a, b) => a - b,
        );
        const chunks = ends.slice(1).map((end, index) => bytes.subarray(ends[index], end));
        const whole = bytes
          .toString()
          .split("\n")
          .map((line) => line.trim())
          .filter(Boolean);
        expect(await read(streamOf(chunks))).toEqual(whole);
      }),
    );
  });

  test("100 MB without an end are not held", async () => {
    const chunk = randomBytes(1024 * 1024).map((byte) => byte | 0x20);
    let given = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (; given < 100; given++) yield chunk;
    }
    expect(await read(endless())).toEqual(["! too-long"]);
    expect(given).toBe(32);
  });
});
