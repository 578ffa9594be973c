import { BrokenWatch } from "../port/broken-watch.js";

const LINE_FEED = 10;

/** Ten times what etcd takes of one object, as text. */
export const LONGEST_LINE: number = 32 * 1024 * 1024;

/**
 * The lines of a stream of bytes, without their ends; empty ones are left out. It holds no more than one line and one chunk.
 * @param longest bytes of one line
 * @throws BrokenWatch `too-long`; `cut` where the stream ends within a line
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  longest: number = LONGEST_LINE,
): AsyncGenerator<string, void, undefined> {
  let begun: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, from)) {
      const last = chunk.subarray(from, end);
      bound(length + last.length, longest);
      const line = textOf([...begun, last]);
      begun = [];
      length = 0;
      from = end + 1;
      if (line !== "") yield line;
    }
    const rest = chunk.subarray(from);
    length += rest.length;
    bound(length, longest);
    if (rest.length > 0) begun.push(rest);
  }
  if (textOf(begun) !== "") throw new BrokenWatch("cut", "the watch ended within a line");
}

function bound(length: number, longest: number): void {
  if (length > longest)
    throw new BrokenWatch("too-long", `a line of the watch is longer than ${longest} bytes`);
}

/** A character may be spread over chunks. */
function textOf(parts: readonly Uint8Array[]): string {
  return Buffer.concat(parts).toString().trim();
}
