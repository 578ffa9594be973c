import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Lines } from "../../../../src/adapter/audit/lines.js";

/** What becomes of chunks: the lines, and the numbers of those that are too long. */
function cut(chunks: readonly Uint8Array[], longest?: number): { lines: string[]; tooLong: number[] } {
  const lines: string[] = [];
  const tooLong: number[] = [];
  const cutter = new Lines(
    (bytes, start, end, number) => {
      expect(bytes[end]).toBe(0x0a);
      lines.push(`${number}:${bytes.toString("utf8", start, end)}`);
    },
    (number) => tooLong.push(number),
    longest,
  );
  for (const chunk of chunks) cutter.push(chunk);
  cutter.end();
  return { lines, tooLong };
}

const cutText = (text: string, longest?: number) => cut([Buffer.from(text)], longest);

describe("lines", () => {
  test.each([
    ["nothing", "", []],
    ["one line", "a\n", ["1:a"]],
    ["the last without its line feed", "a\nb", ["1:a", "2:b"]],
    ["empty lines count", "a\n\n\nb\n", ["1:a", "2:", "3:", "4:b"]],
    ["a byte order mark goes", "\uFEFFa\n\uFEFFb\n", ["1:a", "2:\uFEFFb"]],
    ["carriage returns stay", "a\r\nb\r\n", ["1:a\r", "2:b\r"]],
  ])("%s", (_, text, lines) => {
    expect(cutText(text)).toEqual({ lines, tooLong: [] });
  });

  test("are the same however the bytes come", () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 40 }));
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" })), sizes, (lines, cuts) => {
        const whole = Buffer.from(lines.join("\n"));
        const chunks: Buffer[] = [];
        let at = 0;
        for (const size of cuts) {
          chunks.push(whole.subarray(at, at + size));
          at += size;
        }
        expect(cut([...chunks, whole.subarray(at)])).toEqual(cut([whole]));
      }),
    );
  });

  test("that are too long are passed over, in bounded memory", () => {
    const large = Buffer.alloc(1 << 20, "x");
    const before = process.memoryUsage().arrayBuffers;
    const chunks = (function* () {
      yield Buffer.from("a\n");
      for (let index = 0; index < 200; index += 1) yield large;
      yield Buffer.from("\nb\n");
    })();
    const found = cut([...chunks], 2 << 20);
    expect(found).toEqual({ lines: ["1:a", "3:b"], tooLong: [2] });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 << 20);
  });

  test("of megabytes come whole", () => {
    const line = "y".repeat(5 << 20);
    expect(cutText(`${line}\nb\n`)).toEqual({ lines: [`1:${line}`, "2:b"], tooLong: [] });
    expect(cutText("z".repeat(100), 50)).toEqual({ lines: [], tooLong: [1] });
  });
});
